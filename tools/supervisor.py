"""Keeps the parts running from the first signal of life to the signal that ends them."""

import signal
import sys
import time
from collections.abc import Callable, Sequence

from tools.environment import say
from tools.logs import tail, turn_over
from tools.parts import Part, end_all

GRACE = 4.0
"""Seconds for a part to end by itself; with the rest, all ends within five."""
SLOW_AFTER = 60.0
"""Seconds to start after which it is said that it takes long."""
LOOK = 0.1


class Supervisor:
    """Starts the parts, calls ``greet`` once they are ready, and returns when all have ended."""

    def __init__(self, parts: Sequence[Part], ready: Callable[[], bool]) -> None:
        self._parts = parts
        self._ready = ready
        self._signalled = False

    def run(self, greet: Callable[[], None]) -> int:
        """The status to exit with: 0 after Ctrl-C or SIGTERM."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._end)
        try:
            for part in self._parts:
                part.start()
            if not self._wait_ready():
                return 0 if self._signalled else 1
            greet()
            return self._watch()
        finally:
            end_all(self._parts, GRACE)

    def _end(self, _number: int, _frame: object) -> None:
        self._signalled = True

    def _wait_ready(self) -> bool:
        """A full machine starts slowly, but giving up would help nobody: it waits for as long as
        all parts run."""
        slow_at = time.monotonic() + SLOW_AFTER
        while not self._signalled:
            for part in self._parts:
                if not part.alive:
                    say(f"{part.name} did not start; its log ends so:\n{tail(part.log)}")
                    return False
            if self._ready():
                return True
            if time.monotonic() > slow_at:
                say("The start takes long on this machine; still waiting.")
                slow_at = float("inf")
            time.sleep(LOOK)
        return False

    def _watch(self) -> int:
        while not self._signalled:
            for part in self._parts:
                if said := part.look(time.monotonic()):
                    say(f"{time.strftime('%H:%M:%S')} {said}")
                turn_over(part.log)
                if part.hopeless and part.vital:
                    return 1
            sys.stdout.flush()
            time.sleep(LOOK)
        return 0
