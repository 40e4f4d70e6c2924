"""What all views of the API share: who asks, who may read from other sites, how lists are cut."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.actors import Actor
from api.authentication import ReadOnlyTokensRead, actor_of
from api.permissions import MayManageEvent
from api.schema import HouseSchema
from tournaments.event_links import read_event_link
from tournaments.permissions import Right


class Resource(APIView):
    """A view of the API. Reads may be made from any site, without credentials."""

    schema = HouseSchema()
    permission_classes: Sequence[type[BasePermission]] = (ReadOnlyTokensRead, MayManageEvent)
    acts: Mapping[str, Right | None] = {}
    """By method, what a writer must be allowed to do where it is not to manage the event."""
    may_refuse_with: Mapping[str, tuple[int, ...]] = {}
    """By method, the statuses of refusals that not every address has."""

    @property
    def actor(self) -> Actor:
        """Who asks, and the event that the address names."""
        event_link = read_event_link(cast("HttpRequest", self.request))
        return replace(actor_of(self.request), event_link=event_link)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answers with the methods of the address (``Allow``), and to preflight requests of
        browsers for reading from another site. Writing from another site is never allowed."""
        response = Response(status=204)
        if hasattr(self, "get"):
            response["Access-Control-Allow-Methods"] = "GET, HEAD"
            response["Access-Control-Allow-Headers"] = "If-None-Match"
            response["Access-Control-Max-Age"] = "86400"
        return response

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in SAFE_METHODS:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag"
        return response


class Listing(ListModelMixin, Resource, GenericAPIView[Any]):
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


now = timezone.now
