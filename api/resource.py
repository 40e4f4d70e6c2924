"""The views that are not viewsets yet."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.viewsets import ApiView, now

__all__ = ["Listing", "Resource", "now"]


class Resource(ApiView):
    """A view that is no list."""


class Listing(ListModelMixin, ApiView, GenericAPIView[Any]):
    """A list, filtered and cut into pages. ``make_documents`` makes what is shown of a page's rows
    in a number of queries that does not depend on how many they are."""

    ordering: tuple[str, ...] = ("pk",)

    @abstractmethod
    def make_documents(self, rows: Sequence[Any]) -> Sequence[Mapping[str, Any]]:
        """What is shown of the rows of a page."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.make_documents(page or ()))
