"""Pairings of an event, in the order of play."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, cast

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from accounts.actors import Actor
from api.names import EntryNameDocument, make_name_document
from api.reading import read_body
from api.resource import Resource, now
from api.rounds import date_document
from api.sentences import SentenceDocument
from api.within import EventOnly, IdFilter, WithinEvent
from kernel.models import Frozen
from scoring.core.unfinished import Case
from scoring.models import Match
from tournaments.models import Pairing
from tournaments.selectors.matches import Seat, pairing_for, seats_of
from tournaments.services.hall import free_table, move_to_table
from wording.whys import pairing_words

PairingState: TypeAlias = Literal["WAITING", "READY", "CALLED", "DECIDED", "BYE", "NOT_NEEDED"]
AbsenceWord: TypeAlias = Literal["bye", "half_bye", "absent"]
Source: TypeAlias = Literal["ENTRY", "WINNER_OF", "LOSER_OF", "BYE"]


class SlotDocument(TypedDict):
    """A slot: its side, where it is filled from (``of``: the pairing's code), and who fills it."""

    side: int
    source: Source
    of: str | None
    entry: EntryNameDocument | None


class PairingDocument(TypedDict):
    """The slots that meet. A bye has no match: ``absence`` is the reason (given, asked for, or
    nobody came). ``why``: the reason for the pairing, where the format paired by the standings.
    ``date``: the date of its round; null: the date of the event. ``unfinished``: how the match
    ended, if it was not played out."""

    id: int
    event: str
    stage: int
    group: int
    round: int
    date: str | None
    code: str
    number: int
    state: PairingState
    table: int | None
    match: int | None
    winner: int | None
    unfinished: Case | None
    absence: AbsenceWord | None
    why: SentenceDocument | None
    slots: list[SlotDocument]
    called_at: str | None
    decided_at: str | None


class PairingFilter(EventOnly):
    """``state`` may be given several times."""

    round = IdFilter()
    stage = IdFilter("round__group__stage")
    group = IdFilter("round__group__number")
    table = IdFilter("table__number")
    state = filters.MultipleChoiceFilter(choices=Pairing.State.choices)


class Pairings(WithinEvent):
    """The pairings of an event."""

    filterset_class = PairingFilter

    queryset = Pairing.objects.select_related("event", "table", "match", "round__group")

    def get_queryset(self) -> QuerySet[Pairing]:
        return super().get_queryset().filter(event=self.event)

    def documents(self, rows: Sequence[Pairing]) -> Sequence[PairingDocument]:
        seats = seats_of(rows)
        return [pairing_document(row, seats[row.pk]) for row in rows]

    @extend_schema(responses=PairingDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class PairingDetail(Resource):
    """One pairing."""

    @extend_schema(responses=PairingDocument)
    def get(self, request: Request, pairing_id: int) -> Response:
        pairing = pairing_for(self.actor, pairing_id)
        return Response(pairing_document(pairing, seats_of([pairing])[pairing.pk]))


class TableBody(Frozen):
    """The table to go to, by its number in the hall."""

    table: Annotated[int, Field(ge=1, le=9999)]


class PairingTable(Resource):
    """The table of a pairing."""

    acts = {"DELETE": None}

    @extend_schema(request=TableBody, responses={200: PairingDocument})
    def put(self, request: Request, pairing_id: int) -> Response:
        """Moves a match that is called or ready to another table; a match that is there changes
        places with it."""
        body = read_body(TableBody, request)
        pairing = pairing_for(self.actor, pairing_id)
        pairing = move_to_table(pairing=pairing, number=body.table, actor=self.actor, now=now())
        return Response(get_pairing_document(self.actor, pairing))

    @extend_schema(responses={200: PairingDocument})
    def delete(self, request: Request, pairing_id: int) -> Response:
        """Frees the table of a decided match that waits for signatures, for the next match."""
        pairing = pairing_for(self.actor, pairing_id)
        free_table(pairing=pairing, actor=self.actor, now=now())
        return Response(get_pairing_document(self.actor, pairing))


def get_pairing_document(actor: Actor, pairing: Pairing) -> PairingDocument:
    """A pairing as it is now."""
    fresh = pairing_for(actor, pairing.pk)
    return pairing_document(fresh, seats_of([fresh])[fresh.pk])


def pairing_document(pairing: Pairing, seats: Sequence[Seat]) -> PairingDocument:
    is_bye = pairing.state == Pairing.State.BYE
    return PairingDocument(
        id=pairing.pk,
        event=str(pairing.event_id),
        stage=pairing.round.group.stage_id,
        group=pairing.round.group.number,
        round=pairing.round_id,
        date=date_document(pairing.round.date),
        code=pairing.code,
        number=pairing.number,
        state=cast("PairingState", pairing.state),
        table=None if pairing.table is None else pairing.table.number,
        match=pairing.match_id,
        winner=None if pairing.match is None else pairing.match.winner,
        unfinished=None if pairing.match is None else _get_unfinished_case(pairing.match),
        absence=cast("AbsenceWord", pairing.absence) if is_bye else None,
        why=reason_document(pairing.why),
        slots=[_make_slot_document(seat) for seat in seats],
        called_at=pairing.called_at.isoformat() if pairing.called_at else None,
        decided_at=pairing.decided_at.isoformat() if pairing.decided_at else None,
    )


def _get_unfinished_case(match: Match) -> Case | None:
    ended = match.snapshot.get("unfinished")
    return None if ended is None else cast("Case", ended["case"])


def reason_document(why: Mapping[str, Any] | None) -> SentenceDocument | None:
    """Why these meet, with its sentence."""
    if not why:
        return None
    code, params = why["code"], why["params"]
    return SentenceDocument(code=code, params=params, sentence=pairing_words(code, params))


def _make_slot_document(seat: Seat) -> SlotDocument:
    return SlotDocument(
        side=seat.side,
        source=cast("Source", seat.source),
        of=seat.source_code,
        entry=None if seat.name is None else make_name_document(seat.name),
    )
