"""Keyset pagination: no row is repeated or left out while rows are added or taken away."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from api.reading import is_number
from api.refusals import QueryRefused
from kernel.violations import Violation

LONGEST_CURSOR = 500


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position between two rows: the values of the ordering fields of the row next to it.

    ``reverse``: the page before that row, not the one after it.
    """

    ordering: tuple[str, ...]
    position: tuple[Any, ...]
    reverse: bool = False

    def encode(self) -> str:
        document = [list(self.ordering), list(self.position), self.reverse]
        return urlsafe_b64encode(json.dumps(document, default=str).encode()).decode()

    @classmethod
    def decode(cls, text: str, ordering: tuple[str, ...]) -> "Cursor":
        """Raises QueryRefused for a cursor that was not made for a list in this order."""
        try:
            document = json.loads(urlsafe_b64decode(text[:LONGEST_CURSOR]))
            names, position, reverse = document
            cursor = cls(tuple(names), tuple(position), bool(reverse))
        except (Base64Error, UnicodeError, ValueError, TypeError) as error:
            raise QueryRefused("cursor_unknown") from error
        # Anybody can encode a cursor: nothing but plain values reaches the query, and PostgreSQL
        # knows no text with a NUL.
        is_plain = all(
            isinstance(value, int | str) and "\0" not in str(value) for value in cursor.position
        )
        if cursor.ordering != ordering or len(position) != len(ordering) or not is_plain:
            raise QueryRefused("cursor_unknown")
        return cursor

    def build_condition(self) -> Q:
        """The rows after the cursor's: equal in the first fields, and beyond it in the next one."""
        # (a, b) is after (x, y) if a is beyond x, or if a equals x and b is beyond y. Written out,
        # because each field may be ascending or descending.
        condition, equal = Q(), Q()
        for name, value in zip(self.ordering, self.position, strict=True):
            field = name.removeprefix("-")
            is_descending = name.startswith("-") != self.reverse
            comparison = "lt" if is_descending else "gt"
            beyond = Q(**{f"{field}__{comparison}": value})
            condition |= equal & beyond
            equal &= Q(**{field: value})
        return condition


class KeysetPagination(BasePagination):
    """``results`` with the addresses of the ``next`` and ``previous`` page, null at the ends.

    The view names its ``ordering``; the last field must be unique, and none may be null.
    """

    page_size = 100
    max_page_size = 500
    page_size_query_param = "page_size"
    cursor_query_param = "cursor"
    query_parameters = ("cursor", "page_size")

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        self.request = request
        ordering = tuple(getattr(view, "ordering", ("pk",)))
        size = self.read_page_size(request)
        text = request.query_params.get(self.cursor_query_param)
        cursor: Cursor | None = None
        if text is not None:
            cursor = Cursor.decode(text, ordering)
        reverse = cursor is not None and cursor.reverse
        order = ordering
        if reverse:
            # The page before a row is found as the rows after it in the opposite order.
            order = tuple(name[1:] if name.startswith("-") else "-" + name for name in ordering)
        rows = queryset.order_by(*order)
        try:
            if cursor is not None:
                rows = rows.filter(cursor.build_condition())
            # One row more than fits: it tells whether there is another page.
            page = list(rows[: size + 1])
        except (ValidationError, ValueError, TypeError, OverflowError) as error:
            # A cursor is ours to make; one that was made up may say anything.
            raise QueryRefused("cursor_unknown") from error
        has_more = len(page) > size
        del page[size:]
        if reverse:
            page.reverse()
        has_next, has_previous = has_more, cursor is not None
        if reverse:
            # There is always a next page: the one from which the reader has come.
            has_next, has_previous = True, has_more
        self.next_cursor = self.previous_cursor = None
        if page and has_next:
            self.next_cursor = Cursor(ordering, _get_position(page[-1], ordering))
        if page and has_previous:
            self.previous_cursor = Cursor(ordering, _get_position(page[0], ordering), reverse=True)
        return page

    def read_page_size(self, request: Request) -> int:
        """The size that the query asks for. Raises QueryRefused if it is not from 1 to the most."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        size = 0
        if is_number(text) and len(text) < 8:
            size = int(text)
        if not 1 <= size <= self.max_page_size:
            params = {"field": self.page_size_query_param, "least": 1, "most": self.max_page_size}
            raise QueryRefused(violations=[Violation("parameter_out_of_range", params)])
        return size

    def get_paginated_response(self, data: Any) -> Response:
        document = {
            "next": self._make_address(self.next_cursor),
            "previous": self._make_address(self.previous_cursor),
            "results": data,
        }
        # The relations have these names (RFC 8288), the members of the document those of the
        # framework.
        links = []
        for member, relation in (("next", "next"), ("previous", "prev")):
            if document[member]:
                links.append(f'<{document[member]}>; rel="{relation}"')
        response = Response(document)
        if links:
            response["Link"] = ", ".join(links)
        return response

    def _make_address(self, cursor: Cursor | None) -> str | None:
        if cursor is None:
            return None
        address = remove_query_param(self.request.build_absolute_uri(), self.cursor_query_param)
        return str(replace_query_param(address, self.cursor_query_param, cursor.encode()))

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri"}
        properties = {
            "next": address | {"description": "The address of the next page; null at the end."},
            "previous": address | {"description": "The address of the page before this one."},
            "results": schema | {"description": "The rows of the page."},
        }
        return {
            "type": "object",
            "description": "A page of a list.",
            "required": list(properties),
            "properties": properties,
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            {
                "name": self.cursor_query_param,
                "in": "query",
                "description": "Where a page begins: take it from `next` or `previous`.",
                "schema": {"type": "string", "maxLength": LONGEST_CURSOR},
            },
            {
                "name": self.page_size_query_param,
                "in": "query",
                "description": "How many rows a page has.",
                "schema": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": self.max_page_size,
                    "default": self.page_size,
                },
            },
        ]


def _get_position(row: Any, ordering: Sequence[str]) -> tuple[Any, ...]:
    """The values of the ordering fields; of a row as a dict or as a model."""
    position: list[Any] = []
    for name in ordering:
        field = name.removeprefix("-")
        if isinstance(row, dict):
            # A row that was read with ``values`` may have its key as "id".
            if field == "pk" and "pk" not in row:
                field = "id"
            value = row[field]
        else:
            value = row
            for part in field.split("__"):
                value = getattr(value, part)
        position.append(value)
    return tuple(position)
