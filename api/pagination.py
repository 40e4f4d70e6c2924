"""Cursor pagination: no row is repeated while rows are added."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from api.refusals import QueryRefused


class Pages(CursorPagination):
    """``results`` with the addresses of the ``next`` and ``previous`` page, null at the ends."""

    page_size = 100
    max_page_size = 500
    page_size_query_param = "page_size"
    ordering = "pk"

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError) as error:
            # A cursor is ours to make; one that was made up may say anything.
            raise QueryRefused("cursor_unknown") from error

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """As OpenAPI 3.1 has it: null is a type."""
        address = {"type": ["string", "null"], "format": "uri"}
        properties = {"next": address, "previous": address, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return getattr(view, "ordering", (self.ordering,))
