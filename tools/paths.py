"""Paths of the project and of an installation."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def data_dir() -> Path:
    """The data directory of the installation; only its owner can read it."""
    folder = Path(os.environ.get("LABELLA_VAR") or ROOT / "var").resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def database_path(data_dir: Path) -> Path:
    """The embedded database."""
    return data_dir / "la-bella.sqlite3"
