"""Rows that know when they were written last, for readers who ask what has changed since."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from django.db import DatabaseError, connection, models
from django.utils import timezone

from database.statements import Statement, as_is

Row = TypeVar("Row", bound=models.Model)


class UpdatedQuerySet(models.QuerySet[Row]):
    """Every UPDATE of rows moves their ``updated_at``, that of ``bulk_update`` too."""

    def update(self, **values: Any) -> int:
        return super().update(**{"updated_at": timezone.now(), **values})


class UpdatedModel(models.Model):
    """A row with ``updated_at``: by the clock of the server that wrote it.

    It is no argument of the services: a write that forgot it would be missed by every program that
    asks with ``updated_since``, and nobody would notice.
    """

    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Saves ``updated_at`` with whatever else is saved."""
        if update_fields is not None:
            update_fields = {*update_fields, "updated_at"}
        super().save(*args, update_fields=update_fields, **options)


def save_columns(row: UpdatedModel, *names: str) -> None:
    """Does what ``row.save(update_fields=names)`` does, by a statement that is built once for each
    set of columns: building it costs the ORM more than running it, and a result has four of them.
    Signals are not sent.

    Raises DatabaseError if the row does not exist.
    """
    fields, update = _build_update(type(row), names)
    # pre_save() sets the time in updated_at.
    values = [
        field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in fields
    ]
    if update.fetch_one(*values, row.pk) is None:
        raise DatabaseError(f"{row!r} is not there to be saved")


@cache
def _build_update(
    model: type[UpdatedModel], names: tuple[str, ...]
) -> "tuple[list[models.Field[Any, Any]], Statement]":
    meta = model._meta  # noqa: SLF001  (Django's documented way to a model's fields)
    by_name = {field.name: field for field in meta.concrete_fields}
    fields = [by_name[name] for name in (*names, "updated_at")]
    # Names of tables and columns come from the model, never from outside.
    columns = ", ".join(f"{field.column} = %s" for field in fields)
    key = meta.pk.column
    sql = f"UPDATE {meta.db_table} SET {columns} WHERE {key} = %s RETURNING {key}"  # noqa: S608
    return fields, Statement(sql, {"key": as_is})
