"""How a game of Mariglia ends: at the target, with the play or with the trionfo alone."""

from rules.contract import Ending, Situation, Totals
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord
from rules.games.mariglia.score import make_bonus_step
from rules.target import find_target_ending


def find_ending(totals: Totals, options: MarigliaOptions) -> Ending | None:
    """One side is at the target. Only one side scores in a step, so both can be there only by a
    referee's decision: then the higher has won."""
    return find_target_ending(totals, options.total_needed)


def bonus_wins(record: MarigliaRecord, options: MarigliaOptions, before: Situation) -> bool:
    """Whether the trionfo ends the game before a card is played (Mariglia, Il Trionfo)."""
    if not before.to_target:
        return False
    return find_ending(make_bonus_step(record, options).add_to(before.totals), options) is not None
