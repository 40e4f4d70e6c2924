"""The views that are not viewsets yet."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.viewsets import ApiView, now

__all__ = ["Listing", "Resource", "now"]


class Resource(ApiView):
    """A view that is no list."""


class Listing(ListModelMixin, ApiView, GenericAPIView[Any]):
    """A list, filtered and cut into pages. ``documents`` makes what is shown of a page's rows in a
    number of queries that does not depend on how many they are."""

    ordering: tuple[str, ...] = ("pk",)

    def described(self, rows: QuerySet[Any]) -> QuerySet[Any, Any]:
        """The filtered rows with all that ``documents`` will show of them."""
        return rows

    @abstractmethod
    def documents(self, rows: Sequence[Any]) -> Sequence[Mapping[str, Any]]:
        """What is shown of the rows of a page."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        rows = self.described(self.filter_queryset(self.get_queryset()))
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.documents(page or ()))
