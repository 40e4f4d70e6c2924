"""Which cards may be played on a trick of Trionfo."""

from kernel.refusals import Refused
from rules.cards import Card
from rules.games.trionfo.cards import HAND_SIZE, SEATS
from rules.moments import Moment, check_moment
from rules.tricks import playable


def legal(moment: Moment) -> list[Card]:
    """The cards that may be played, sorted as strings: trumps bind nobody. Raises Refused for
    what cannot be."""
    violations = check_moment(moment, hand_size=HAND_SIZE, seats=SEATS)
    if violations:
        raise Refused(violations)
    return sorted(playable(moment.hand, moment.table))
