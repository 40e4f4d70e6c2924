"""What the house keeps in its folder besides the database: the key, the lock, how it began."""

import fcntl
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

FOLDERS = ("log", "mail", "broker/queue", "broker/control", "broker/processed")


class Begun(Enum):
    """How this installation began. What began as a club is never reset."""

    NOT = ""
    DEMO = "demo"
    CLUB = "club"


def furnish(folder: Path) -> None:
    """The folders, and at the first start a secret key that only its owner can read."""
    for name in FOLDERS:
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    key = folder / "secret-key"
    if not key.exists():
        new = key.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        new.rename(key)


def begun(folder: Path) -> Begun:
    """How the installation in this folder began, if it has."""
    path = folder / "begun"
    return Begun(path.read_text(encoding="ascii").strip()) if path.exists() else Begun.NOT


def has_begun(folder: Path, how: Begun) -> None:
    """Remembers it."""
    (folder / "begun").write_text(f"{how.value}\n", encoding="ascii")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One house a folder, and nobody puts back a copy under it. Who comes second is told where
    the first one is."""
    with (folder / "house.lock").open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            where = lock.read().strip() or "it is just starting"
            sys.exit(f"La Bella is running already: {where}. Ctrl-C there ends it.")
        lock.truncate(0)
        yield


def say_where(folder: Path, address: str) -> None:
    """Leaves the address for whoever comes second."""
    (folder / "house.lock").write_text(f"{address} (process {os.getpid()})", encoding="utf-8")
