"""Whether a newer version of the code has written a database. This version would not fill its new
columns."""

import re
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from tools.paths import ROOT

NUMBERED = re.compile(r"(\d+)_")
COPIED_ROWS = re.compile(r"COPY \S+ \((?P<columns>[^)]*)\) FROM stdin;")
END_OF_ROWS = "\\."


def find_newer_migrations(database: Path) -> list[str]:
    """Migrations of an embedded database with higher numbers than any of this code."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = "SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'"
        if not connection.execute(tables).fetchone():
            return []
        rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        applied = [(str(app), str(name)) for app, name in rows]
    return list_newer_migrations(applied)


def list_newer_migrations(applied: Sequence[tuple[str, str]]) -> list[str]:
    """Those of the migrations, by app and name, with higher numbers than any of this code. Lower
    ones that it does not have may have been replaced by others."""
    last = {app: _find_last_number(app) for app, _name in applied}
    return [f"{app}.{name}" for app, name in applied if last[app] and _number(name) > last[app]]


def format_newer_version(source: str, newer: Sequence[str]) -> str:
    """The refusal to restore a backup that a newer version has made."""
    return (
        f"{source} was made by a newer version of La Bella ({newer[-1]}). Install that version "
        "first. Nothing was changed."
    )


def read_applied_migrations(script: Iterable[str]) -> list[tuple[str, str]]:
    """The app and the name of each migration in the lines of a script that ``pg_restore`` has made
    of the table ``django_migrations``."""
    columns: list[str] = []
    applied: list[tuple[str, str]] = []
    for line in script:
        text = line.rstrip("\n")
        if found := COPIED_ROWS.fullmatch(text):
            columns = found["columns"].split(", ")
        elif text == END_OF_ROWS:
            columns = []
        elif columns:
            row = dict(zip(columns, text.split("\t"), strict=True))
            applied.append((row["app"], row["name"]))
    return sorted(applied)


def _find_last_number(app: str) -> int:
    """0 for a package that is not ours."""
    files = (ROOT / app / "migrations").glob("*.py")
    return max((_number(file.name) for file in files), default=0)


def _number(name: str) -> int:
    found = NUMBERED.match(name)
    return int(found[1]) if found else 0


def main() -> None:
    """``pg_restore --data-only --table=django_migrations --file=- COPY | python3 -m
    tools.migrations COPY`` exits with a message if a newer version has made this copy of a
    PostgreSQL database."""
    newer = list_newer_migrations(read_applied_migrations(sys.stdin))
    if newer:
        sys.exit(format_newer_version(sys.argv[1], newer))


if __name__ == "__main__":
    main()
