"""The effects of a correction, which are sent with the refusal until they are agreed to."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict

from api.names import EntryNameDocument, make_name_document
from api.serializers.questions import ChangedEntrantDocument, entrant_change_documents
from scoring.core.correction import SheetEffect, SheetOutcome
from scoring.core.format import MatchFormat
from tournaments.models import Event
from tournaments.selectors.registration.entries import EntryName, names_of
from tournaments.services.corrections.previews import (
    Consequences,
    ForeseenDecision,
    Moved,
    Reseated,
    Standing,
)
from wording.corrections import effect_words


class StandingDocument(TypedDict):
    """The state of a match, its winner, and the totals of its games."""

    state: str
    winner: int | None
    games: list[list[int]]


class PlacesDocument(TypedDict):
    """The places that an entry has, or shares."""

    first: int
    last: int


class MovedDocument(TypedDict):
    """An entry whose places in the event would change; ``before`` null: it had none."""

    entry: EntryNameDocument
    before: PlacesDocument | None
    after: PlacesDocument


class ReseatedDocument(TypedDict):
    """A slot that would get another entry."""

    pairing: int
    code: str
    before: EntryNameDocument | None
    after: EntryNameDocument | None


class AskedDocument(TypedDict):
    """A question that would be left to the organizer: about a pairing, or about a stage by its
    number. ``comes``: entries that should be there and are not; ``goes``: the reverse."""

    kind: Literal["PLAYED_ON", "CUT_MOVED", "ROUND_PAIRED", "PRIZES_MOVED"]
    pairing: int | None
    code: str | None
    stage: int | None
    round: int | None
    comes: list[EntryNameDocument]
    goes: list[EntryNameDocument]
    changed: list[ChangedEntrantDocument]


class AsideDocument(TypedDict):
    """A line, and the game that it belongs to (from 0)."""

    line: int
    game: int | None


class LineMovedDocument(TypedDict):
    """A line, and the games that it counts in before and afterwards (from 0)."""

    line: int
    before: int | None
    after: int | None


class GameOutcomeDocument(TypedDict):
    """A game that has begun; ``why`` null: it is still being played."""

    totals: list[int]
    winner: int | None
    why: str | None


class OutcomeDocument(TypedDict):
    """The games of a match, who has won it, and whether it is over."""

    games: list[GameOutcomeDocument]
    winner: int | None
    over: bool


class SheetEffectDocument(TypedDict):
    """What a correction changes on its sheet: the lines that it sets aside because their game or
    the match is over before them, those that count in another game, those that count again; the
    outcome before and afterwards. ``sentences`` say all of it in the language of the reader."""

    set_aside: list[AsideDocument]
    moved: list[LineMovedDocument]
    restored: list[AsideDocument]
    before: OutcomeDocument
    after: OutcomeDocument
    sentences: list[str]


class ConsequencesDocument(TypedDict):
    """All that the line would change. Send it again with ``agreed`` to write it. ``out`` and
    ``back``: entries that would leave the event, and those that would be in it again."""

    before: StandingDocument
    after: StandingDocument
    moved: list[MovedDocument]
    reseated: list[ReseatedDocument]
    asked: list[AskedDocument]
    out: list[EntryNameDocument]
    back: list[EntryNameDocument]
    effect: SheetEffectDocument | None


def effect_document(
    effect: SheetEffect, match: MatchFormat, sides: Sequence[str]
) -> SheetEffectDocument:
    """``sides`` are names."""
    return SheetEffectDocument(
        set_aside=[AsideDocument(line=move.line, game=move.before) for move in effect.set_aside],
        moved=[
            LineMovedDocument(line=move.line, before=move.before, after=move.after)
            for move in effect.moved
        ],
        restored=[AsideDocument(line=move.line, game=move.after) for move in effect.restored],
        before=_make_outcome_document(effect.before),
        after=_make_outcome_document(effect.after),
        sentences=effect_words(effect, match, sides).sentences,
    )


def _make_outcome_document(outcome: SheetOutcome) -> OutcomeDocument:
    games = [
        GameOutcomeDocument(totals=list(game.totals), winner=game.winner, why=game.why)
        for game in outcome.games
    ]
    return OutcomeDocument(games=games, winner=outcome.winner, over=outcome.over)


def consequences_document(
    event: Event, found: Consequences, match: MatchFormat, sides: Sequence[str]
) -> ConsequencesDocument:
    """``sides`` are names."""
    effect = found.effect
    names = names_of(event)
    return ConsequencesDocument(
        before=_make_standing_document(found.before),
        after=_make_standing_document(found.after),
        moved=[move_document(each, names) for each in found.moved],
        reseated=[reseated_document(each, names) for each in found.reseated],
        asked=[decision_document(each, names) for each in found.asked],
        out=name_documents(found.out, names),
        back=name_documents(found.back, names),
        effect=None if effect is None else effect_document(effect, match, sides),
    )


def _make_standing_document(standing: Standing) -> StandingDocument:
    return StandingDocument(
        state=standing.state,
        winner=standing.winner,
        games=[list(totals) for totals in standing.games],
    )


def move_document(moved: Moved, names: dict[int, EntryName]) -> MovedDocument:
    before = None if moved.before is None else _make_places_document(moved.before)
    return MovedDocument(
        entry=make_name_document(names[moved.entry]),
        before=before,
        after=_make_places_document(moved.after),
    )


def _make_places_document(places: tuple[int, int]) -> PlacesDocument:
    return PlacesDocument(first=places[0], last=places[1])


def reseated_document(row: Reseated, names: dict[int, EntryName]) -> ReseatedDocument:
    return ReseatedDocument(
        pairing=row.pairing_id,
        code=row.pairing,
        before=None if row.before is None else make_name_document(names[row.before]),
        after=None if row.after is None else make_name_document(names[row.after]),
    )


def decision_document(asked: ForeseenDecision, names: dict[int, EntryName]) -> AskedDocument:
    return AskedDocument(
        kind=asked.kind,  # type: ignore[typeddict-item]
        pairing=asked.pairing_id,
        code=asked.pairing,
        stage=asked.stage,
        round=asked.round,
        comes=name_documents(asked.comes, names),
        goes=name_documents(asked.goes, names),
        changed=entrant_change_documents(asked.changed, names),
    )


def name_documents(entries: Sequence[int], names: dict[int, EntryName]) -> list[EntryNameDocument]:
    return [make_name_document(names[entry]) for entry in entries]
