"""The data directory: what an installation keeps besides its database."""

import fcntl
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

SUBDIRECTORIES = ("log", "mail", "broker/queue", "broker/control", "broker/processed")
LOCK = "server.lock"
INSTALL_KIND = "begun"


class InstallKind(Enum):
    """How an installation was first started. Only a demo is ever reset."""

    NONE = ""
    """Not yet, or it cannot be read."""
    DEMO = "demo"
    CLUB = "club"


def create_data_dir(data_dir: Path) -> None:
    """Create the subdirectories and, at the first start, a secret key that only its owner can
    read."""
    for name in SUBDIRECTORIES:
        (data_dir / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    key = data_dir / "secret-key"
    if not key.exists():
        replace_file(write_beside(key, secrets.token_urlsafe(48).encode()), key)


def write_beside(path: Path, content: bytes) -> Path:
    """Write what is to replace a file; only its owner can read it. Returns its path. With
    ``replace_file``, a crash or a power cut leaves the old file or the new one, and never a part of
    it."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return new


def replace_file(new: Path, path: Path) -> None:
    """Put a complete file in the place of another one, and wait until the disk has it."""
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_install_kind(data_dir: Path) -> InstallKind:
    """How the installation was first started, if it was."""
    path = data_dir / INSTALL_KIND
    if not path.exists():
        return InstallKind.NONE
    written = path.read_bytes().strip()
    kinds = {kind.value.encode(): kind for kind in InstallKind}
    return kinds.get(written, InstallKind.NONE)


def write_install_kind(data_dir: Path, kind: InstallKind) -> None:
    """Record how the installation was first started."""
    path = data_dir / INSTALL_KIND
    replace_file(write_beside(path, f"{kind.value}\n".encode()), path)


@contextmanager
def lock_data_dir(data_dir: Path) -> Iterator[None]:
    """Allow one server per data directory, and no restore while it runs. A second server exits
    with the address of the first."""
    with (data_dir / LOCK).open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            where = lock.read().strip() or "it is just starting"
            sys.exit(f"La Bella is running already: {where}. Stop it there with Ctrl-C.")
        lock.truncate(0)
        yield


def record_address(data_dir: Path, address: str) -> None:
    """Store the address of the running server, for the message to a second one."""
    (data_dir / LOCK).write_text(f"{address} (process {os.getpid()})", encoding="utf-8")
