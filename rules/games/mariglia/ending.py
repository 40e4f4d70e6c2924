"""How a game of Mariglia ends: at the target, with the play or with the trionfo alone."""

from rules.contract import Ending, Situation, Totals
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord
from rules.games.mariglia.score import make_bonus_step


def find_ending(totals: Totals, options: MarigliaOptions) -> Ending | None:
    """One side is at the target, or with both the higher has won; a tie goes on."""
    sides_there = [side for side, total in enumerate(totals) if total >= options.total_needed]
    if not sides_there:
        return None
    if len(sides_there) == 1:
        return Ending(sides_there[0], "target")
    # Only one side scores in a step, so both can be there only by a referee's decision.
    ours, theirs = totals
    if ours == theirs:
        return None
    return Ending(0 if ours > theirs else 1, "higher")


def bonus_wins(record: MarigliaRecord, options: MarigliaOptions, before: Situation) -> bool:
    """Whether the trionfo ends the game before a card is played (Mariglia, Il Trionfo)."""
    if not before.to_target:
        return False
    return find_ending(make_bonus_step(record, options).add_to(before.totals), options) is not None
