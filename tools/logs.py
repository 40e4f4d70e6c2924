"""The logs of the server's processes: bounded, and quoted when a process fails."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

LARGEST_LOG = 5_000_000
"""Bytes after which a log is rotated; one older log is kept."""


def rotate_log(log: Path) -> None:
    """Rotate a log that is too large. Its writer appends, so it continues in the emptied file.
    Where no copy can be made, as on a full disk, the log is emptied without one: a log must not
    fill the disk, and never stops the server."""
    with suppress(OSError):
        if log_size(log) <= LARGEST_LOG:
            return
        older = log.with_suffix(".log.1")
        try:
            shutil.copyfile(log, older)
        except OSError:
            with suppress(OSError):
                older.unlink()
        os.truncate(log, 0)


def log_size(log: Path) -> int:
    """Bytes; 0 if there is no log yet."""
    if not log.exists():
        return 0
    return log.stat().st_size


def read_tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log, indented; nothing if it cannot be read."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log_size(log) - 8000))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])
