"""Selects a part of the rows of a long ranking."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

from drf_spectacular.utils import OpenApiParameter
from pydantic import Field

from database.limits import MOST_ENTRIES
from kernel.models import Frozen

Row = TypeVar("Row")


class RowsQuery(Frozen):
    """The rows from the ``first`` (counted from 1), ``count`` of them; all without it."""

    first: Annotated[int, Field(ge=1, le=MOST_ENTRIES)] = 1
    count: Annotated[int, Field(ge=1, le=MOST_ENTRIES)] | None = None

    @property
    def key(self) -> str:
        """For the name of what is kept."""
        return f"{self.first}-{self.count or ''}"

    def select_rows(self, rows: Sequence[Row]) -> list[Row]:
        start = self.first - 1
        end = None if self.count is None else start + self.count
        return list(rows[start:end])


ROWS = [
    OpenApiParameter("first", int, description="The first row that is answered, counted from 1."),
    OpenApiParameter("count", int, description="How many rows are answered; all without it."),
]
