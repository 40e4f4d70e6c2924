"""The effects of a correction, which are sent with the refusal until they are agreed to."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from api.serializers.entry_names import EntryNameDocument, make_name_document
from api.serializers.match_details import Status
from api.serializers.pending_decisions import ChangedEntrantDocument, build_entrant_change_documents
from scoring.core.correction import SheetEffect, SheetOutcome
from scoring.core.format import MatchFormat
from tournaments.models import Event
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.services.corrections.previews import (
    Consequences,
    ForeseenDecision,
    Moved,
    Reseated,
    Standing,
)
from wording.corrections import word_effect


class StandingDocument(TypedDict):
    """The state of a match, its winner, and the totals of its games."""

    state: Annotated[Status, Field(description="Whether the match is open, won or drawn.")]
    winner: Annotated[int | None, Field(description="The side that has won it, from 0.")]
    games: Annotated[list[list[int]], Field(description="The totals of its games, by side.")]


class PlacesDocument(TypedDict):
    """The places that an entry has, or shares."""

    first: Annotated[int, Field(description="The best place.")]
    last: Annotated[int, Field(description="The last place.")]


class MovedDocument(TypedDict):
    """An entry whose places in the event would change; ``before`` null: it had none."""

    entry: Annotated[EntryNameDocument, Field(description="The entry.")]
    before: Annotated[PlacesDocument | None, Field(description="Its places now.")]
    after: Annotated[PlacesDocument, Field(description="Its places after the correction.")]


class ReseatedDocument(TypedDict):
    """A slot that would get another entry."""

    pairing: Annotated[int, Field(description="The id of the pairing.")]
    code: Annotated[str, Field(description="The code of the pairing in the stage.")]
    before: Annotated[EntryNameDocument | None, Field(description="The entry in the slot now.")]
    after: Annotated[
        EntryNameDocument | None, Field(description="The entry in the slot after the correction.")
    ]


class AskedDocument(TypedDict):
    """A question that would be left to the organizer: about a pairing, or about a stage by its
    number. ``comes``: entries that should be there and are not; ``goes``: the reverse."""

    kind: Annotated[
        Literal["PLAYED_ON", "CUT_MOVED", "ROUND_PAIRED", "PRIZES_MOVED"],
        Field(description="What the question is about."),
    ]
    pairing: Annotated[int | None, Field(description="The id of the pairing.")]
    code: Annotated[str | None, Field(description="The code of the pairing in the stage.")]
    stage: Annotated[int | None, Field(description="The number of the stage in its event.")]
    stage_id: Annotated[int | None, Field(description="The id of the stage.")]
    round: Annotated[int | None, Field(description="The number of the round.")]
    comes: Annotated[
        list[EntryNameDocument], Field(description="The entries that should be there and are not.")
    ]
    goes: Annotated[
        list[EntryNameDocument], Field(description="The entries that are there and should not be.")
    ]
    changed: Annotated[
        list[ChangedEntrantDocument], Field(description="The data of drawn entries that differ.")
    ]


class AsideDocument(TypedDict):
    """A line, and the game that it belongs to (from 0)."""

    line: Annotated[int, Field(description="The number of the line.")]
    game: Annotated[int | None, Field(description="The number of its game, from 0.")]


class LineMovedDocument(TypedDict):
    """A line, and the games that it counts in before and afterwards (from 0)."""

    line: Annotated[int, Field(description="The number of the line.")]
    before: Annotated[int | None, Field(description="The game that it counts in now, from 0.")]
    after: Annotated[
        int | None, Field(description="The game that it counts in after the correction, from 0.")
    ]


class GameOutcomeDocument(TypedDict):
    """A game that has begun; ``why`` null: it is still being played."""

    totals: Annotated[list[int], Field(description="The totals, by side.")]
    winner: Annotated[int | None, Field(description="The side that has won it, from 0.")]
    why: Annotated[str | None, Field(description="The rule that ended it.")]


class OutcomeDocument(TypedDict):
    """The games of a match, who has won it, and whether it is over."""

    games: Annotated[
        list[GameOutcomeDocument], Field(description="The games that have begun, in order.")
    ]
    winner: Annotated[int | None, Field(description="The side that has won the match, from 0.")]
    over: Annotated[bool, Field(description="Whether the match is over.")]


class SheetEffectDocument(TypedDict):
    """What a correction changes on its sheet: the lines that it sets aside because their game or
    the match is over before them, those that count in another game, those that count again; the
    outcome before and afterwards. ``sentences`` say all of it in the language of the reader."""

    set_aside: Annotated[list[AsideDocument], Field(description="The lines that no longer count.")]
    moved: Annotated[
        list[LineMovedDocument], Field(description="The lines that count in another game.")
    ]
    restored: Annotated[list[AsideDocument], Field(description="The lines that count again.")]
    before: Annotated[OutcomeDocument, Field(description="The outcome now.")]
    after: Annotated[OutcomeDocument, Field(description="The outcome after the correction.")]
    sentences: Annotated[list[str], Field(description="All of it in the reader's language.")]


class ConsequencesDocument(TypedDict):
    """All that the line would change. Send it again with ``agreed`` to write it. ``out`` and
    ``back``: entries that would leave the event, and those that would be in it again."""

    before: Annotated[StandingDocument, Field(description="The match now.")]
    after: Annotated[StandingDocument, Field(description="The match after the correction.")]
    moved: Annotated[list[MovedDocument], Field(description="The entries whose places change.")]
    reseated: Annotated[
        list[ReseatedDocument], Field(description="The slots that get another entry.")
    ]
    asked: Annotated[
        list[AskedDocument], Field(description="The questions that are left to the organizer.")
    ]
    out: Annotated[list[EntryNameDocument], Field(description="The entries that leave the event.")]
    back: Annotated[
        list[EntryNameDocument], Field(description="The entries that are in the event again.")
    ]
    kept_round: Annotated[
        int | None,
        Field(
            description="The number of the last round that was paired from the result before and "
            "has begun: its pairings stay. null: there is none."
        ),
    ]
    effect: Annotated[SheetEffectDocument | None, Field(description="What changes on the sheet.")]


def build_effect_document(
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
        sentences=word_effect(effect, match, sides).sentences,
    )


def _make_outcome_document(outcome: SheetOutcome) -> OutcomeDocument:
    games = []
    for game in outcome.games:
        totals = list(game.totals)
        games.append(GameOutcomeDocument(totals=totals, winner=game.winner, why=game.why))
    return OutcomeDocument(games=games, winner=outcome.winner, over=outcome.over)


def build_consequences_document(
    event: Event, found: Consequences, match: MatchFormat, sides: Sequence[str]
) -> ConsequencesDocument:
    """``sides`` are names."""
    effect_on_sheet: SheetEffectDocument | None = None
    if found.effect is not None:
        effect_on_sheet = build_effect_document(found.effect, match, sides)
    names = load_entry_names(event)
    return ConsequencesDocument(
        before=_make_standing_document(found.before),
        after=_make_standing_document(found.after),
        moved=[move_document(consequence, names) for consequence in found.moved],
        reseated=[build_reseated_document(consequence, names) for consequence in found.reseated],
        asked=[build_decision_document(consequence, names) for consequence in found.asked],
        out=name_documents(found.out, names),
        back=name_documents(found.back, names),
        kept_round=found.kept_round,
        effect=effect_on_sheet,
    )


def _make_standing_document(standing: Standing) -> StandingDocument:
    return StandingDocument(
        state=standing.state,  # type: ignore[typeddict-item]
        winner=standing.winner,
        games=[list(totals) for totals in standing.games],
    )


def move_document(moved: Moved, names: dict[int, EntryName]) -> MovedDocument:
    places_before: PlacesDocument | None = None
    if moved.before is not None:
        places_before = _make_places_document(moved.before)
    return MovedDocument(
        entry=make_name_document(names[moved.entry]),
        before=places_before,
        after=_make_places_document(moved.after),
    )


def _make_places_document(places: tuple[int, int]) -> PlacesDocument:
    return PlacesDocument(first=places[0], last=places[1])


def build_reseated_document(row: Reseated, names: dict[int, EntryName]) -> ReseatedDocument:
    document = ReseatedDocument(pairing=row.pairing_id, code=row.pairing, before=None, after=None)
    # A slot is empty where the match that fills it is not decided.
    if row.before is not None:
        document["before"] = make_name_document(names[row.before])
    if row.after is not None:
        document["after"] = make_name_document(names[row.after])
    return document


def build_decision_document(asked: ForeseenDecision, names: dict[int, EntryName]) -> AskedDocument:
    return AskedDocument(
        kind=asked.kind,  # type: ignore[typeddict-item]
        pairing=asked.pairing_id,
        code=asked.pairing,
        stage=asked.stage,
        stage_id=asked.stage_id,
        round=asked.round,
        comes=name_documents(asked.comes, names),
        goes=name_documents(asked.goes, names),
        changed=build_entrant_change_documents(asked.changed, names),
    )


def name_documents(entries: Sequence[int], names: dict[int, EntryName]) -> list[EntryNameDocument]:
    return [make_name_document(names[entry]) for entry in entries]
