"""A match: who meets, how it is played, and what its sheet folds to."""

from typing import Annotated, Literal, NotRequired, TypeAlias, cast

from pydantic import Field
from typing_extensions import TypedDict

from api.documents import EventId, MatchFormatDict, MomentText
from api.serializers.entry_names import EntryNameDocument, make_name_document
from api.serializers.seats import SeatDocument, build_seat_documents
from scoring.core.unfinished import Case
from tournaments.selectors.stages.matches import PlayedMatch, load_seats_at
from tournaments.selectors.stages.stages import load_round_count
from wording.places import name_game
from wording.rounds import name_round_in_event

Status: TypeAlias = Literal["OPEN", "WON", "DRAWN"]


class SideDocument(TypedDict):
    """The players of a side; empty while they are not known."""

    side: Annotated[int, Field(description="Its number, from 0.")]
    entries: Annotated[list[EntryNameDocument], Field(description="The entries that play on it.")]


class GameDocument(TypedDict):
    """A game that has begun; ``running`` are the totals after each hand; ``by_total``: present if
    only its final totals were written, so that its hands are not known."""

    totals: Annotated[list[int], Field(description="The totals, by side.")]
    running: Annotated[list[list[int]], Field(description="The totals after each hand, by side.")]
    hands: Annotated[int, Field(description="How many hands were played.")]
    winner: Annotated[
        int | None, Field(description="The side that has won it, from 0; null: none yet, or drawn.")
    ]
    why: Annotated[
        str | None, Field(description="The rule that ended it; null: it is being played.")
    ]
    by_total: NotRequired[
        Annotated[bool, Field(description="Whether only its totals were written.")]
    ]


class UnfinishedDocument(TypedDict):
    """How a match ended that was not played out: ``side`` lost so (null: both, or neither); what
    rankings count of it, by side (null: nothing, or unknown); whether it counts as played; which
    sides do not play on."""

    case: Annotated[Case, Field(description="How the match ended.")]
    side: Annotated[
        int | None, Field(description="The side that lost by it, from 0; null: both, or neither.")
    ]
    games: Annotated[list[int] | None, Field(description="The games that rankings count, by side.")]
    points: Annotated[
        list[int] | None, Field(description="The points that rankings count, by side.")
    ]
    played: Annotated[bool, Field(description="Whether it counts as played.")]
    out: Annotated[list[int], Field(description="The sides that do not play on.")]


class StateDocument(TypedDict):
    """The state that the sheet folds to, in the notation. ``signed``: the sides that have signed
    (null: the referee); ``unfinished``: present if the match was not played out;
    ``games_only``: present if the games won ended it: ``games`` has only those with known totals.
    A ``total`` or ``games`` may be written wherever ``next`` has a ``hand``."""

    games: Annotated[list[GameDocument], Field(description="The games that have begun, in order.")]
    wins: Annotated[list[int], Field(description="The games won, by side.")]
    winner: Annotated[
        int | None,
        Field(description="The side that has won the match, from 0; null: none yet, or drawn."),
    ]
    sum: Annotated[list[int], Field(description="The sum of the totals of all games, by side.")]
    over: Annotated[bool, Field(description="Whether the match is over.")]
    turn: Annotated[int | None, Field(description="The seat whose turn it is; null: none.")]
    next: Annotated[list[str], Field(description="The kinds of play that may be written next.")]
    signed: Annotated[
        list[int | None], Field(description="The sides that have signed; null: the referee.")
    ]
    unfinished: NotRequired[
        Annotated[UnfinishedDocument, Field(description="How it ended, if it was not played out.")]
    ]
    games_only: NotRequired[
        Annotated[bool, Field(description="Whether only the games won were written.")]
    ]


class RoundTitleDocument(TypedDict):
    """The round of a match, and what it is called."""

    id: Annotated[int, Field(description="The id of the round.")]
    title: Annotated[str, Field(description="Its title in the reader's language.")]


class SetAsideDocument(TypedDict):
    """Why a match no longer counts: a result before it was corrected, and it is played again."""

    reason: Annotated[str, Field(description="Why it no longer counts.")]
    at: Annotated[MomentText, Field(description="When it was set aside.")]


class MatchDocument(TypedDict):
    """A match. ``version`` is the number of the sheet's last line, which a writer must send;
    ``games`` are the titles of its games, in order."""

    id: Annotated[int, Field(description="The id of the match.")]
    event: Annotated[EventId, Field(description="The id of the event.")]
    pairing: Annotated[int, Field(description="The id of its pairing.")]
    code: Annotated[str, Field(description="The code of its pairing in the stage.")]
    table: Annotated[int | None, Field(description="The number of the table that it is on.")]
    round: Annotated[RoundTitleDocument, Field(description="Its round.")]
    sides: Annotated[list[SideDocument], Field(description="The sides that meet.")]
    seats: Annotated[
        list[SeatDocument],
        Field(description="The players by seat; empty until both sides are known."),
    ]
    games: Annotated[list[str], Field(description="The titles of its games, in order.")]
    format: Annotated[MatchFormatDict, Field(description="Its games and how many must be won.")]
    status: Annotated[Status, Field(description="Whether it is open, won or drawn.")]
    version: Annotated[int, Field(description="The number of the last line of its sheet.")]
    state: Annotated[StateDocument, Field(description="The state that its sheet folds to.")]
    set_aside: Annotated[
        SetAsideDocument | None, Field(description="Why it no longer counts; null: it counts.")
    ]


def build_match_document(played: PlayedMatch) -> MatchDocument:
    """A match, as it is played or was before it was set aside."""
    pairing, voided_match = played.pairing, played.set_aside
    match = pairing.match
    if match is None:
        raise AssertionError("a pairing was found by its match")
    seats = load_seats_at(played)
    entries_by_side: dict[int, list[EntryNameDocument]] = {}
    for seat in seats:
        entries = entries_by_side.setdefault(seat.side, [])
        # A seat has no name while the match that decides it is being played.
        if seat.name is not None:
            entries.append(make_name_document(seat.name))
    sides: list[SideDocument] = []
    for side, entries in sorted(entries_by_side.items()):
        sides.append(SideDocument(side=side, entries=entries))
    game_count, wins = len(match.format["games"]), match.format.get("wins")
    title = name_round_in_event(load_round_count(pairing.round))
    set_aside = None
    if voided_match is not None:
        set_aside = SetAsideDocument(reason=voided_match.reason, at=voided_match.at.isoformat())
    return MatchDocument(
        id=match.pk,
        event=str(pairing.event_id),
        pairing=pairing.pk,
        code=pairing.code,
        table=pairing.table_number,
        round=RoundTitleDocument(id=pairing.round_id, title=title),
        sides=sides,
        seats=build_seat_documents(seats),
        games=[name_game(index, game_count, wins) for index in range(game_count)],
        format=match.format,
        status=cast("Status", match.state),
        version=match.version,
        state=cast("StateDocument", match.snapshot),
        set_aside=set_aside,
    )


def list_side_names(played: PlayedMatch) -> list[str]:
    """The names of the sides, for sentences."""
    return [seat.short_name for seat in load_seats_at(played)]
