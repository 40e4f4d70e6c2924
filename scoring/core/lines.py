"""The lines of a sheet: their kinds, and what each of them says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.contract import Frozen

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
"""What is said about an earlier line."""
KINDS = (*PLAY_KINDS, *WORD_KINDS, SIGN, REOPEN)

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
    """A side that loses the game or the match."""

    side: Side
    of: Literal["game", "match"]
    article: Text = ""
    reason: Text = ""


class Amend(Frozen):
    """An earlier line reads otherwise: ``data`` is its new content."""

    line: Number
    data: dict[str, Any]
    reason: Text = ""


class Strike(Frozen):
    """An earlier line does not count."""

    line: Number
    reason: Text = ""


class Sign(Frozen):
    """A side agrees to the result; None is the referee."""

    side: Side | None


class Reopen(Frozen):
    """A referee opens a signed match; all signatures are void."""

    reason: Text = ""
