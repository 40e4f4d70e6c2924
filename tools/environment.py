"""Makes the virtual environment from the locked requirements; immediate when nothing changed."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tools.paths import PYTHON, ROOT, VENV

LOCKS = {"base": ROOT / "requirements" / "base.txt", "dev": ROOT / "requirements" / "dev.txt"}
"""What is installed under each name; ``dev`` holds all of ``base``."""


def ensure(name: str) -> None:
    """Installs ``base`` or ``dev`` into ``.venv``, unless the stamp says that it is there.

    The stamp goes first and comes back last: an install that was cut off is done again, and one
    that never got a stamp begins with an empty environment.
    """
    with _alone():
        stamps = {lock: VENV / f"la-bella-{lock}.stamp" for lock in LOCKS}
        there = [lock for lock, stamp in stamps.items() if stamp.exists()]
        if any(stamps[lock].read_text() == _digest(lock) for lock in {"dev", name} & {*there}):
            return
        if not there or not PYTHON.exists():
            _make_venv()
        for stamp in stamps.values():
            stamp.unlink(missing_ok=True)
        _install(name)
        stamps[name].write_text(_digest(name), encoding="ascii")


@contextmanager
def _alone() -> Iterator[None]:
    """Two makes at once install one after the other: the lock is on the project's own folder."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _digest(name: str) -> str:
    """Changes with the lock, with the place of the environment and with its Python."""
    python = os.path.realpath(PYTHON)
    return hashlib.sha256(LOCKS[name].read_bytes() + f"{VENV}{python}".encode()).hexdigest()


def _make_venv() -> None:
    say("making .venv …")
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], check=False, stdout=sys.stderr
    )
    if made.returncode:
        sys.exit(
            "The environment could not be made; what went wrong is above. "
            "Where Python comes without venv (Debian, Ubuntu): apt install python3-venv"
        )


def _install(name: str) -> None:
    say(f"installing requirements/{name}.txt …")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "--no-input", "--require-hashes", "-r", str(LOCKS[name])],
        check=False,
        cwd=ROOT,
        stdout=sys.stderr,
    )
    if done.returncode:
        sys.exit("The requirements could not be installed; what pip said is above. Try again.")


def say(what: str) -> None:
    """A word for who waits; what a program reads goes to standard output alone."""
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        ensure(sys.argv[1] if len(sys.argv) > 1 else "base")
    except KeyboardInterrupt:
        sys.exit("\nEnded before all was installed; the next time begins again.")
