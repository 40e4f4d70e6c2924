"""Empties the database after a test that commits.

Django empties every table (on PostgreSQL that makes new files for all of them) and then makes the
content types and permissions again: two seconds a test. Here only the tables that the test has
written are emptied; what the migrations have put there stays.
"""

from collections.abc import Collection

from django.db import connection, transaction
from django.test import TransactionTestCase


def empty_only_what_is_written() -> None:
    """From now on, for all tests of this process. The database is as its migrations leave it."""
    kept = frozenset(list_tables_with_rows())

    def empty(_case: TransactionTestCase) -> None:
        empty_tables(kept)

    TransactionTestCase._fixture_teardown = empty  # type: ignore[attr-defined]


def empty_tables(kept: Collection[str]) -> None:
    """Deletes the rows of all tables but the ``kept`` ones."""
    # In one transaction: foreign keys are checked at its end, so the order does not matter.
    with transaction.atomic(), connection.cursor() as cursor:
        for table in list_tables_with_rows():
            if table not in kept:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


def list_tables_with_rows() -> list[str]:
    """The names of Django's tables that have a row. One query, besides that for the names."""
    names = connection.introspection.django_table_names(only_existing=True)
    # Names of tables come from the models, never from outside.
    selects = [
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(name)})"
        for name in names
    ]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(selects))
        return [name for (name,) in cursor.fetchall()]
