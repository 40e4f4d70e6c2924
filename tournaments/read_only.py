"""A database connection on which nothing can be written."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def refuse_writes() -> Iterator[None]:
    """One consistent snapshot, in which the database itself refuses every write.

    ``transaction.atomic`` would take the write lock of SQLite (BEGIN IMMEDIATE) and stop the hall
    for as long as the verification reads. Inside a transaction that is open already, writes are
    refused too; the snapshot is that transaction's.
    """
    is_sqlite = connection.vendor == "sqlite"
    opens = not connection.in_atomic_block
    begin = "BEGIN DEFERRED" if is_sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA query_only = ON")
        if opens:
            cursor.execute(begin)
        try:
            yield
        finally:
            if opens:
                cursor.execute("ROLLBACK")
            if is_sqlite:
                cursor.execute("PRAGMA query_only = OFF")
