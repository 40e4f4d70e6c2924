"""Lets the ids of each table begin at another number.

On SQLite every test would begin with ids from 1: one that takes the number of a stage for its id,
or the id of another table, would pass.
"""

from django.apps import apps
from django.db import connection

STEP = 1_000
"""From the first id of a table to that of the next one."""


_first_ids: dict[str, int] = {}
"""The number that each table's ids begin after, in the database of this process."""


def start_ids_apart() -> None:
    """For a new database on SQLite; on PostgreSQL ids go on from test to test anyway."""
    if connection.vendor != "sqlite":
        return
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.auto_field]
    _first_ids.update({table: number * STEP for number, table in enumerate(tables, start=1)})
    with connection.cursor() as cursor:
        for table, first_id in _first_ids.items():
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, first_id])


def list_tables_with_used_ids() -> set[str]:
    """The tables on SQLite that have given ids away, also if their rows were deleted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        return {name for name, seq in cursor.fetchall() if seq > _first_ids.get(name, 0)}
