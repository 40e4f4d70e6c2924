"""Paths of the project and of an installation."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IS_CHECKOUT = (ROOT / "requirements").is_dir()
"""Whether this is the project's folder, and not a package that pip has installed."""
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python" if IS_CHECKOUT else Path(sys.executable)
"""The interpreter that has the requirements."""


def data_dir() -> Path:
    """The data directory of the installation, which is created; only its owner can read it."""
    folder = find_data_dir()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def find_data_dir() -> Path:
    """Where the data directory of the installation is, or will be."""
    chosen = os.environ.get("LABELLA_VAR")
    if chosen:
        folder = Path(chosen)
    elif IS_CHECKOUT:
        folder = ROOT / "var"
    else:
        # Where programs of a user keep their data (XDG).
        shared = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        folder = Path(shared) / "la-bella"
    return folder.resolve()


def database_path(data_dir: Path) -> Path:
    """The embedded database."""
    return data_dir / "la-bella.sqlite3"
