"""Consistent copies of all that the house keeps, made while it runs, and put back when it rests."""

import argparse
import itertools
import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from tools.folder import Begun, alone, begun
from tools.paths import database, var

KEPT = ("secret-key", "begun")


class BackupFailed(Exception):
    """Nothing was changed; the message says what there is to do."""


def back_up(folder: Path, before: str = "") -> Path:
    """A copy in ``backups/``, named by its time (and, ``before`` something, by that). Whoever has
    it can sign in as anybody: it holds the secret key, and is readable by its owner only."""
    target, partial = _names(folder / "backups", before)
    try:
        copy_database(database(folder), partial / database(folder).name)
        for kept in KEPT:
            if (folder / kept).exists():
                shutil.copy2(folder / kept, partial / kept)
        partial.rename(target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return target


def _names(backups: Path, before: str) -> tuple[Path, Path]:
    """A name that sorts by time, and the folder to fill first, made: it is ours alone."""
    name = before + time.strftime("%Y-%m-%d-%H%M%S")
    for count in itertools.count(1):
        target = backups / (name if count == 1 else f"{name}-{count}")
        partial = target.with_name(f"{target.name}.partial")
        with suppress(FileExistsError):
            partial.mkdir(mode=0o700, parents=True)
            if not target.exists():
                return target, partial
            partial.rmdir()
    raise AssertionError


def copy_database(source: Path, target: Path) -> None:
    """A whole database as it was at one moment, by SQLite's own backup, and looked through.
    Raises BackupFailed."""
    if not source.is_file():
        raise BackupFailed(f"There is no embedded database at {source}.")
    address = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(address, uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
            (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{source} could not be copied: {error}") from error
    if verdict != "ok":
        raise BackupFailed(f"{source} is damaged: {verdict}")


def restore(folder: Path, source: Path) -> Path | None:
    """Puts a copy back. What was there is copied before, and where to is returned."""
    copy = source / database(folder).name
    if not copy.is_file():
        raise BackupFailed(f"{source} holds no copy: choose a folder of {folder / 'backups'}")
    with alone(folder):
        new = database(folder).with_suffix(".new")
        new.unlink(missing_ok=True)
        copy_database(copy, new)
        aside = _set_aside(folder)
        _clear(folder)
        new.rename(database(folder))
        for kept in KEPT:
            if (source / kept).exists():
                shutil.copy2(source / kept, folder / kept)
    return aside


def start_over(folder: Path) -> Path | None:
    """Takes the demo away, so that the next start makes a new one, and returns where a copy of it
    is. A real club is never taken away."""
    if begun(folder) is Begun.CLUB:
        raise BackupFailed(
            f"{folder} holds a real club, not a demo: it stays. "
            "For a demo beside it: make run LABELLA_VAR=demo-var"
        )
    with alone(folder):
        aside = _set_aside(folder)
        _clear(folder)
    return aside


def _set_aside(folder: Path) -> Path | None:
    if not database(folder).exists():
        return None
    return back_up(folder, "before-")


def _clear(folder: Path) -> None:
    """Takes away the database and what only makes sense with it: the queue of its jobs."""
    for path in [*folder.glob(f"{database(folder).name}*"), folder / "begun"]:
        path.unlink(missing_ok=True)
    for name in ("broker", "mail"):
        shutil.rmtree(folder / name, ignore_errors=True)


def main() -> None:
    """``python3 -m tools.backup copy | restore FOLDER | reset``"""
    parser = argparse.ArgumentParser(prog="tools.backup")
    parser.add_argument("act", choices=["copy", "restore", "reset"])
    parser.add_argument("source", nargs="?")
    given = parser.parse_args()
    os.umask(0o077)
    try:
        print(_done(given.act, var(), given.source))
    except BackupFailed as error:
        sys.exit(str(error))


def _done(act: str, folder: Path, source: str | None) -> str:
    if os.environ.get("DATABASE_URL"):
        raise BackupFailed("DATABASE_URL names another database: its own tools copy it (pg_dump).")
    if act == "copy":
        return str(back_up(folder))
    if act == "reset":
        aside = start_over(folder)
        return f"The demo will be made anew: make run{_kept(aside)}"
    if not source:
        raise BackupFailed("Say which copy: make restore FROM=var/backups/2026-12-13-210000")
    aside = restore(folder, Path(source).resolve())
    return f"Restored. Start with: make run{_kept(aside)}"


def _kept(aside: Path | None) -> str:
    return f"\nWhat was there is in {aside}" if aside else ""


if __name__ == "__main__":
    main()
