"""Which cards may be played on a trick of Trionfo."""

from kernel.refusals import Refused
from rules.cards import Card
from rules.games.trionfo.cards import HAND_SIZE, SEATS
from rules.moments import Moment, check_moment
from rules.tricks import playable


def list_legal_cards(moment: Moment) -> list[Card]:
    """The cards that may be played, sorted as strings: the suit led, else any card (pagat,
    Trionfo, The play). Raises Refused for an impossible moment."""
    violations = check_moment(moment, hand_size=HAND_SIZE, seats=SEATS)
    if violations:
        raise Refused(violations)
    return sorted(playable(moment.hand, moment.table))
