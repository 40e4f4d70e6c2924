"""Draws: prepared, held by a worker or called off, and the record of each."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import DrawFilter
from api.serializers.draws import (
    DrawDocument,
    WordSerializer,
    build_draw_document,
)
from api.serializers.jobs import JobSerializer
from api.serializers.reasons import LoggedReasonSerializer
from api.views.jobs import answer_job
from api.views.within import EventQueryViewSet
from api.viewsets import now
from tournaments.models import Draw
from tournaments.selectors.draws.draws import get_draw, list_draws
from tournaments.selectors.events.events import is_of_the_club
from tournaments.selectors.trust.exports import verify_document
from tournaments.services.draws.draws import (
    call_off_draw,
    hold_draw,
)


class DrawViewSet(EventQueryViewSet):
    """The draws of an event."""

    lookup_url_kwarg = "draw_id"
    filterset_class = DrawFilter
    row_classes = {"list": DrawDocument}
    serializer_classes = {"hold": WordSerializer, "call_off": LoggedReasonSerializer}
    queryset = Draw.objects.none()

    def get_queryset(self) -> QuerySet[Draw]:
        return list_draws(self.event)

    @extend_schema(responses=DrawDocument)
    def list(self, request: Request) -> Response:
        """The draws of an event, the earliest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        is_inside = is_of_the_club(self.actor, self.event)
        rows = [build_draw_document(draw, inside=is_inside) for draw in page]
        return self.get_paginated_response(rows)

    @extend_schema(responses=DrawDocument)
    def retrieve(self, request: Request, draw_id: int) -> Response:
        """One draw."""
        draw = get_draw(self.actor, draw_id)
        is_inside = is_of_the_club(self.actor, draw.stage.event)
        return Response(build_draw_document(draw, inside=is_inside))

    @extend_schema(responses=dict[str, Any])
    @action(detail=True, url_path="documents/verify", url_name="verify")
    def verify_document(self, request: Request, draw_id: int) -> Response:
        """A draw that was held as the record that ``la-bella verify`` takes; of a bracket that was
        changed by hand also the changes and the bracket as it is played. 404 before it was held:
        the record has the secret."""
        return Response(verify_document(get_draw(self.actor, draw_id)))

    @extend_schema(responses={202: JobSerializer})
    @action(detail=True, methods=["post"])
    def hold(self, request: Request, draw_id: int) -> Response:
        """Records the public word and has a worker hold the draw. The first word stays; after a
        failure the same word repeats the draw."""
        word = self.read_body()["word"]
        draw = get_draw(self.actor, draw_id)
        job = hold_draw(draw=draw, word=word, actor=self.actor, now=now())
        return answer_job(job, draw.stage.event_id)

    @extend_schema(responses=DrawDocument)
    @action(detail=True, methods=["post"], url_path="call-off", url_name="call-off")
    def call_off(self, request: Request, draw_id: int) -> Response:
        """Calls off a prepared draw; it stays public, with the reason."""
        reason = self.read_body()["reason"]
        draw = get_draw(self.actor, draw_id)
        draw = call_off_draw(draw=draw, reason=reason, actor=self.actor, now=now())
        return Response(build_draw_document(draw, inside=True))


def answer_new_draw(draw: Draw) -> Response:
    """201 with a draw that was prepared, for its managers, and its address."""
    headers = {"Location": reverse("api:draw-detail", kwargs={"draw_id": draw.pk})}
    return Response(build_draw_document(draw, inside=True), 201, headers=headers)
