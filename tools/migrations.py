"""Whether a newer version of the code has written a database. This version would not fill its new
columns."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tools.paths import ROOT

NUMBERED = re.compile(r"(\d+)_")


def find_newer_migrations(database: Path) -> list[str]:
    """Migrations of an embedded database with higher numbers than any of this code. Lower ones that
    it does not have may have been replaced by others."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = "SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'"
        if not connection.execute(tables).fetchone():
            return []
        rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        applied = [(str(app), str(name)) for app, name in rows]
    last = {app: _find_last_number(app) for app, _name in applied}
    return [f"{app}.{name}" for app, name in applied if last[app] and _number(name) > last[app]]


def _find_last_number(app: str) -> int:
    """0 for a package that is not ours."""
    files = (ROOT / app / "migrations").glob("*.py")
    return max((_number(file.name) for file in files), default=0)


def _number(name: str) -> int:
    found = NUMBERED.match(name)
    return int(found[1]) if found else 0
