"""What is written down of a hand: card points, and the declarations in their order."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from rules.fields import A_SUIT, a_seat, a_side, one_of, up_to, whole
from rules.marriages.cards import ALL_POINTS, SIDES
from rules.marriages.terms import DECLARATIONS, IN_SERIES, MARIANNONE, MARRIAGE, Terms

MOST_DECLARATIONS = 20
"""More are refused: no hand has as many."""
_Points = Annotated[int, up_to(ALL_POINTS)]


class Declaration(Frozen):
    """One declaration. Its suit may be left out where its value does not hang on it."""

    side: Annotated[int, a_side(SIDES)]
    kind: Annotated[str, one_of(*DECLARATIONS)] = MARRIAGE
    suit: Annotated[str, A_SUIT] | None = None


class MarriageRecord(Frozen):
    """A hand as the sheet has it. ``card_points`` without what was declared; one side's follow
    from the other's; None where a mariannone has won. A cover stands there only if it was won."""

    card_points: Annotated[tuple[_Points | None, _Points | None] | None, Field(strict=False)] = None
    declarations: Annotated[
        tuple[Declaration, ...], Field(strict=False, max_length=MOST_DECLARATIONS)
    ] = ()
    leader: Annotated[int, a_seat(4)] | None = None

    @property
    def trumps(self) -> str | None:
        """Trumps that were turned up, where the game turns them and they are written."""
        return None

    @property
    def was_first(self) -> int | None:
        return None


class CoupleRecord(MarriageRecord):
    """A hand of two players with trumps turned up."""

    leader: Annotated[int, a_seat(2)] | None = None
    trump: Annotated[str, A_SUIT] | None = None

    @property
    def trumps(self) -> str | None:
        return self.trump


class RaceRecord(CoupleRecord):
    """``first``: the side that got to the target first, where both are past it."""

    first: Annotated[int, a_side(SIDES)] | None = None

    @property
    def was_first(self) -> int | None:
        return self.first


def cards_of(record: MarriageRecord) -> tuple[int, int] | None:
    """Both sides' card points; None where none are written."""
    return whole(record.card_points, ALL_POINTS)


def winner_at_once(record: MarriageRecord) -> int | None:
    """The side whose mariannone has won the game."""
    return next((each.side for each in record.declarations if each.kind == MARIANNONE), None)


def values_of(record: MarriageRecord, terms: Terms) -> list[int]:
    """What each declaration gives, in their order."""
    return [
        terms.value(each.kind, place_of(at, record.declarations), each.suit, record.trumps)
        for at, each in enumerate(record.declarations)
    ]


def place_of(at: int, declarations: Sequence[Declaration]) -> int:
    """How many of the series stand before this one, both sides counted together."""
    return sum(each.kind in IN_SERIES for each in declarations[:at])
