"""The bracket of an event's last stage."""

from typing import cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from typing_extensions import TypedDict

from api.fresh import fresh
from api.pairings import PairingState, Source
from api.resource import Resource
from api.schema import ETAG, kept
from api.standings import event_tag, event_versions_for
from tournaments.models import Event, Pairing
from tournaments.selectors.brackets import PairingView, RoundView, SlotView, bracket_of
from tournaments.selectors.entries import EntryName, names_of


class BracketSlotDocument(TypedDict):
    """A slot; ``of`` is the code of the pairing that it is filled from."""

    side: int
    source: Source
    of: str | None
    entry: int | None


class BracketPairingDocument(TypedDict):
    """A pairing of the bracket. ``wins`` (games won, by side) are there once it is decided: who
    wants to follow a match asks for the match."""

    id: int
    code: str
    number: int
    state: PairingState
    table: int | None
    match: int | None
    winner: int | None
    wins: list[int] | None
    slots: list[BracketSlotDocument]


class BracketRoundDocument(TypedDict):
    """A round of a section, ``number`` from 1 in it."""

    id: int
    section: str
    number: int
    pairings: list[BracketPairingDocument]


class BracketEntryDocument(TypedDict):
    """Who sits in the slots."""

    id: int
    players: list[str]
    short: str
    club_name: str
    seed: int | None


class BracketDocument(TypedDict):
    """A bracket at a version of its stage: rounds in the order of play, entries by id."""

    event: str
    version: int
    rounds: list[BracketRoundDocument]
    entries: list[BracketEntryDocument]


class Bracket(Resource):
    """The bracket of an event; 304 to whoever has its version already."""

    @extend_schema(parameters=ETAG, responses=kept(BracketDocument))
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        versions = event_versions_for(self.actor, event_id)
        return fresh(
            request,
            tag=event_tag(versions),
            resource=f"bracket:{event_id}",
            document=lambda: bracket_document(Event.objects.get(pk=event_id)),
        )


def bracket_document(event: Event) -> BracketDocument:
    """The bracket of the event's last stage. Six queries, whatever its size."""
    stage = event.stages.order_by("-number")[:1].get()
    return BracketDocument(
        event=str(event.pk),
        version=stage.version,
        rounds=[_round(row) for row in bracket_of(stage)],
        entries=[_entry(name) for name in names_of(event).values()],
    )


def _round(row: RoundView) -> BracketRoundDocument:
    return BracketRoundDocument(
        id=row.id,
        section=row.section,
        number=row.number,
        pairings=[_pairing(pairing) for pairing in row.pairings],
    )


def _pairing(row: PairingView) -> BracketPairingDocument:
    decided = row.state == Pairing.State.DECIDED
    return BracketPairingDocument(
        id=row.id,
        code=row.code,
        number=row.number,
        state=cast("PairingState", row.state),
        table=row.table,
        match=row.match,
        winner=row.winner,
        wins=list(row.wins) if decided else None,
        slots=[_slot(slot) for slot in row.slots],
    )


def _slot(row: SlotView) -> BracketSlotDocument:
    return BracketSlotDocument(
        side=row.side, source=cast("Source", row.source), of=row.source_code, entry=row.entry
    )


def _entry(name: EntryName) -> BracketEntryDocument:
    return BracketEntryDocument(
        id=name.id,
        players=list(name.players),
        short=name.short,
        club_name=name.club_name,
        seed=name.seed,
    )
