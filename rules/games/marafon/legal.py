"""Which cards may be played on a trick of Marafon."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import Card
from rules.checks import check_suit
from rules.deals import check_cards
from rules.games.marafon.cards import HAND_SIZE, SEATS
from rules.tricks import playable

Cards = Annotated[tuple[str, ...], Field(strict=False)]


class MarafonMoment(Frozen):
    """One's hand and the trick so far, the led card first. Trumps bind nobody here."""

    trump: str | None
    hand: Cards
    table: Cards


def list_legal_cards(moment: MarafonMoment) -> list[Card]:
    """The cards that may be played, sorted as strings. A card of the suit led if there is one, else
    any: nobody has to trump (pagat, The Play). Raises Refused for an impossible moment."""
    violations = check_suit(moment.trump)
    for field, most in (("hand", HAND_SIZE), ("table", SEATS - 1)):
        cards = getattr(moment, field)
        if len(cards) > most:
            params = {"field": field, "cards": len(cards), "most": most}
            violations.append(Violation("too_many_cards", params))
    violations += check_cards((*moment.hand, *moment.table))
    if violations:
        raise Refused(violations)
    return sorted(playable(moment.hand, moment.table))
