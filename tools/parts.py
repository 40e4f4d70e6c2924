"""The parts of the house: processes that are started, watched, started again and ended."""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.logs import size_of, tail, turn_over

PR_SET_PDEATHSIG = 1
QUICK = 60.0
"""A part that dies more than DEATHS times within so many seconds is given up."""
DEATHS = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LIBC = ctypes.CDLL(None)


@dataclass
class Part:
    """One process in a session of its own, so that a Ctrl-C reaches it through us alone. If we
    are killed, the kernel kills it too."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    cwd: Path
    vital: bool = False
    """Without it the house does not stand."""
    sockets: Sequence[int] = ()
    """File descriptors that it inherits."""
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)
    start_at: float = 0.0
    _log_from: int = 0

    def start(self) -> None:
        """Starts the process; what it prints is added to its log."""
        turn_over(self.log)
        self._log_from = size_of(self.log)
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
                preexec_fn=lambda: die_with(parent),  # noqa: PLW1509  (we have no threads)
            )

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def hopeless(self) -> bool:
        """Dead too often in too short a time: it is not started again."""
        return len(self.deaths) > DEATHS

    def has_said(self, words: bytes) -> bool:
        """Whether its log holds these words since it was last started."""
        if not self.log.exists():
            return False
        with self.log.open("rb") as log:
            log.seek(self._log_from)
            return words in log.read()

    def look(self, now: float) -> str | None:
        """Starts the part again if it has died, after a pause that grows; what there is to say."""
        if self.alive or (self.process is None and self.hopeless):
            return None
        if self.process is not None:
            return self._note_death(now)
        if now >= self.start_at:
            self.start()
            return f"{self.name} is started again"
        return None

    def _note_death(self, now: float) -> str:
        assert self.process is not None
        status = self.process.returncode
        self.kill()
        self.process = None
        self.deaths = [moment for moment in self.deaths if now - moment < QUICK] + [now]
        self.start_at = now + min(FIRST_PAUSE * 2 ** (len(self.deaths) - 1), LONGEST_PAUSE)
        said = f"{self.name} has ended ({_status(status)}); its log ends so:\n{tail(self.log)}"
        if self.hopeless:
            said += f"\n{self.name} DOES NOT STAY UP and is given up. All of its log: {self.log}"
        return said

    def ask_to_end(self) -> None:
        """SIGTERM to the process and all it has started."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL to whatever is left of it."""
        self._signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def _signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)


def end_all(parts: Sequence[Part], grace: float) -> None:
    """Ends all parts: asked first, killed when so many seconds are over."""
    for part in parts:
        part.ask_to_end()
    deadline = time.monotonic() + grace
    while any(part.alive for part in parts) and time.monotonic() < deadline:
        time.sleep(0.02)
    for part in parts:
        part.kill()


def die_with(parent: int) -> None:
    """Run in a new process: it ends when its parent does. Only Linux knows how; elsewhere a
    killed parent leaves it behind."""
    with suppress(AttributeError):
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _status(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
