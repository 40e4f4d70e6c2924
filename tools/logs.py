"""The logs of the parts: bounded, and shown when something went wrong."""

import os
import shutil
from pathlib import Path

MOST = 5_000_000
"""Bytes after which a log is turned over; one older log is kept."""


def turn_over(log: Path) -> None:
    """Keeps a log bounded. Its writer appends, so that it goes on in the emptied file."""
    if size_of(log) > MOST:
        shutil.copyfile(log, log.with_suffix(".log.1"))
        os.truncate(log, 0)


def size_of(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0


def tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log, indented."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, size_of(log) - 8000))
        text = file.read().decode("utf-8", "replace")
    return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])
