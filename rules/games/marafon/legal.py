"""Which cards may be played on a trick of Marafon."""

from kernel.refusals import Refused
from rules.cards import Card
from rules.games.marafon.cards import HAND_SIZE, SEATS
from rules.moments import Moment, check_moment
from rules.tricks import playable


class MarafonMoment(Moment):
    """One's hand and the trick so far, the led card first. Trumps bind nobody here."""


def list_legal_cards(moment: MarafonMoment) -> list[Card]:
    """The cards that may be played, sorted as strings. A card of the suit led if there is one, else
    any: nobody has to trump (pagat, The Play). Raises Refused for an impossible moment."""
    violations = check_moment(moment, hand_size=HAND_SIZE, seats=SEATS)
    if violations:
        raise Refused(violations)
    return sorted(playable(moment.hand, moment.table))
