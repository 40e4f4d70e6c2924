"""The lines of a sheet: their kinds, and what each of them says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from kernel.models import Frozen
from scoring.core.unfinished import Case, GameTotals

HAND = "hand"
REDEAL = "redeal"
CLAIM = "claim"
PENALTY = "penalty"
FORFEIT = "forfeit"
AWARD = "award"
AMEND = "amend"
STRIKE = "strike"
SIGN = "sign"
REOPEN = "reopen"

PLAY_KINDS = (HAND, REDEAL, CLAIM, PENALTY, FORFEIT, AWARD)
"""What happened at the table; these begin games and end them."""
WORD_KINDS = (AMEND, STRIKE)
"""The kinds of lines that correct an earlier line."""
TABLE_KINDS = (HAND, REDEAL, CLAIM, *WORD_KINDS, SIGN)
"""What the players write themselves; all others are the referee's."""
KINDS = (*PLAY_KINDS, *WORD_KINDS, SIGN, REOPEN)

MOST_SURPLUS = 100_000
"""As many as there may be lines."""

Text = Annotated[str, Field(max_length=500)]
Number = Annotated[int, Field(ge=1, le=100_000)]
Points = Annotated[int, Field(ge=1, le=999)]
Side = Annotated[int, Field(ge=0, le=9)]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One act on the sheet, as it was written. ``n`` counts from 1."""

    n: int
    kind: str
    data: Mapping[str, Any]


class Redeal(Frozen):
    """A monte: says nothing more."""


class PointsGiven(Frozen):
    """A penalty (off) or an award (onto), in the unit of the total of the game being played."""

    side: Side
    points: Points
    article: Text = ""
    reason: Text = ""


class Forfeit(Frozen):
    """A side that loses the game or the match, or another end of a match not played out.

    ``case``: how the match ends; null: a walkover if nothing was played, else a retirement, by the
    rules of the format (without rules: the current game and the match are lost). ``side``: the
    side that loses; null if both or neither does. ``plays_on``: whether the losing side plays its
    later matches (null: by the rules). ``advances``: in a double forfeit, the side that takes the
    place in the next match. ``games``: in an award, the totals of each game.
    """

    side: Side | None
    of: Literal["game", "match"]
    case: Case | None = None
    plays_on: bool | None = None
    advances: Side | None = None
    games: Annotated[list[GameTotals], Field(min_length=1, max_length=99)] | None = None
    article: Text = ""
    reason: Text = ""


class Surplus(Frozen):
    """A line of play that counts only as long as its game (from 0) is not over."""

    line: Number
    game: Annotated[int, Field(ge=0, le=98)]


Aside = Annotated[list[Surplus], Field(max_length=MOST_SURPLUS)]


class Amend(Frozen):
    """An earlier line reads otherwise: ``data`` is its new content. ``aside``: the lines that it
    leaves over, because their game or the match ends earlier by it."""

    line: Number
    data: dict[str, Any]
    reason: Text = ""
    aside: Aside = []


class Strike(Frozen):
    """An earlier line does not count. ``aside`` as of an amend."""

    line: Number
    reason: Text = ""
    aside: Aside = []


class Sign(Frozen):
    """A side agrees to the result; None is the referee."""

    side: Side | None


class Reopen(Frozen):
    """A referee opens a signed match; all signatures are void."""

    reason: Text = ""
