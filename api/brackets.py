"""The brackets of an event, by stage and group."""

from typing import Annotated, Final, cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.request import Request
from typing_extensions import TypedDict

from api.fresh import fresh
from api.pairings import PairingState, Source, reason_document
from api.reading import LARGEST_ID, read_query
from api.resource import Resource
from api.rounds import date_document
from api.schema import ETAG, describe_kept_answers
from api.sentences import SentenceDocument
from api.standings import event_tag, event_versions_for
from competition.formats.contract import MOST_GROUPS
from kernel.models import Frozen
from scoring.core.unfinished import Case
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
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
    wants to follow a match asks for the match. ``unfinished``: how it ended, if it was not played
    out."""

    id: int
    code: str
    number: int
    state: PairingState
    table: int | None
    match: int | None
    winner: int | None
    wins: list[int] | None
    unfinished: Case | None
    why: SentenceDocument | None
    slots: list[BracketSlotDocument]


class BracketRoundDocument(TypedDict):
    """A round of a section, ``number`` from 1 in it. ``date`` null: that of the event."""

    id: int
    group: int
    section: str
    number: int
    date: str | None
    pairings: list[BracketPairingDocument]


class BracketEntryDocument(TypedDict):
    """The entry of a slot."""

    id: int
    players: list[str]
    short: str
    club_name: str
    seed: int | None


class BracketDocument(TypedDict):
    """A bracket at a version of its stage: rounds in the order of play, entries by id."""

    event: str
    stage: int
    version: int
    rounds: list[BracketRoundDocument]
    entries: list[BracketEntryDocument]


class BracketQuery(Frozen):
    """``stage``: the id of one (else the last); ``group``: the number of one of its groups (else
    all)."""

    stage: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None
    group: Annotated[int, Field(ge=1, le=MOST_GROUPS)] | None = None


class Bracket(Resource):
    """The bracket of an event; 304 to a client that has its version."""

    @extend_schema(
        parameters=[*ETAG, OpenApiParameter("stage", int), OpenApiParameter("group", int)],
        responses=describe_kept_answers(BracketDocument),
    )
    def get(self, request: Request, event_id: UUID) -> HttpResponse:
        versions = event_versions_for(self.actor, event_id)
        asked = read_query(BracketQuery, request)
        return fresh(
            request,
            tag=event_tag(versions),
            resource=f"bracket:{event_id}:{asked.stage}:{asked.group}",
            document=lambda: bracket_document(Event.objects.get(pk=event_id), asked),
        )


ALL: Final = BracketQuery()


def bracket_document(event: Event, asked: BracketQuery = ALL) -> BracketDocument:
    """The bracket of a stage. Six queries, whatever its size. Raises NotFound."""
    stages = event.stages.order_by("-number")
    if asked.stage is not None:
        stages = stages.filter(pk=asked.stage)
    stage = stages.first()
    if stage is None:
        raise NotFound
    return BracketDocument(
        event=str(event.pk),
        stage=stage.pk,
        version=stage.version,
        rounds=[_make_round_document(row) for row in bracket_of(stage, asked.group)],
        entries=[_make_entry_document(name) for name in names_of(event).values()],
    )


def _make_round_document(row: RoundView) -> BracketRoundDocument:
    return BracketRoundDocument(
        id=row.id,
        group=row.group,
        section=row.section,
        number=row.number,
        date=date_document(row.date),
        pairings=[_make_pairing_document(pairing) for pairing in row.pairings],
    )


def _make_pairing_document(row: PairingView) -> BracketPairingDocument:
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
        unfinished=cast("Case", row.unfinished) if row.unfinished else None,
        why=reason_document(row.why),
        slots=[_make_slot_document(slot) for slot in row.slots],
    )


def _make_slot_document(row: SlotView) -> BracketSlotDocument:
    return BracketSlotDocument(
        side=row.side, source=cast("Source", row.source), of=row.source_code, entry=row.entry
    )


def _make_entry_document(name: EntryName) -> BracketEntryDocument:
    return BracketEntryDocument(
        id=name.id,
        players=list(name.players),
        short=name.short,
        club_name=name.club_name,
        seed=name.seed,
    )
