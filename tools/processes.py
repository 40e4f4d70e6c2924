"""The processes of the server: started, monitored, restarted after a crash, and stopped."""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.logs import log_size, read_tail, rotate_log

PR_SET_PDEATHSIG = 1
CRASH_WINDOW = 60.0
"""Seconds within which crashes are counted together."""
MOST_CRASHES = 5
"""A process that crashes more often within the window is not restarted."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LIBC = ctypes.CDLL(None)


@dataclass
class ServerProcess:
    """One process in a session of its own: a Ctrl-C in the terminal reaches only the supervisor,
    which stops it in order. If the supervisor is killed, the kernel kills the process."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    cwd: Path
    required: bool = False
    """Whether the server stops without it."""
    sockets: Sequence[int] = ()
    """File descriptors that it inherits."""
    ready_sign: bytes = b""
    """What its log contains once it works."""
    process: subprocess.Popen[bytes] | None = None
    crashes: list[float] = field(default_factory=list)
    """The times of the crashes within the window."""
    start_at: float = 0.0
    _log_start: int = 0

    def start(self) -> None:
        """Start the process; its output is appended to its log."""
        rotate_log(self.log)
        self._log_start = log_size(self.log)
        parent = os.getpid()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(self.command),
                env=dict(self.environment),
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self.sockets,
                start_new_session=True,
                preexec_fn=lambda: exit_with_parent(parent),  # noqa: PLW1509  (single-threaded)
            )

    def try_start(self, now: float) -> str:
        """Start the process. A start that fails, for want of memory or room on the disk, counts as
        a crash: ``restart_if_crashed`` tries again later. Returns a message if it failed."""
        try:
            self.start()
        except OSError as error:
            self.process = None
            return self._count_crash(now, f"{self.name} could not be started: {error}")
        return ""

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def has_failed(self) -> bool:
        """Whether it crashed too often and is not restarted any more."""
        return len(self.crashes) > MOST_CRASHES

    @property
    def is_ready(self) -> bool:
        """Whether its log contains the sign since the last start. It is not asked over HTTP: after
        a power cut, forty phones are already asking."""
        if not self.log.exists():
            return False
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return self.ready_sign in log.read()

    def restart_if_crashed(self, now: float) -> str | None:
        """Restart a crashed process after a pause that grows. Returns a message, if anything
        happened."""
        if self.is_alive or (self.process is None and self.has_failed):
            return None
        if self.process is None:
            if now < self.start_at:
                return None
            return self.try_start(now) or f"{self.name} restarted"
        status = self.process.returncode
        # Its children may still be running.
        self.kill()
        self.process = None
        message = f"{self.name} crashed ({format_status(status)}); end of its log:"
        return self._count_crash(now, f"{message}\n{read_tail(self.log)}")

    def _count_crash(self, now: float, message: str) -> str:
        """Returns the message, and that the process is given up if it is."""
        self.crashes = [time for time in self.crashes if now - time < CRASH_WINDOW] + [now]
        self.start_at = now + min(FIRST_PAUSE * 2 ** (len(self.crashes) - 1), LONGEST_PAUSE)
        if self.has_failed:
            message += f"\n{self.name} KEEPS CRASHING and is not restarted. Its log: {self.log}"
        return message

    def terminate(self) -> None:
        """Send SIGTERM to the process and its children."""
        self._send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL to what is left of the process and its children."""
        self._send_signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def _send_signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)


def stop_all(processes: Sequence[ServerProcess], grace: float) -> None:
    """Terminate all processes, and kill those that still run after ``grace`` seconds."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + grace
    while any(process.is_alive for process in processes) and time.monotonic() < deadline:
        time.sleep(0.02)
    for process in processes:
        process.kill()


def exit_with_parent(parent: int) -> None:
    """Called in a new process: end it when its parent ends. Only Linux supports this; elsewhere
    the children of a killed parent go on."""
    with suppress(AttributeError):
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # The parent may have ended before the call.
    if os.getppid() != parent:
        os._exit(1)


def format_status(status: int) -> str:
    """``signal 9``, or ``status 1``."""
    if status < 0:
        return f"signal {-status}"
    return f"status {status}"
