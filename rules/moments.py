"""A moment of a hand: one's cards and the trick so far, in games without a stock."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.violations import Violation
from rules.checks import check_suit
from rules.deals import check_cards

Cards = Annotated[tuple[str, ...], Field(strict=False)]


class Moment(Frozen):
    """The document of ``legal``, the led card first on the table."""

    trump: str | None
    hand: Cards
    table: Cards


def check_moment(moment: Moment, *, hand_size: int, seats: int) -> list[Violation]:
    """All that cannot be in it."""
    violations = check_suit(moment.trump)
    for field, cards, most in (
        ("hand", moment.hand, hand_size),
        ("table", moment.table, seats - 1),
    ):
        if len(cards) > most:
            params = {"field": field, "cards": len(cards), "most": most}
            violations.append(Violation("too_many_cards", params))
    return violations + check_cards((*moment.hand, *moment.table))
