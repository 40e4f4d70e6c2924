"""Consistent backups of the embedded installation, made while it runs, and their restore."""

import argparse
import itertools
import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from tools.data_dir import INSTALL_KIND, InstallKind, lock_data_dir, read_install_kind
from tools.paths import data_dir, database_path

FILES = ("secret-key", INSTALL_KIND)
"""What a backup holds besides the database."""


class BackupError(Exception):
    """Nothing was changed; the message says what to do."""


def create_backup(directory: Path, prefix: str = "") -> Path:
    """Create a backup in ``backups/``, named by time. It contains the secret key, with which one
    could sign in as anybody, so only its owner can read it."""
    target, partial = _reserve_name(directory / "backups", prefix)
    # The backup gets its name last, so that a directory with such a name is always complete.
    try:
        copy_database(database_path(directory), partial / database_path(directory).name)
        for name in FILES:
            if (directory / name).exists():
                shutil.copy2(directory / name, partial / name)
        partial.rename(target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return target


def _reserve_name(backups: Path, prefix: str) -> tuple[Path, Path]:
    """A name that sorts by time, and the directory to fill first, which this call has created."""
    name = prefix + time.strftime("%Y-%m-%d-%H%M%S")
    for count in itertools.count(1):
        target = backups / (name if count == 1 else f"{name}-{count}")
        partial = target.with_name(f"{target.name}.partial")
        # To create a directory is atomic, so of two backups in one second only one gets the name.
        with suppress(FileExistsError):
            partial.mkdir(mode=0o700, parents=True)
            if not target.exists():
                return target, partial
            partial.rmdir()
    raise AssertionError


def copy_database(source: Path, target: Path) -> None:
    """Copy a whole database as of one moment, with SQLite's backup API, and check the copy.
    Raises BackupError."""
    if not source.is_file():
        raise BackupError(f"There is no embedded database at {source}.")
    address = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(address, uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # a single file, without a log beside it
            (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied: {error}") from error
    if verdict != "ok":
        raise BackupError(f"{source} is damaged: {verdict}")


def restore_backup(directory: Path, source: Path) -> Path | None:
    """Restore a backup. Returns a backup of the data that it replaced, if there was any."""
    backup = source / database_path(directory).name
    if not backup.is_file():
        raise BackupError(f"{source} is no backup: choose a directory of {directory / 'backups'}")
    with lock_data_dir(directory):
        # The copy is checked before anything is removed: a damaged backup then changes nothing.
        new = database_path(directory).with_suffix(".new")
        new.unlink(missing_ok=True)
        copy_database(backup, new)
        replaced = _back_up_current(directory)
        _clear(directory)
        new.rename(database_path(directory))
        for name in FILES:
            if (source / name).exists():
                shutil.copy2(source / name, directory / name)
    return replaced


def reset_demo(directory: Path) -> Path | None:
    """Remove the demo, so that the next start creates a new one. Returns a backup of it. A real
    club is never removed."""
    if read_install_kind(directory) is InstallKind.CLUB:
        raise BackupError(
            f"{directory} holds a real club, not a demo, and is kept. "
            "For a demo beside it: make run LABELLA_VAR=demo-var"
        )
    with lock_data_dir(directory):
        replaced = _back_up_current(directory)
        _clear(directory)
    return replaced


def _back_up_current(directory: Path) -> Path | None:
    if not database_path(directory).exists():
        return None
    return create_backup(directory, "before-")


def _clear(directory: Path) -> None:
    """Remove the database and what belongs to it: the queue of its jobs, and its mails."""
    for path in [*directory.glob(f"{database_path(directory).name}*"), directory / INSTALL_KIND]:
        path.unlink(missing_ok=True)
    for name in ("broker", "mail"):
        shutil.rmtree(directory / name, ignore_errors=True)


def main() -> None:
    """``python3 -m tools.backup copy | restore DIRECTORY | reset``"""
    parser = argparse.ArgumentParser(prog="tools.backup")
    parser.add_argument("action", choices=["copy", "restore", "reset"])
    parser.add_argument("source", nargs="?")
    arguments = parser.parse_args()
    perform(arguments.action, arguments.source)


def perform(action: str, source: str | None = None) -> None:
    """Perform an action on the data of this machine and print what was done; exits with a message
    where it cannot be done."""
    # Everything that is written here can contain the secret key, and the data of players.
    os.umask(0o077)
    directory = data_dir()
    try:
        if os.environ.get("DATABASE_URL"):
            raise BackupError("DATABASE_URL names another database: back it up with pg_dump.")
        if action == "copy":
            message = str(create_backup(directory))
        elif action == "reset":
            replaced = reset_demo(directory)
            message = f"The next start creates a new demo: make run{_describe_replaced(replaced)}"
        elif source:
            replaced = restore_backup(directory, Path(source).resolve())
            message = f"Restored. Start with: make run{_describe_replaced(replaced)}"
        else:
            raise BackupError("Name the backup: make restore FROM=var/backups/2026-12-13-210000")
    except BackupError as error:
        sys.exit(str(error))
    print(message)


def _describe_replaced(replaced: Path | None) -> str:
    if not replaced:
        return ""
    return f"\nThe replaced data is in {replaced}"


if __name__ == "__main__":
    main()
