"""Consistent backups of the embedded installation, made while it runs, and their restore."""

import argparse
import itertools
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from tools.advice import Advice
from tools.data_dir import (
    INSTALL_KIND,
    InstallKind,
    lock_data_dir,
    read_install_kind,
    replace_file,
    write_beside,
    write_install_kind,
)
from tools.environment import print_progress
from tools.migrations import find_newer_migrations, format_newer_version
from tools.paths import data_dir, database_path, find_data_dir

SECRET_KEY = "secret-key"
FILES = (SECRET_KEY, INSTALL_KIND)
"""What a backup holds besides the database."""


class BackupError(Exception):
    """Nothing was changed; the message says what to do."""


def create_backup(directory: Path, prefix: str = "") -> Path:
    """Create a backup in ``backups/``, named by time. It contains the secret key, with which one
    could sign in as anybody, so only its owner can read it. Raises BackupError."""
    _require_database(database_path(directory))
    return _write_backup(directory, prefix, copy_database)


def _write_backup(directory: Path, prefix: str, copy: Callable[[Path, Path], None]) -> Path:
    target, partial = _reserve_name(directory / "backups", prefix)
    # The backup gets its name last, so that a directory with such a name is always complete.
    try:
        copy(database_path(directory), partial / database_path(directory).name)
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
    _require_database(source)
    address = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(address, uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # a single file, without a log beside it
            (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
            if verdict == "ok":
                _remove_identity(new)
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied: {error}") from error
    if verdict != "ok":
        raise BackupError(f"{source} is damaged: {verdict}")


def _require_database(path: Path) -> None:
    if not path.is_file():
        raise BackupError(f"There is no embedded database at {path}.")


def _remove_identity(database: sqlite3.Connection) -> None:
    """A copy is another database: what was cached from this one must not be taken for its own
    (``live.computed``)."""
    tables = "SELECT 1 FROM sqlite_master WHERE name = 'live_databaseidentity'"
    if database.execute(tables).fetchone():
        with database:
            database.execute("DELETE FROM live_databaseidentity")


def restore_backup(directory: Path, source: Path) -> Path | None:
    """Restore a backup. Returns a backup of the data that it replaced, if there was any. Raises
    BackupError.

    Whenever it is interrupted, the old database or the new one is complete, and it can be restored
    again."""
    backup = source / database_path(directory).name
    if not backup.is_file():
        raise BackupError(f"{source} is no backup: choose a directory of {directory / 'backups'}")
    with lock_data_dir(directory):
        # All is written and checked beside what it replaces, before anything is removed: a damaged
        # backup or a full disk then changes nothing.
        database = database_path(directory)
        new = database.with_suffix(".new")
        new.unlink(missing_ok=True)
        copy_database(backup, new)
        _refuse_newer(new, source)
        key = directory / SECRET_KEY
        new_key = None
        if (source / SECRET_KEY).exists():
            new_key = write_beside(key, (source / SECRET_KEY).read_bytes())
        replaced = _back_up_current(directory)
        _remove_log(database)
        if replaced:
            # Until it has the kind of what is restored: a club must never be reset, nor a demo be
            # made in its place.
            write_install_kind(directory, InstallKind.CLUB)
        replace_file(new, database)
        if new_key:
            replace_file(new_key, key)
        write_install_kind(directory, read_install_kind(source))
        _remove_queue_and_mails(directory)
    return replaced


def _refuse_newer(database: Path, source: Path) -> None:
    newer = find_newer_migrations(database)
    if newer:
        raise BackupError(format_newer_version(str(source), newer))


def reset_demo(directory: Path) -> Path | None:
    """Remove the demo, so that the next start creates a new one. Returns a backup of it. Nothing
    else is ever removed: neither a real club nor a database of which the kind is not known. Raises
    BackupError."""
    with lock_data_dir(directory):
        database = database_path(directory)
        kind = read_install_kind(directory)
        if kind is not InstallKind.DEMO and (kind is InstallKind.CLUB or database.exists()):
            holds = "a real club, not a demo,"
            if kind is InstallKind.NONE:
                holds = "a database that is not known to be a demo"
            raise BackupError(
                f"{directory} holds {holds} and is kept. "
                f"For a demo beside it: {Advice.RUN_ELSEWHERE}"
            )
        replaced = _back_up_current(directory)
        _remove_log(database)
        database.unlink(missing_ok=True)
        (directory / INSTALL_KIND).unlink(missing_ok=True)
        _remove_queue_and_mails(directory)
    return replaced


def _back_up_current(directory: Path) -> Path | None:
    if not database_path(directory).exists():
        return None
    try:
        kept = create_backup(directory, "before-")
    except BackupError as error:
        # A damaged database is what one restores a backup for. It is kept as it is.
        print_progress(str(error))
        kept = _write_backup(directory, "before-damaged-", _copy_files)
    # At once: a person who interrupts what follows has to know it.
    print_progress(f"The replaced data is kept in {kept}")
    return kept


def _copy_files(database: Path, target: Path) -> None:
    for path in database.parent.glob(f"{database.name}*"):
        shutil.copy2(path, target.with_name(path.name))


def _remove_log(database: Path) -> None:
    """Write the log of the database into its file, and remove it: SQLite would apply it to whatever
    database has the name next. Raises BackupError if another program uses the database."""
    try:
        if database.exists():
            with closing(sqlite3.connect(database)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use: {error}. Nothing was changed.") from error
    except sqlite3.DatabaseError:
        pass  # damaged: its files are in the backup
    for path in database.parent.glob(f"{database.name}-*"):
        path.unlink()


def _remove_queue_and_mails(directory: Path) -> None:
    """Remove what belongs to the replaced database."""
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
    # A backup of nothing creates nothing.
    directory = find_data_dir() if action == "copy" else data_dir()
    try:
        if os.environ.get("DATABASE_URL"):
            raise BackupError("DATABASE_URL names another database: back it up with pg_dump.")
        if action == "copy":
            message = str(create_backup(directory))
        elif action == "reset":
            reset_demo(directory)
            message = f"The next start creates a new demo: {Advice.RUN}"
        elif source:
            restore_backup(directory, Path(source).resolve())
            message = f"Restored. Start with: {Advice.RUN}"
        else:
            raise BackupError(f"Name the backup: {Advice.RESTORE}")
    except BackupError as error:
        sys.exit(str(error))
    print(message)


if __name__ == "__main__":
    main()
