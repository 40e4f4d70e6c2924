"""Which cards may be played on a trick of Mariglia."""

from kernel.refusals import Refused
from rules.cards import Card
from rules.games.mariglia.cards import HAND_SIZE, SEATS
from rules.games.mariglia.duty import make_duty
from rules.games.mariglia.options import MarigliaOptions
from rules.moments import Moment, check_moment


def list_legal_cards(moment: Moment, options: MarigliaOptions) -> list[Card]:
    """The cards that may be played, sorted as strings. Raises Refused for an impossible
    moment."""
    violations = check_moment(moment, hand_size=HAND_SIZE, seats=SEATS)
    if violations:
        raise Refused(violations)
    if not moment.table:
        return sorted(moment.hand)
    broken_duty = make_duty(moment.trump, options.honours)
    return sorted(card for card in moment.hand if not broken_duty(card, moment.hand, moment.table))
