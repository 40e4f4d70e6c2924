"""Creates the virtual environment from the locked requirements, unless it is up to date."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tools.paths import IS_CHECKOUT, PYTHON, ROOT, VENV

LOCKS = {"base": ROOT / "requirements" / "base.txt", "dev": ROOT / "requirements" / "dev.txt"}
"""The locked requirements by name; ``dev`` includes ``base``."""


def ensure_installed(name: str) -> None:
    """Install ``base`` or ``dev`` into ``.venv``, unless its stamp is current.

    The stamp is removed before an installation and written after it, so that an interrupted one is
    repeated. Without any stamp the environment is created anew.
    """
    if not IS_CHECKOUT:
        return  # pip has installed the requirements with the package
    with _lock_project():
        stamps = {lock: VENV / f"la-bella-{lock}.stamp" for lock in LOCKS}
        there = [lock for lock, stamp in stamps.items() if stamp.exists()]
        if any(stamps[lock].read_text() == _digest(lock) for lock in {"dev", name} & {*there}):
            return
        if not there or not PYTHON.exists():
            _create_venv()
        for stamp in stamps.values():
            stamp.unlink(missing_ok=True)
        _install(name)
        stamps[name].write_text(_digest(name), encoding="ascii")


@contextmanager
def _lock_project() -> Iterator[None]:
    """Two installations at once run one after the other; the lock is the project's directory."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _digest(name: str) -> str:
    """Changes with the requirements, the path of the environment and its Python."""
    python = os.path.realpath(PYTHON)
    return hashlib.sha256(LOCKS[name].read_bytes() + f"{VENV}{python}".encode()).hexdigest()


def _create_venv() -> None:
    print_progress("creating .venv …")
    completed = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], check=False, stdout=sys.stderr
    )
    if completed.returncode:
        sys.exit(
            "The virtual environment could not be created; see the error above. "
            "On Debian and Ubuntu: apt install python3-venv"
        )


def _install(name: str) -> None:
    print_progress(f"installing requirements/{name}.txt …")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    completed = subprocess.run(
        [*pip, "--no-input", "--require-hashes", "-r", str(LOCKS[name])],
        check=False,
        cwd=ROOT,
        stdout=sys.stderr,
    )
    if completed.returncode:
        sys.exit("The requirements could not be installed; see the output of pip above.")


def print_progress(message: str) -> None:
    """Print to standard error: standard output is for programs."""
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        ensure_installed(sys.argv[1] if len(sys.argv) > 1 else "base")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the next run starts the installation again.")
