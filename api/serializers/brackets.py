"""The documents of brackets. They are kept as bytes and have as many pairings as the event, so they
are plain dictionaries for orjson, not serializers."""

from typing import Annotated, Final, cast

from pydantic import Field
from typing_extensions import TypedDict

from api.fields import LARGEST_ID
from api.sentences import SentenceDocument, make_reason_document
from api.serializers.pairings import PairingState, Source
from competition.formats.contract import MOST_GROUPS
from kernel.models import Frozen
from scoring.core.unfinished import Case
from tournaments.models import Event, Pairing
from tournaments.refusals import NotFound
from tournaments.selectors.registration.entries import EntryName, names_of
from tournaments.selectors.stages.brackets import PairingView, RoundView, SlotView, bracket_of


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
    winner: Annotated[int | None, Field(deprecated=True, description="Use `winner_side`.")]
    winner_side: Annotated[
        int | None, Field(description="The side that has won the match, from 0.")
    ]
    winner_entry: Annotated[int | None, Field(description="The id of the entry that has won it.")]
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


ALL: Final = BracketQuery()


def make_bracket_document(event: Event, asked: BracketQuery = ALL) -> BracketDocument:
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
        date=row.date.isoformat() if row.date else None,
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
        winner_side=row.winner,
        winner_entry=None if row.winner is None else _find_entry(row, row.winner),
        wins=list(row.wins) if decided else None,
        unfinished=cast("Case", row.unfinished) if row.unfinished else None,
        why=make_reason_document(row.why),
        slots=[_make_slot_document(slot) for slot in row.slots],
    )


def _find_entry(row: PairingView, side: int) -> int | None:
    return next((slot.entry for slot in row.slots if slot.side == side), None)


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
