"""A match: who meets, how it is played, and what its sheet folds to."""

from typing import Any, Literal, TypeAlias, cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from typing_extensions import TypedDict

from accounts.actors import Actor
from api.fresh import fresh, tag_of
from api.names import EntryNameDocument, named
from api.resource import Resource
from api.schema import ETAG, kept
from tournaments.models import Pairing
from tournaments.selectors.events import visible_event
from tournaments.selectors.matches import Seat, pairing_of, seats_of
from tournaments.selectors.versions import Versions, match_versions

Status: TypeAlias = Literal["OPEN", "WON", "DRAWN"]


class SideDocument(TypedDict):
    """Who plays on a side; nobody as long as it is not known."""

    side: int
    entries: list[EntryNameDocument]


class GameDocument(TypedDict):
    """A game that has begun; ``running`` are the totals after each hand."""

    totals: list[int]
    running: list[list[int]]
    hands: int
    winner: int | None
    why: str | None


class StateDocument(TypedDict):
    """What the sheet folds to, as the notation has it; ``signed`` are the sides that have signed
    (null: the referee)."""

    games: list[GameDocument]
    wins: list[int]
    winner: int | None
    sum: list[int]
    over: bool
    turn: int | None
    next: list[str]
    signed: list[int | None]


class MatchDocument(TypedDict):
    """A match. ``version`` is the number of the sheet's last line: who writes says it."""

    id: int
    event: str
    pairing: int
    code: str
    table: int | None
    sides: list[SideDocument]
    format: dict[str, Any]
    status: Status
    version: int
    state: StateDocument


class MatchDetail(Resource):
    """One match; 304 to whoever has its version already."""

    @extend_schema(parameters=ETAG, responses=kept(MatchDocument))
    def get(self, request: Request, match_id: int) -> HttpResponse:
        versions = versions_for(self.actor, match_id)
        return fresh(
            request,
            tag=match_tag(versions),
            resource=f"match:{match_id}",
            document=lambda: match_document(pairing_of(match_id)),
        )


def versions_for(actor: Actor, match_id: int) -> Versions:
    """The versions of a match that the actor may see. Raises NotFound."""
    versions = match_versions(match_id)
    if versions.hidden:
        visible_event(actor, versions.event)
    return versions


def match_tag(versions: Versions, *audience: str) -> str:
    return tag_of(
        str(versions.event)[:8],
        versions.event_version,
        versions.stage_version,
        versions.match_version,
        *audience,
    )


def match_document(pairing: Pairing) -> MatchDocument:
    """The match of a pairing that has one."""
    match = pairing.match
    if match is None:
        raise AssertionError("a pairing was found by its match")
    return MatchDocument(
        id=match.pk,
        event=str(pairing.event_id),
        pairing=pairing.pk,
        code=pairing.code,
        table=None if pairing.table is None else pairing.table.number,
        sides=_sides(seats_of([pairing])[pairing.pk]),
        format=match.format,
        status=cast("Status", match.state),
        version=match.version,
        state=cast("StateDocument", match.snapshot),
    )


def _sides(seats: list[Seat]) -> list[SideDocument]:
    return [
        SideDocument(
            side=side,
            entries=[named(seat.name) for seat in seats if seat.side == side and seat.name],
        )
        for side in sorted({seat.side for seat in seats})
    ]
