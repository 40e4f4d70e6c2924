"""Where things are."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def var() -> Path:
    """The folder of all that an installation keeps, closed to everybody but its owner."""
    folder = Path(os.environ.get("LABELLA_VAR") or ROOT / "var").resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def database(folder: Path) -> Path:
    """The embedded database."""
    return folder / "la-bella.sqlite3"
