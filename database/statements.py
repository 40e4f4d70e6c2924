"""Statements written as SQL, for the few paths on which Django's writing of SQL costs more than the
statement itself. Each is compared with the ORM's answer in its test."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model

Reader: TypeAlias = Callable[[Any], Any]
Row: TypeAlias = tuple[Any, ...]
ModelT = TypeVar("ModelT", bound=Model)


def as_is(value: Any) -> Any:
    """A number, a text or null."""
    return value


def read_json(value: Any) -> Any:
    """JSON arrives as text from both databases."""
    return None if value is None else json.loads(value)


def read_uuid(value: Any) -> UUID:
    """A UUID, which SQLite keeps as hexadecimal digits."""
    return value if isinstance(value, UUID) else UUID(value)


def read_moment(value: datetime | None) -> datetime | None:
    """A time with its zone; SQLite gives it without, in UTC."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Statement:
    """One statement with ``%s`` for its parameters. ``columns``: the names of what it selects, each
    with what reads its values. ``locks``: the alias of the table whose rows it locks, without
    their keys, where the database locks rows."""

    def __init__(
        self, sql: str, columns: dict[str, Reader] | None = None, *, locks: str = ""
    ) -> None:
        self._sql = " ".join(sql.split())
        self._names = tuple(columns or ())
        self._readers = tuple((columns or {}).values())
        self._locks = locks

    def fetch_one(self, *parameters: object) -> Row | None:
        """The first row, or None."""
        with connection.cursor() as cursor:
            cursor.execute(self._text(), _adapt(parameters))
            row = cursor.fetchone()
        return None if row is None else self._read(row)

    def fetch_named(self, *parameters: object) -> dict[str, Any] | None:
        """The first row by the names of its columns, or None."""
        row = self.fetch_one(*parameters)
        return None if row is None else dict(zip(self._names, row, strict=True))

    def fetch_all(self, *parameters: object) -> list[Row]:
        """All rows."""
        with connection.cursor() as cursor:
            cursor.execute(self._text(), _adapt(parameters))
            return [self._read(row) for row in cursor.fetchall()]

    def execute(self, *parameters: object) -> None:
        """Writes."""
        with connection.cursor() as cursor:
            cursor.execute(self._text(), _adapt(parameters))

    def _text(self) -> str:
        if self._locks and connection.features.has_select_for_no_key_update:
            return f"{self._sql} FOR NO KEY UPDATE OF {self._locks}"
        return self._sql

    def _read(self, row: Row) -> Row:
        return tuple(read(value) for read, value in zip(self._readers, row, strict=True))


def _adapt(parameters: Sequence[object]) -> list[Any]:
    """Parameters as this database takes them: times, UUIDs and JSON."""
    return [_adapt_one(value) for value in parameters]


def _adapt_one(value: object) -> object:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, dict | list):
        return connection.ops.adapt_json_value(value, None)
    return value


def load_instance(model: type[ModelT], **columns: Any) -> ModelT:
    """An instance with these columns, by their names on the model, as if the ORM had read them;
    all others are deferred."""
    fields = model._meta.concrete_fields  # noqa: SLF001  (Django's documented way to a model's fields)
    names = [field.attname for field in fields if field.attname in columns]
    return model.from_db(DEFAULT_DB_ALIAS, names, [columns[name] for name in names])
