"""Statements written as SQL, for the few paths on which building a query with the ORM costs more
than the statement itself. A test compares each with the ORM's answer."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.base import ModelState

Reader: TypeAlias = Callable[[Any], Any]
Row: TypeAlias = tuple[Any, ...]
ModelT = TypeVar("ModelT", bound=Model)


def as_is(value: Any) -> Any:
    """A number, a text or null needs no conversion."""
    return value


def read_json(value: Any) -> Any:
    """A JSON value, which arrives as text from both databases."""
    return None if value is None else orjson.loads(value)


def read_uuid(value: Any) -> UUID | None:
    """A UUID, which SQLite stores as hexadecimal digits, or null."""
    return value if value is None or isinstance(value, UUID) else UUID(value)


def read_moment(value: datetime | None) -> datetime | None:
    """A time with its zone; SQLite returns it without one, in UTC."""
    if value is None or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=UTC)


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
        self._names = tuple(columns or ())
        self._readers = tuple((columns or {}).values())
        self._locks = locks
        self._skips_locked = skips_locked

    def fetch_one(self, *parameters: object) -> Row | None:
        """The first row, or None."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql_with_lock(), _adapt_parameters(parameters))
            row = cursor.fetchone()
        return None if row is None else self._convert_row(row)

    def fetch_named(self, *parameters: object) -> dict[str, Any] | None:
        """The first row by the names of its columns, or None."""
        row = self.fetch_one(*parameters)
        return None if row is None else self._name_columns(row)

    def fetch_all(self, *parameters: object) -> list[Row]:
        """All rows."""
        return self._fetch_rows(self._sql_with_lock(), parameters)

    def fetch_all_named(self, *parameters: object) -> list[dict[str, Any]]:
        """All rows, each by the names of its columns."""
        return [self._name_columns(row) for row in self.fetch_all(*parameters)]

    def fetch_in(self, ids: Collection[int]) -> list[Row]:
        """The rows of these ids; no statement for none."""
        if not ids:
            return []
        places = ", ".join(["%s"] * len(ids))
        return self._fetch_rows(self._sql_with_lock().format(ids=f"({places})"), [*ids])

    def fetch_in_named(self, ids: Collection[int]) -> list[dict[str, Any]]:
        """The rows of these ids, each by the names of its columns."""
        return [self._name_columns(row) for row in self.fetch_in(ids)]

    def _fetch_rows(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        with connection.cursor() as cursor:
            cursor.execute(sql, _adapt_parameters(parameters))
            return [self._convert_row(row) for row in cursor.fetchall()]

    def execute(self, *parameters: object) -> None:
        """Run a statement that returns nothing."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql_with_lock(), _adapt_parameters(parameters))

    def _sql_with_lock(self) -> str:
        # NO KEY: a foreign key check of another transaction never waits for this lock. SQLite has
        # no row locks; there the transaction holds the lock of the whole database.
        if not self._locks or not connection.features.has_select_for_no_key_update:
            return self._sql
        skipping = " SKIP LOCKED" if self._skips_locked else ""
        return f"{self._sql} FOR NO KEY UPDATE OF {self._locks}{skipping}"

    def _name_columns(self, row: Row) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))

    def _convert_row(self, row: Row) -> Row:
        return tuple(read(value) for read, value in zip(self._readers, row, strict=True))


def _adapt_parameters(parameters: Sequence[object]) -> list[Any]:
    """Times, days, UUIDs and JSON as this database takes them."""
    adapted: list[Any] = []
    for value in parameters:
        # A datetime is a date too, so it is looked for first.
        if isinstance(value, datetime):
            adapted.append(connection.ops.adapt_datetimefield_value(value))
        elif isinstance(value, date):
            adapted.append(connection.ops.adapt_datefield_value(value))
        elif isinstance(value, UUID):
            has_uuids = connection.features.has_native_uuid_field
            adapted.append(value if has_uuids else value.hex)
        elif isinstance(value, dict | list):
            # Text is JSON to both databases, and orjson writes it five times as fast.
            adapted.append(orjson.dumps(value).decode())
        else:
            adapted.append(value)
    return adapted


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
