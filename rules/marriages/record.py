"""The record of a hand: card points, and the declarations in their order."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from rules.fields import A_SUIT, a_seat, a_side, one_of, up_to, whole
from rules.marriages.cards import ALL_POINTS, SIDES
from rules.marriages.terms import DECLARATIONS, IN_SERIES, MARIANNONE, MARRIAGE, Terms

MOST_DECLARATIONS = 20
"""More are refused when the record is read: no hand has as many."""
_Points = Annotated[int, up_to(ALL_POINTS)]


class Declaration(Frozen):
    """One declaration. Its suit may be left out where its value does not hang on it."""

    side: Annotated[
        Annotated[int, a_side(SIDES)], Field(description="The side that declares, from 0.")
    ]
    kind: Annotated[
        Annotated[str, one_of(*DECLARATIONS)], Field(description="What is declared.")
    ] = MARRIAGE
    suit: Annotated[Annotated[str, A_SUIT] | None, Field(description="The suit of a marriage.")] = (
        None
    )


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
        """The trumps that were turned up, if the game turns them up and they are written."""
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


def read_card_points(record: MarriageRecord) -> tuple[int, int] | None:
    """Both sides' card points; None where none are written."""
    return whole(record.card_points, ALL_POINTS)


def find_winner_at_once(record: MarriageRecord) -> int | None:
    """The side whose mariannone has won the game at once (the notation)."""
    for declaration in record.declarations:
        if declaration.kind == MARIANNONE:
            return declaration.side
    return None


def list_values(record: MarriageRecord, terms: Terms) -> list[int]:
    """The value of each declaration, in their order."""
    values = []
    for index, declaration in enumerate(record.declarations):
        place = find_place_in_series(index, record.declarations)
        values.append(terms.value(declaration.kind, place, declaration.suit, record.trumps))
    return values


def find_place_in_series(index: int, declarations: Sequence[Declaration]) -> int:
    """The place of a declaration in the series, from 0: how many of it are before this one, of both
    sides together."""
    return sum(declaration.kind in IN_SERIES for declaration in declarations[:index])
