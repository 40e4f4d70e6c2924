"""What the views of the API share: the caller, strict queries, requests that come again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from django.db import transaction
from django.db.models import F
from django.db.models.expressions import Combinable
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
from api.authentication import ReadOnlyTokensRead, get_actor_of_request
from api.csv_rendering import CsvRenderer
from api.filter_backend import list_repeatable_parameters
from api.fresh import tag_content
from api.idempotency import AlreadyAnswered, claim_key, replay_answer, store_answer
from api.openapi.schema import ApiSchema
from api.ordering import PARAMETER as ORDERING
from api.permissions import MayManageEvent
from api.reading import is_uuid
from api.refusals import QueryRefused, SecretShown
from api.throttling import add_rate_headers
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.event_links import PARAMETER, read_event_link
from tournaments.permissions import Right
from tournaments.services.undo.offers import sign_steps
from tournaments.services.undo.steps import UndoStep

now = timezone.now


class ApiView(APIView):
    """A view of the API."""

    schema = ApiSchema()
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
    offers_undo: Sequence[str] = ()
    """The operations that can be undone for ten seconds: their answers have an ``Undo-Token``."""
    without_address: Sequence[str] = ()
    """The operations whose answer, 201, is about something that has no address of its own, or about
    several things. All others have its ``Location``."""
    row_classes: Mapping[str, Any] = {}
    """By action or method, the serializer or TypedDict of the rows that are answered. What has rows
    is answered as CSV too."""
    csv_member = "results"
    """The member of the answer that has the rows."""
    query_parameters: Mapping[str, Sequence[str]] = {}
    """By action or method, the names of query parameters besides those of filters and pages."""

    ordering_fields: Sequence[str] = ()
    """What a list can be ordered by (``?ordering=``)."""

    @property
    def actor(self) -> Actor:
        """Who asks, and the event that the address names."""
        event_link = read_event_link(cast("HttpRequest", self.request))
        return replace(get_actor_of_request(self.request), event_link=event_link)

    @property
    def operation(self) -> str:
        """The action of a viewset, the method of other views; HEAD is a GET."""
        method = self.request.method or ""
        return getattr(self, "action", None) or ("GET" if method == "HEAD" else method)

    def get_throttles(self) -> list[Any]:
        # Kept, because ``finalize_response`` writes their rates into the headers.
        self.throttles = super().get_throttles()
        return self.throttles

    def check_throttles(self, request: Request) -> None:
        """Nothing: ``initial`` has checked them."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # The framework checks permissions before throttles: refused requests would not be counted.
        super().check_throttles(request)
        super().initial(request, *args, **kwargs)
        self.check_query(request)
        key = request.headers.get("Idempotency-Key")
        if request.method != "POST" or key is None or not self.takes_idempotency_keys:
            return
        actor = self.actor
        # Nobody in particular has no keys: others could ask for the answer by theirs.
        handle = getattr(self, "post", None)
        if actor.id and handle is not None:
            # The handler is replaced on this instance, as ViewSetMixin sets its actions: so its
            # refusals pass the transaction on their way to ``handle_exception``, and roll it back.
            state = dict(vars(self))
            vars(self)["post"] = partial(self._answer_once, handle, actor, key, state)

    @atomic_with_retry
    def _answer_once(
        self,
        handle: Callable[..., Response],
        actor: Actor,
        key: str,
        state: Mapping[str, Any],
        request: Request,
        *args: Any,
        **kwargs: Any,
    ) -> Response:
        """Claims the key, runs the handler and stores its answer, in one transaction. ``state``:
        the attributes of the view before the first run."""
        # Values that a rolled back run has cached on the view may be stale.
        vars(self).clear()
        vars(self).update(state)
        claim = claim_key(request, actor, key, now())
        response = handle(request, *args, **kwargs)
        if response.status_code < 300:
            keeps_content = self.operation not in self.answers_with_secret
            store_answer(claim, response, keeps_content=keeps_content)
        elif response.status_code >= 400:
            # A request that was refused has done nothing: it may be mended and sent again.
            transaction.set_rollback(True)
        return response

    def handle_exception(self, exc: Exception) -> Response:
        # Of an answer with a secret the content was not stored: it cannot be repeated.
        if isinstance(exc, AlreadyAnswered) and self.operation in self.answers_with_secret:
            return super().handle_exception(SecretShown())
        if isinstance(exc, AlreadyAnswered):
            return cast("Response", replay_answer(exc.stored))
        return super().handle_exception(exc)

    def check_query(self, request: Request) -> None:
        """Raises QueryRefused for a parameter that this address does not know, or knows once, and
        for the id of an event that is none: a filter that is misspelt would otherwise answer with
        everything."""
        method = (request.method or "").lower()
        # Which methods an address takes does not depend on its query.
        if not request.query_params or method == "options" or not hasattr(self, method):
            return
        known = self.list_query_parameters()
        filters = getattr(self, "filterset_class", None) if self.is_list else None
        several = list_repeatable_parameters(filters)
        violations = []
        for name, values in request.query_params.lists():
            if name not in known:
                params = {"field": name, "choices": sorted(known)}
                violations.append(Violation("parameter_unknown", params))
            elif len(values) > 1 and name not in several:
                # The framework would take the last one.
                violations.append(Violation("parameter_twice", {"field": name}))
            elif name == PARAMETER and not is_uuid(values[0]):
                # Without it an event by link would seem not to be there.
                violations.append(Violation("parameter_refused", {"field": name}))
        if violations:
            raise QueryRefused(violations=violations)

    def list_query_parameters(self) -> set[str]:
        """The query parameters that the address takes for this operation."""
        known = {PARAMETER, "format", *self.query_parameters.get(self.operation, ())}
        # Other operations would ignore a filter or the size of a page.
        if self.is_list:
            filters = getattr(self, "filterset_class", None)
            paginator = getattr(self, "paginator", None)
            if filters is not None:
                known.update(filters.base_filters)
            if self.ordering_fields:
                known.add(ORDERING)
            if paginator is not None:
                known.update(paginator.query_parameters)
        return known

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        """The values by which one of ``ordering_fields`` orders; none may be null."""
        return [F(name)]

    def offer_undo(self, response: Response, steps: Sequence[UndoStep]) -> Response:
        """The answer with the token that undoes these steps; without one where nothing changed."""
        if steps:
            response["Undo-Token"] = sign_steps(steps)
        return response

    @property
    def is_list(self) -> bool:
        return self.operation in ("list", "GET")

    def find_row_class(self) -> Any:
        """The serializer or TypedDict of the rows that this operation answers with, if it does."""
        return self.row_classes.get(self.operation)

    def get_renderers(self) -> list[Any]:
        renderers: list[Any] = super().get_renderers()
        if self.find_row_class():
            renderers.append(CsvRenderer())
        return renderers

    @property
    def default_response_headers(self) -> dict[str, str]:
        headers = super().default_response_headers
        if self.find_row_class():
            # A cache must not answer with the CSV of another reader.
            headers["Vary"] = "Accept"
        return headers

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answers with the methods of the address (``Allow``). The headers for other sites are
        added by api.cors."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        # What is kept by version has a tag by now.
        is_page = request.method in ("GET", "HEAD") and isinstance(response, Response)
        if is_page and self.find_row_class() and not response.has_header("ETag"):
            tag_content(request, response)
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

    def find_row_class(self) -> Any:
        row_class = super().find_row_class()
        if row_class is None and self.operation == "list":
            return self.serializer_class
        return row_class

    def get_serializer_class(self) -> Any:
        return self.serializer_classes.get(self.action) or super().get_serializer_class()

    def read_body(self, *, partial: bool = False) -> Any:
        """The validated body of the request; ``partial``: fields may be missing. Raises BodyRefused
        with everything wrong with it."""
        serializer = self.get_serializer(data=self.request.data, partial=partial)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def answer_page(self, make_documents: Callable[[list[Any]], Any]) -> Response:
        """The requested page of the rows, filtered and in order, as documents."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(make_documents(page))

    def created(self, row: Any, view_name: str, **arguments: Any) -> Response:
        """201 with the new row and its address."""
        headers = {"Location": reverse(view_name, kwargs=arguments)}
        return Response(self.make_document(row), 201, headers=headers)

    def make_document(self, row: Any) -> Any:
        """What is answered of a row, whatever body the action takes."""
        serializer_class = cast("type[BaseSerializer[Any]]", self.serializer_class)
        return serializer_class(row, context=self.get_serializer_context()).data
