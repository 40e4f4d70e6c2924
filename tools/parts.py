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

PR_SET_PDEATHSIG = 1
MOST_LOG = 5_000_000
QUICK = 60.0
"""A part that dies more than DEATHS times within so many seconds is given up."""
DEATHS = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0


@dataclass
class Part:
    """One process in a session of its own, so that a Ctrl-C reaches it through us alone. If we
    are killed, the kernel kills it too."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    cwd: Path
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)
    start_at: float = 0.0

    def start(self) -> None:
        """Starts the process; what it prints goes to its log."""
        turn_over(self.log)
        parent = os.getpid()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(self.command),
                env=dict(self.environment),
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: _die_with(parent),  # noqa: PLW1509  (we have no threads)
            )

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def look(self, now: float) -> str | None:
        """Starts the part again if it has died, after a pause that grows; what there is to say."""
        if self.alive:
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
        pause = min(FIRST_PAUSE * 2 ** (len(self.deaths) - 1), LONGEST_PAUSE)
        self.start_at = now + pause
        return f"{self.name} has ended ({_status(status)}); its log ends so:\n{tail(self.log)}"

    @property
    def hopeless(self) -> bool:
        return len(self.deaths) > DEATHS

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
    """Ends all parts: asked first, killed when the grace is over."""
    for part in parts:
        part.ask_to_end()
    deadline = time.monotonic() + grace
    while any(part.alive for part in parts) and time.monotonic() < deadline:
        time.sleep(0.02)
    for part in parts:
        part.kill()


def turn_over(log: Path) -> None:
    """Keeps a log bounded: what is too long becomes the older half."""
    if log.exists() and log.stat().st_size > MOST_LOG:
        older = log.with_suffix(".log.1")
        older.write_bytes(log.read_bytes())
        os.truncate(log, 0)


def tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log."""
    if not log.exists():
        return ""
    text = log.read_bytes()[-8000:].decode("utf-8", "replace")
    return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])


def _die_with(parent: int) -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _status(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
