"""The static files as they are served, compressed and named by their content: collected anew only
when one has changed."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from tools.environment import LOCKS
from tools.management import manage
from tools.paths import ROOT


def collect(folder: Path, settings: Mapping[str, str]) -> None:
    """Into ``static/`` of the folder; a stamp says of which files."""
    stamp = folder / "static" / ".stamp"
    digest = _digest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    manage(settings, "collectstatic", "--no-input", "--clear", "--verbosity", "0")
    stamp.write_text(digest, encoding="ascii")


def _digest() -> str:
    """Of our own files, of how they are stored, and of the lock of packages that bring files."""
    made = hashlib.sha256(LOCKS["base"].read_bytes())
    made.update((ROOT / "config" / "static.py").read_bytes())
    for path in sorted([*ROOT.glob("static/**/*"), *ROOT.glob("*/static/**/*")]):
        if path.is_file():
            made.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return made.hexdigest()
