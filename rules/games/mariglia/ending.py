"""How a game of Mariglia ends: at the target, with the play or with the trionfo alone."""

from rules.contract import Ending, Situation, Totals
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord
from rules.games.mariglia.score import bonus_step


def over(totals: Totals, options: MarigliaOptions) -> Ending | None:
    """Both are there only after a referee's word: the higher has won, level goes on."""
    there = [side for side, total in enumerate(totals) if total >= options.total_needed]
    if len(there) < len(totals):
        return Ending(there[0], "target") if there else None
    ours, theirs = totals
    return None if ours == theirs else Ending(0 if ours > theirs else 1, "higher")


def bonus_wins(record: MarigliaRecord, options: MarigliaOptions, before: Situation) -> bool:
    """Whether the trionfo ends the game before a card is played (Il Trionfo)."""
    if not before.to_target:
        return False
    return over(bonus_step(record, options).added(before.totals), options) is not None
