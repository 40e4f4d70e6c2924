"""Runs the processes of the server until a signal stops it."""

import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from tools.environment import print_progress
from tools.logs import read_tail, rotate_log
from tools.processes import ServerProcess, stop_all

GRACE = 4.0
"""Seconds for a process to stop by itself; the whole server stops within five."""
SLOW_AFTER = 60.0
"""Seconds after which a slow start is reported."""
INTERVAL = 0.1


class Supervisor:
    """Starts the processes, calls ``on_ready`` once the required ones are ready and each of the
    others is ready, has crashed or is slow, and returns when all have stopped."""

    def __init__(self, processes: Sequence[ServerProcess]) -> None:
        self._processes = processes
        self._stopping = False

    def run(self, on_ready: Callable[[], None]) -> int:
        """The exit status: 0 after Ctrl-C or SIGTERM."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        try:
            for process in self._processes:
                self._report(process.try_start(time.monotonic()))
            if not self._wait_until_ready():
                return 0 if self._stopping else 1
            on_ready()
            return self._monitor()
        finally:
            stop_all(self._processes, GRACE)

    def _report(self, message: str) -> None:
        """Print a message, unless it is empty. Where nothing can be printed, as into a file on a
        full disk, the server goes on."""
        if message:
            with suppress(OSError):
                print_progress(message)

    def _stop(self, _number: int, _frame: object) -> None:
        self._stopping = True

    def _wait_until_ready(self) -> bool:
        """Wait as long as the required processes run: a busy machine starts slowly, and giving up
        helps nobody. Without the other processes, play can go on."""
        slow_at = time.monotonic() + SLOW_AFTER
        starting = list(self._processes)
        while not self._stopping:
            for process in [process for process in starting if not process.is_alive]:
                log = read_tail(process.log)
                self._report(f"{process.name} did not start; end of its log:\n{log}")
                if process.required:
                    return False
                starting.remove(process)
            starting = [process for process in starting if not process.is_ready]
            if not starting:
                return True
            if time.monotonic() > slow_at:
                self._report("Starting is slow on this machine; still waiting.")
                slow_at = float("inf")
                starting = [process for process in starting if process.required]
            time.sleep(INTERVAL)
        return False

    def _monitor(self) -> int:
        while not self._stopping:
            for process in self._processes:
                message = process.restart_if_crashed(time.monotonic())
                if message:
                    self._report(f"{time.strftime('%H:%M:%S')} {message}")
                rotate_log(process.log)
                if process.has_failed and process.required:
                    return 1
            with suppress(OSError):
                sys.stdout.flush()
            time.sleep(INTERVAL)
        return 0
