"""How a game of two sides ends at its target."""

from rules.contract import Ending, Side, Totals


def find_target_ending(totals: Totals, need: int, first: Side | None = None) -> Ending | None:
    """The side at the target has won. With both there: the ``first``, where that is what decides
    and is known, else the higher; a tie goes on."""
    ours, theirs = totals
    if ours < need and theirs < need:
        return None
    if ours < need or theirs < need:
        return Ending(int(theirs >= need), "target")
    if first is not None:
        return Ending(first, "first")
    if ours == theirs:
        return None
    return Ending(int(theirs > ours), "higher")
