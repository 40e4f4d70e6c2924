"""What the views of the API share: the caller, strict queries, requests that come again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from accounts.actors import Actor
from api.authentication import ReadOnlyTokensRead, actor_of
from api.csv_rendering import CsvRenderer
from api.idempotency import AlreadyAnswered, claim_key, replay_answer, store_answer
from api.models import StoredAnswer
from api.permissions import MayManageEvent
from api.refusals import QueryRefused, SecretShown
from api.schema import HouseSchema
from api.throttling import add_rate_headers
from kernel.violations import Violation
from tournaments.event_links import PARAMETER, read_event_link
from tournaments.permissions import Right

now = timezone.now


class ApiView(APIView):
    """A view of the API."""

    schema = HouseSchema()
    permission_classes: Sequence[type[BasePermission]] = (ReadOnlyTokensRead, MayManageEvent)
    acts: Mapping[str, Right | None] = {}
    """By action (of a viewset) or method, what a writer must be allowed to do where it is not to
    manage the event. None: everybody who can see the event; the service decides the rest."""
    may_refuse_with: Mapping[str, tuple[int, ...]] = {}
    """By action or method, the statuses of refusals that not every address has."""
    takes_idempotency_keys = True
    """Whether a POST with ``Idempotency-Key`` may be sent again. Lines have keys of their own."""
    answers_with_secret: Sequence[str] = ()
    """The operations whose answer has a secret. It is never stored, so that a request that is sent
    again with its key is refused, and does nothing."""
    key_claim: StoredAnswer | None = None
    query_parameters: Mapping[str, Sequence[str]] = {}
    """By action or method, the names of query parameters besides those of filters and pages."""

    @property
    def actor(self) -> Actor:
        """Who asks, and the event that the address names."""
        event_link = read_event_link(cast("HttpRequest", self.request))
        return replace(actor_of(self.request), event_link=event_link)

    @property
    def operation(self) -> str:
        """The action of a viewset, the method of other views."""
        return getattr(self, "action", None) or self.request.method or ""

    def get_throttles(self) -> list[Any]:
        self.throttles = super().get_throttles()
        return self.throttles

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        key = request.headers.get("Idempotency-Key")
        if request.method != "POST" or key is None or not self.takes_idempotency_keys:
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            response = super().dispatch(request, *args, **kwargs)
            is_done = isinstance(response, Response) and response.status_code < 300
            if self.key_claim is not None and is_done:
                keeps_content = self.operation not in self.answers_with_secret
                store_answer(
                    self.key_claim, cast("Response", response), keeps_content=keeps_content
                )
            elif response.status_code >= 400:
                # A request that was refused has done nothing: it may be mended and sent again.
                transaction.set_rollback(True)
            return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.check_query(request)
        key = request.headers.get("Idempotency-Key")
        # Nobody in particular has no keys: others could ask for the answer by theirs.
        if request.method == "POST" and key is not None and self.takes_idempotency_keys:
            actor = self.actor
            if actor.id:
                self.key_claim = claim_key(request, actor, key, now())

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, AlreadyAnswered) and self.operation in self.answers_with_secret:
            return super().handle_exception(SecretShown())
        if isinstance(exc, AlreadyAnswered):
            return cast("Response", replay_answer(exc.stored))
        return super().handle_exception(exc)

    def check_query(self, request: Request) -> None:
        """Raises QueryRefused for a parameter that this address does not know: a filter that is
        misspelt would otherwise answer with everything."""
        if not request.query_params:
            return
        known = self.list_query_parameters()
        unknown = [name for name in request.query_params if name not in known]
        if unknown:
            raise QueryRefused(
                violations=[
                    Violation("parameter_unknown", {"field": name, "choices": sorted(known)})
                    for name in unknown
                ]
            )

    def list_query_parameters(self) -> set[str]:
        """The query parameters that the address takes for this operation."""
        known = {PARAMETER, "format", *self.query_parameters.get(self.operation, ())}
        if self.is_list:
            filters = getattr(self, "filterset_class", None)
            known |= set(filters.base_filters) if filters is not None else set()
            paginator = getattr(self, "paginator", None)
            known |= set(paginator.query_parameters) if paginator is not None else set()
        return known

    @property
    def is_list(self) -> bool:
        return self.operation in ("list", "GET")

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answers with the methods of the address (``Allow``). The headers for other sites are
        added by api.cors."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "throttles", ()):
            if throttle.rate is not None:
                add_rate_headers(response, throttle.rate)
        return response


class ApiViewSet(ApiView, GenericViewSet[Any]):
    """A resource of the API: its actions are routed by ``api.routers.ApiRouter``.

    ``serializer_classes``: by action, the serializer of the body where it is not the one of the
    answer.
    """

    serializer_classes: Mapping[str, Any] = {}

    def get_renderers(self) -> list[Any]:
        renderers = super().get_renderers()
        return [*renderers, CsvRenderer()] if self.action == "list" else renderers

    def get_serializer_class(self) -> Any:
        return self.serializer_classes.get(self.action) or super().get_serializer_class()

    def read_body(self, *, partial: bool = False) -> Any:
        """The validated body of the request; ``partial``: fields may be missing. Raises BodyRefused
        with everything wrong with it."""
        serializer = self.get_serializer(data=self.request.data, partial=partial)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def created(self, row: Any, view_name: str, **arguments: Any) -> Response:
        """201 with the new row and its address."""
        headers = {"Location": reverse(view_name, kwargs=arguments)}
        return Response(self.make_document(row), 201, headers=headers)

    def make_document(self, row: Any) -> Any:
        """What is answered of a row, whatever body the action takes."""
        serializer_class = cast("type[BaseSerializer[Any]]", self.serializer_class)
        return serializer_class(row, context=self.get_serializer_context()).data
