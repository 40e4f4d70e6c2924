"""Statements written as SQL, for the few paths on which building a query with the ORM costs more
than the statement itself. A test compares each with the ORM's answer."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.db.models.base import ModelState

from database.prepared import execute_together

Reader: TypeAlias = Callable[[Any], Any]
Row: TypeAlias = tuple[Any, ...]
ModelT = TypeVar("ModelT", bound=Model)
IN_IDS = "IN {ids}"


def as_is(value: Any) -> Any:
    """A number, a text or null needs no conversion."""
    return value


def read_json(value: Any) -> Any:
    """A JSON value, which arrives as text from both databases."""
    if value is None:
        return None
    return orjson.loads(value)


def read_uuid(value: Any) -> UUID | None:
    """A UUID, which SQLite stores as hexadecimal digits, or null."""
    if value is None or isinstance(value, UUID):
        return value
    return UUID(value)


def read_moment(value: datetime | None) -> datetime | None:
    """A time with its zone; SQLite returns it without one, in UTC."""
    if value is None or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=UTC)


def adapt_value(value: object) -> Any:
    """A value as this database takes it in a statement: times, days, UUIDs and JSON are changed."""
    # A datetime is a date too, so it is looked for first.
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    if isinstance(value, UUID):
        # SQLite stores the digits.
        if connection.features.has_native_uuid_field:
            return value
        return value.hex
    if isinstance(value, dict | list):
        # Text is JSON to both databases, and orjson writes it five times as fast.
        return orjson.dumps(value).decode()
    return value


class Statement:
    """One statement with ``%s`` for its parameters, and ``IN {ids}`` for those of ``fetch_in``.
    ``columns``: the names of what it selects, each with the function that converts its values.
    ``locks``: the alias of the table whose rows it locks, on a database with row locks;
    ``skips_locked``: but not those that another transaction has locked."""

    def __init__(
        self,
        sql: str,
        columns: dict[str, Reader] | None = None,
        *,
        locks: str = "",
        skips_locked: bool = False,
    ) -> None:
        self._sql = " ".join(sql.split())
        self._sql_on_postgresql = self._sql.replace(IN_IDS, "= ANY(%s)")
        if locks:
            # NO KEY: a foreign key check of another transaction never waits for this lock. SQLite
            # has no row locks; there the transaction holds the lock of the whole database.
            self._sql_on_postgresql += f" FOR NO KEY UPDATE OF {locks}"
        if skips_locked:
            self._sql_on_postgresql += " SKIP LOCKED"
        self._names = tuple(columns or ())
        readers = enumerate((columns or {}).values())
        self._readers = [(index, reader) for index, reader in readers if reader is not as_is]

    def with_parameters(self, *parameters: object) -> "Query":
        """This statement, to be run together with others (``fetch_together``)."""
        adapted = [adapt_value(value) for value in parameters]
        return Query(self, adapted)

    def fetch_one(self, *parameters: object) -> Row | None:
        """The first row, or None."""
        rows = self.fetch_all(*parameters)
        if not rows:
            return None
        return rows[0]

    def fetch_named(self, *parameters: object) -> dict[str, Any] | None:
        """The first row by the names of its columns, or None."""
        row = self.fetch_one(*parameters)
        if row is None:
            return None
        return self.name_columns(row)

    def fetch_all(self, *parameters: object) -> list[Row]:
        """All rows."""
        (rows,) = fetch_together(self.with_parameters(*parameters))
        return rows

    def fetch_all_named(self, *parameters: object) -> list[dict[str, Any]]:
        """All rows, each by the names of its columns."""
        return [self.name_columns(row) for row in self.fetch_all(*parameters)]

    def with_ids(self, ids: Collection[int]) -> "Query":
        """This statement for the rows of these ids, to be run together with others."""
        if _is_postgresql():
            return Query(self, [list(ids)])
        return Query(self, [*ids])

    def fetch_in(self, ids: Collection[int]) -> list[Row]:
        """The rows of these ids; no statement for none."""
        if not ids:
            return []
        (rows,) = fetch_together(self.with_ids(ids))
        return rows

    def run_for_each(self, rows: Iterable[Sequence[object]]) -> None:
        """Runs it for each of these rows of parameters, as one query. It must return nothing."""
        adapted_rows = [[adapt_value(value) for value in row] for row in rows]
        if adapted_rows:
            with connection.cursor() as cursor:
                cursor.executemany(self.write_sql(len(adapted_rows[0])), adapted_rows)

    def name_columns(self, row: Row) -> dict[str, Any]:
        """A row by the names of its columns."""
        return dict(zip(self._names, row, strict=True))

    def write_sql(self, count: int) -> str:
        """The SQL for this database and this number of parameters."""
        if _is_postgresql():
            return self._sql_on_postgresql
        if IN_IDS not in self._sql:
            return self._sql
        places = ", ".join(["%s"] * count)
        return self._sql.replace(IN_IDS, f"IN ({places})")

    def read_rows(self, cursor: CursorWrapper) -> list[Row]:
        """All rows of a cursor on which it was run; none of a statement that returns nothing."""
        if not self._names:
            return []
        rows: list[Row] = cursor.fetchall()
        if not self._readers:
            return rows
        converted_rows: list[Row] = []
        for row in rows:
            values = list(row)
            for index, read in self._readers:
                values[index] = read(values[index])
            converted_rows.append(tuple(values))
        return converted_rows


class Query(NamedTuple):
    """A statement with its parameters, as the database takes them."""

    statement: Statement
    parameters: list[Any]


def fetch_together(*queries: Query) -> list[list[Row]]:
    """The rows of several statements, which run in this order; PostgreSQL gets them in one
    message."""
    answers = []
    if _is_postgresql():
        statements = []
        for statement, parameters in queries:
            statements.append((statement.write_sql(len(parameters)), parameters))
        for query, cursor in zip(queries, execute_together(statements), strict=True):
            answers.append(query.statement.read_rows(cursor))
        return answers
    with connection.cursor() as cursor:
        for statement, parameters in queries:
            cursor.execute(statement.write_sql(len(parameters)), parameters)
            answers.append(statement.read_rows(cursor))
    return answers


@cache
def _is_postgresql() -> bool:
    # A process has one kind of database, and ``connection`` is looked up for its thread each time.
    return connection.vendor == "postgresql"


def load_instance(model: type[ModelT], **columns: Any) -> ModelT:
    """An instance with these columns, by their names on the model, as if the ORM had read them;
    all others are deferred. Made without ``__init__``, which takes a tenth of the time of a hand
    for what concerns new rows only (default values, signals)."""
    instance = model.__new__(model)
    instance._state = state = ModelState()  # noqa: SLF001  (as Model.from_db sets it)
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    # A column that is not in here is read when it is asked for (DeferredAttribute).
    vars(instance).update(columns)
    return instance
