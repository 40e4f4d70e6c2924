"""Consistent copies of all that the house keeps, made while it runs, and put back when it rests."""

import argparse
import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from tools.house import running
from tools.paths import database, var

KEPT = ("secret-key", "begun")


def back_up(folder: Path) -> Path:
    """A copy in ``backups/`` named by its time; the database's by SQLite's own backup, checked."""
    target = folder / "backups" / time.strftime("%Y-%m-%d-%H%M%S")
    partial = target.with_name(target.name + ".partial")
    partial.mkdir(mode=0o700, parents=True)
    copy_database(database(folder), partial / database(folder).name)
    for name in KEPT:
        if (folder / name).exists():
            shutil.copy2(folder / name, partial / name)
    partial.rename(target)
    return target


def copy_database(source: Path, target: Path) -> None:
    """A whole database, as it was at one moment. Raises sqlite3.Error."""
    if not source.exists():
        sys.exit("There is nothing to copy yet: the embedded database has not been made.")
    address = f"file:{source}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        sys.exit(f"The copy is not sound: {verdict}")


def restore(folder: Path, source: Path) -> None:
    """Puts a copy back in the place of what is there, which is kept beside it."""
    if running(folder):
        sys.exit("La Bella is running: end it first (Ctrl-C).")
    copy = source / database(folder).name
    if not copy.is_file():
        sys.exit(f"{source} holds no copy: choose a folder of {folder / 'backups'}")
    aside = folder / "backups" / time.strftime("before-%Y-%m-%d-%H%M%S")
    aside.mkdir(mode=0o700, parents=True)
    for path in folder.glob(f"{database(folder).name}*"):
        path.rename(aside / path.name)
    copy_database(copy, database(folder))
    for name in KEPT:
        if (source / name).exists():
            shutil.copy2(source / name, folder / name)


def start_over(folder: Path) -> None:
    """Takes the demo away, so that the next start makes a new one. Backups stay."""
    if running(folder):
        sys.exit("La Bella is running: end it first (Ctrl-C).")
    for path in [*folder.glob(f"{database(folder).name}*"), folder / "begun"]:
        path.unlink(missing_ok=True)
    for name in ("broker", "log", "mail"):
        shutil.rmtree(folder / name, ignore_errors=True)


def main() -> None:
    """``python3 -m tools.backup copy | restore FOLDER | reset``"""
    parser = argparse.ArgumentParser()
    parser.add_argument("act", choices=["copy", "restore", "reset"])
    parser.add_argument("source", nargs="?")
    given = parser.parse_args()
    os.umask(0o077)
    folder = var()
    if given.act == "copy":
        print(back_up(folder))
    elif given.act == "restore":
        if not given.source:
            sys.exit("Say which copy: make restore FROM=var/backups/2026-12-13-210000")
        restore(folder, Path(given.source).resolve())
        print("Restored. Start with: make run")
    else:
        start_over(folder)
        print("The demo will be made anew: make run")


if __name__ == "__main__":
    main()
