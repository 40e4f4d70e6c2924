"""Rows that know when they were written last, for readers who ask what has changed since."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import models
from django.utils import timezone

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
