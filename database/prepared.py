"""Prepared statements of PostgreSQL: planned once for each connection, sent several at once.

Planning a short statement and the way to the server and back take longer than running it. So the
statements on the path of a hand are prepared when a connection first needs them, and then executed
by their names; those that do not need each other's answers go in one message.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper

FIRST_TABLE = re.compile(r"\b(?:FROM|INTO|UPDATE) (\w+)")


_names_by_connection: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""What is prepared on each connection of the driver. It is gone with the connection."""


def execute_together(statements: Sequence[tuple[str, Sequence[Any]]]) -> Iterator[CursorWrapper]:
    """Run statements (SQL with ``%s``, and the values of its parameters) in their order and in one
    message; yields a cursor at the answer of each."""
    with connection.cursor() as cursor:
        executions: list[str] = []
        all_parameters: list[Any] = []
        for sql, parameters in statements:
            execution = sql
            if settings.DATABASE_PREPARES:
                name, numbered_sql, execution = _name_statement(sql)
                known_names = _names_by_connection.setdefault(connection.connection, set())
                if name not in known_names:
                    # It stays prepared also when the transaction is rolled back.
                    cursor.execute(f"PREPARE {name} AS {numbered_sql}")
                    known_names.add(name)
            executions.append(execution)
            all_parameters += parameters
        cursor.execute("; ".join(executions), all_parameters)
        for _statement in statements:
            yield cursor
            cursor.nextset()


@cache
def _name_statement(sql: str) -> tuple[str, str, str]:
    """A name for a statement, its SQL as PREPARE takes it, and the SQL that executes it. The name
    has its command and the first table in it, for readers of the server's logs."""
    command, table = sql.split(" ", 1)[0].lower(), FIRST_TABLE.search(sql)
    words = [command, *(table.groups() if table else ()), sha256(sql.encode()).hexdigest()[:8]]
    name = "_".join(words)
    count = sql.count("%s")
    numbered_sql = sql % tuple(f"${number}" for number in range(1, count + 1))
    places = ", ".join(["%s"] * count)
    return name, numbered_sql, f"EXECUTE {name} ({places})" if places else f"EXECUTE {name}"
