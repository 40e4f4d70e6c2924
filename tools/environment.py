"""Sets up a checkout: installs the locked requirements and compiles the translations, as needed."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tools.paths import IS_CHECKOUT, PYTHON, ROOT, VENV
from wording.catalogues import list_outdated

LOCKS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("base", "dev", "docs")}
"""The locked requirements by name; ``dev`` includes ``base``."""
SUFFICIENT = {"base": {"base", "dev"}, "dev": {"dev"}, "docs": {"docs"}}
"""The requirements of which any contains those of that name."""
ADDED = {"docs"}
"""Requirements that are installed beside others, of which they change none."""


def set_up(name: str) -> None:
    """Install the requirements ``base`` or ``dev``, and compile the translations."""
    if not IS_CHECKOUT:
        return  # the package has its translations, and pip has installed its requirements
    with _lock_project():
        ensure_installed(name)
        if list_outdated():
            print_progress("compiling the translations …")
            # In the virtual environment, which has Babel: this process may run without any package.
            command = [str(PYTHON), "-m", "wording.catalogues"]
            completed = subprocess.run(command, check=False, cwd=ROOT, stdout=sys.stderr)
            if completed.returncode:
                sys.exit("The translations could not be compiled; see the error above.")


def ensure_installed(name: str) -> None:
    """Install the requirements of that name into ``.venv``, unless their stamp is current.

    The stamp is removed before an installation and written after it, so that an interrupted one is
    repeated. Without any stamp the environment is created anew.
    """
    stamps = {lock: VENV / f"la-bella-{lock}.stamp" for lock in LOCKS}
    there = {lock for lock, stamp in stamps.items() if stamp.exists()}
    if any(stamps[lock].read_text() == _digest(lock) for lock in SUFFICIENT[name] & there):
        return
    if not there or not PYTHON.exists():
        print_progress("creating .venv …")
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
        completed = subprocess.run(command, check=False, stdout=sys.stderr)
        if completed.returncode:
            sys.exit(
                "The virtual environment could not be created; see the error above. "
                "On Debian and Ubuntu: apt install python3-venv"
            )
    # Except for those in ADDED, an installation can change the packages of the others, so that
    # their stamps no longer hold.
    outdated_locks: Iterable[str] = LOCKS
    if name in ADDED:
        outdated_locks = {name}
    for lock in outdated_locks:
        stamps[lock].unlink(missing_ok=True)
    print_progress(f"installing requirements/{name}.txt …")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Hashes are required: only the files that were locked are installed, whatever an index offers.
    # The lock is complete, so nothing has to be resolved, and Python compiles what it imports.
    options = ["--no-input", "--require-hashes", "--no-deps", "--no-compile"]
    command = [*pip, *options, "-r", str(LOCKS[name])]
    completed = subprocess.run(command, check=False, cwd=ROOT, stdout=sys.stderr)
    if completed.returncode:
        sys.exit("The requirements could not be installed; see the output of pip above.")
    stamps[name].write_text(_digest(name), encoding="ascii")


@contextmanager
def _lock_project() -> Iterator[None]:
    """Two set-ups at once run one after the other; the lock is the project's directory."""
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


def print_progress(message: str) -> None:
    """Print to standard error: standard output is for programs."""
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        set_up(sys.argv[1] if len(sys.argv) > 1 else "base")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the next run starts the installation again.")
