"""The lines of a sheet: their kinds, and the content of each kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from database.limits import LONGEST_REASON, MOST_PENALTY_POINTS
from kernel.models import Frozen
from scoring.core.unfinished import Case, GameTotals

# These words are stored in every sheet and are part of the notation.
HAND = "hand"
REDEAL = "redeal"
CLAIM = "claim"
PENALTY = "penalty"
FORFEIT = "forfeit"
AWARD = "award"
TOTAL = "total"
GAMES = "games"
AMEND = "amend"
STRIKE = "strike"
SIGN = "sign"
REOPEN = "reopen"

NEXT_PLAY_KINDS = (HAND, REDEAL, CLAIM, PENALTY, FORFEIT, AWARD)
"""The kinds of play that the answer of the notation lists under ``next``. It is an interface, and
snapshots keep it: the results below are possible wherever a hand is, and are not listed."""
RESULT_KINDS = (TOTAL, GAMES)
"""The kinds of lines that give a result without its hands, as it was counted on paper."""
PLAY_KINDS = (*NEXT_PLAY_KINDS, *RESULT_KINDS)
"""The kinds of lines of what happened at the table. They begin games and end them."""
WORD_KINDS = (AMEND, STRIKE)
"""The kinds of lines that correct an earlier line."""
TABLE_KINDS = (HAND, REDEAL, CLAIM, *WORD_KINDS, SIGN)
"""The kinds of lines that players write themselves; only a referee writes the others."""
KINDS = (*PLAY_KINDS, *WORD_KINDS, SIGN, REOPEN)

MOST_SURPLUS = 100_000
"""The same as the highest number of a line."""

Text = Annotated[str, Field(max_length=LONGEST_REASON)]
Number = Annotated[int, Field(ge=1, le=100_000)]
Points = Annotated[int, Field(ge=1, le=MOST_PENALTY_POINTS)]
Side = Annotated[int, Field(ge=0, le=9)]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One act on the sheet, as it was written. ``n`` counts from 1."""

    n: int
    kind: str
    data: Mapping[str, Any]


class Redeal(Frozen):
    """The deal is made again (a monte); the line has no content."""


class PointsGiven(Frozen):
    """A penalty (off) or an award (onto), in the unit of the total of the game being played."""

    side: Annotated[Side, Field(description="The side that gets or loses them, from 0.")]
    points: Annotated[Points, Field(description="The points, in the unit of the total.")]
    article: Annotated[Text, Field(description="The article of the regulation.")] = ""
    reason: Annotated[Text, Field(description="Why, in the referee's words.")] = ""


class Forfeit(Frozen):
    """A side that loses the game or the match, or another end of a match not played out.

    ``case``: how the match ends; null: a walkover if nothing was played, else a retirement, by the
    rules of the format (without rules: the current game and the match are lost). ``side``: the
    side that loses; null if both or neither does. ``plays_on``: whether the losing side plays its
    later matches (null: by the rules). ``advances``: in a double forfeit, the side that takes the
    place in the next match. ``games``: in an award, the totals of each game.
    """

    side: Annotated[
        Side | None, Field(description="The side that loses, from 0; null: both, or neither.")
    ]
    of: Annotated[
        Literal["game", "match"], Field(description="What is lost: the game or the match.")
    ]
    case: Annotated[
        Case | None, Field(description="How the match ends; null: by the rules of the format.")
    ] = None
    plays_on: Annotated[
        bool | None,
        Field(description="Whether the losing side plays its later matches; null: by the rules."),
    ] = None
    advances: Annotated[
        Side | None,
        Field(description="In a double forfeit, the side that takes the place in the next match."),
    ] = None
    games: Annotated[
        Annotated[list[GameTotals], Field(min_length=1, max_length=99)] | None,
        Field(description="In an award, the totals of each game, by side."),
    ] = None
    article: Annotated[Text, Field(description="The article of the regulation.")] = ""
    reason: Annotated[Text, Field(description="Why, in the referee's words.")] = ""


class GameTotal(Frozen):
    """The final totals of the game being played, by side, without its hands: they end this game.
    Hands that were written for it before are superseded.

    ``winner``: who has won, where the totals do not show it: by a claim, by a hand that wins at
    once, or as the first of two sides at the target. ``from_paper``: copied from a paper sheet.
    """

    totals: Annotated[GameTotals, Field(description="The final totals, by side.")]
    winner: Annotated[
        Side | None,
        Field(description="The side that has won, from 0, where the totals do not show it."),
    ] = None
    from_paper: Annotated[bool, Field(description="Whether it was copied from a paper sheet.")] = (
        False
    )


class GamesWon(Frozen):
    """The games won by each side in the whole match: they end it. A game in play is dropped; the
    totals of games without a line of their own are not known."""

    wins: Annotated[
        list[Annotated[int, Field(ge=0, le=99)]],
        Field(description="The games won, by side.", min_length=2, max_length=10),
    ]
    from_paper: Annotated[bool, Field(description="Whether it was copied from a paper sheet.")] = (
        False
    )


class Surplus(Frozen):
    """A line of play that counts only as long as its game (from 0) is not over."""

    line: Annotated[Number, Field(description="The number of the line.")]
    game: Annotated[int, Field(description="The number of its game, from 0.", ge=0, le=98)]


Aside = Annotated[list[Surplus], Field(max_length=MOST_SURPLUS)]


class Amend(Frozen):
    """Gives an earlier line new content, ``data``. ``aside``: the lines that are left over, because
    their game or the match ends earlier by this correction."""

    line: Annotated[Number, Field(description="The number of the line that gets new content.")]
    data: Annotated[
        dict[str, Any], Field(description="The new content, of the same kind as that line.")
    ]
    reason: Annotated[Text, Field(description="Why, in the writer's words.")] = ""
    aside: Annotated[Aside, Field(description="The lines that are left over.")] = []


class Strike(Frozen):
    """An earlier line does not count. ``aside``: as in an amend."""

    line: Annotated[Number, Field(description="The number of the line that does not count.")]
    reason: Annotated[Text, Field(description="Why, in the writer's words.")] = ""
    aside: Annotated[Aside, Field(description="The lines that are left over.")] = []


class Sign(Frozen):
    """A side agrees to the result; None is the referee."""

    side: Annotated[
        Side | None, Field(description="The side that signs, from 0; null: the referee.")
    ]


class Reopen(Frozen):
    """A referee opens a signed match again; all signatures before it are void."""

    reason: Annotated[Text, Field(description="Why, in the referee's words.")] = ""


CONTENTS: Mapping[str, type[Frozen]] = {
    REDEAL: Redeal,
    PENALTY: PointsGiven,
    FORFEIT: Forfeit,
    AWARD: PointsGiven,
    TOTAL: GameTotal,
    GAMES: GamesWon,
    AMEND: Amend,
    STRIKE: Strike,
    SIGN: Sign,
    REOPEN: Reopen,
}
"""By kind, the content of a line; that of a hand and a claim depends on the game."""
