"""A moment of a hand: a player's cards and the trick so far."""

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
    """All contradictions of a moment."""
    violations = check_suit(moment.trump)
    # The trick is not complete: there is at least the card to come.
    most_by_field = (("hand", moment.hand, hand_size), ("table", moment.table, seats - 1))
    for field, cards, most in most_by_field:
        if len(cards) > most:
            params = {"field": field, "cards": len(cards), "most": most}
            violations.append(Violation("too_many_cards", params))
    return violations + check_cards((*moment.hand, *moment.table))
