"""The prizes of an event, and who has them."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.fresh import fresh
from api.reading import Prize, Reason, read_body
from api.resource import Resource, now
from api.schema import ETAG, describe_kept_answers
from api.standings import event_tag, event_versions_for
from competition.prizes import PrizeBand
from kernel.models import Frozen
from tournaments.models import Event
from tournaments.selectors.events import visible_event
from tournaments.selectors.prizes import awards_of, prizes_of
from tournaments.selectors.standings import standings_of
from tournaments.services.prizes import set_prizes

Place = Annotated[int, Field(ge=1, le=4096)]


class PrizeDocument(TypedDict):
    """The prize of each entry on places ``first`` to ``last``. ``entries``: those on these places;
    ``ex_aequo``: those of them that are tied across its end, and so are under the next prize too.
    ``settled``: its entries can no longer change."""

    first: int
    last: int
    text: str
    entries: list[int]
    ex_aequo: list[int]
    settled: bool


class PrizesDocument(TypedDict):
    """The prizes of an event, the best places first."""

    event: str
    prizes: list[PrizeDocument]


class PrizeBody(Frozen):
    """A prize and its places."""

    first: Place
    last: Place
    text: Prize


class PrizesBody(Frozen):
    """The new list of prizes, complete. ``reason``: needed for a change after the start of play."""

    prizes: Annotated[list[PrizeBody], Field(max_length=200)]
    reason: Reason = ""


class Prizes(Resource):
    """The prizes of an event; 304 to a client that has the current ones."""

    @extend_schema(parameters=ETAG, responses=describe_kept_answers(PrizesDocument))
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        versions = event_versions_for(self.actor, event_id)
        return fresh(
            request,
            tag=event_tag(versions),
            resource=f"prizes:{event_id}",
            document=lambda: prizes_document(Event.objects.get(pk=event_id)),
        )

    @extend_schema(request=PrizesBody, responses=PrizesDocument)
    def put(self, request: Request, event_id: UUID) -> Response:
        """Replaces the whole list."""
        event = visible_event(self.actor, event_id)
        body = read_body(PrizesBody, request)
        bands = [PrizeBand(row.first, row.last, row.text) for row in body.prizes]
        set_prizes(event=event, bands=bands, actor=self.actor, now=now(), reason=body.reason)
        return Response(prizes_document(event))


def prizes_document(event: Event) -> PrizesDocument:
    awards = awards_of(event, prizes_of(event), standings_of(event))
    return PrizesDocument(
        event=str(event.pk),
        prizes=[
            PrizeDocument(
                first=award.band.first,
                last=award.band.last,
                text=award.band.text,
                entries=[row.name.id for row in award.rows],
                ex_aequo=[row.name.id for row in award.rows if row.name.id in award.shared],
                settled=award.is_settled,
            )
            for award in awards
        ],
    )
