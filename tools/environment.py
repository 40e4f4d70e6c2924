"""Makes the virtual environment from the locked requirements; immediate when nothing changed."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from tools.paths import PYTHON, ROOT, VENV

LEAST = (3, 11)
LOCKS = {"base": ROOT / "requirements" / "base.txt", "dev": ROOT / "requirements" / "dev.txt"}


def ensure(name: str) -> None:
    """Installs the requirements ``base`` or ``dev`` (which holds base) into ``.venv``.

    The stamp is written last, so an install that was cut off is done again.
    """
    _check_python()
    if any(_stamp(lock) == _digest(LOCKS[lock]) for lock in ("dev", name)):
        return
    if not PYTHON.exists():
        _make_venv()
    for lock in LOCKS:
        _stamp_path(lock).unlink(missing_ok=True)
    print(f"installing requirements/{name}.txt …", flush=True)
    _pip("install", "--require-hashes", "-r", str(LOCKS[name]))
    _stamp_path(name).write_text(_digest(LOCKS[name]), encoding="ascii")


def _check_python() -> None:
    if sys.version_info < LEAST:
        version = ".".join(map(str, LEAST))
        sys.exit(f"La Bella needs Python {version} or newer; this is {sys.version.split()[0]}.")


def _make_venv() -> None:
    print("making .venv …", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit("The environment could not be made. On Debian: apt install python3-venv")


def _pip(*arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    done = subprocess.run([str(PYTHON), "-m", "pip", *arguments, *quiet], check=False, cwd=ROOT)
    if done.returncode:
        sys.exit("The requirements could not be installed; what pip said is above. Try again.")


def _digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes() + str(VENV).encode()).hexdigest()


def _stamp_path(name: str) -> Path:
    return VENV / f"la-bella-{name}.stamp"


def _stamp(name: str) -> str | None:
    path = _stamp_path(name)
    return path.read_text(encoding="ascii") if path.exists() else None


if __name__ == "__main__":
    ensure(sys.argv[1] if len(sys.argv) > 1 else "base")
