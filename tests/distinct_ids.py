"""Lets the ids of each table begin at another number.

On SQLite every test would begin with ids from 1: one that takes the number of a stage for its id,
or the id of another table, would pass.
"""

from django.apps import apps
from django.db import connection

STEP = 1_000
"""From the first id of a table to that of the next one."""


def start_ids_apart() -> None:
    """For a new database on SQLite; on PostgreSQL ids go on from test to test anyway."""
    if connection.vendor != "sqlite":
        return
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.auto_field]
    with connection.cursor() as cursor:
        for number, table in enumerate(tables, start=1):
            last_id = number * STEP
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, last_id])
