"""The marafona, also cricca or maraffa: 3, 2 and ace of trumps in one hand."""

from collections.abc import Sequence

from kernel.violations import Violation
from rules.cards import Card
from rules.contract import Seat, Side, Totals
from rules.games.marafon.cards import MARAFONA_RANKS, SIDES
from rules.games.marafon.options import MarafonOptions


def holder_of_marafona(hands: Sequence[Sequence[Card]], trump: str) -> Seat | None:
    """The seat that was dealt it; None where the three are not together."""
    marafona = {rank + trump for rank in MARAFONA_RANKS}
    return next((seat for seat, hand in enumerate(hands) if marafona <= set(hand)), None)


def book_marafona(side: Side | None, options: MarafonOptions) -> Totals:
    """What a marafona of that side adds to each side, in the unit of the sheet."""
    return tuple(options.marafona_booked if side == other else 0 for other in range(SIDES))


def check_marafona(
    side: Side | None, options: MarafonOptions, caller: Seat | None
) -> list[Violation]:
    """Why the options cannot let one of that side count. The caller may not be known."""
    if side is None:
        return []
    if not options.marafona_points:
        return [Violation("marafona_gives_nothing", {"side": side})]
    if options.marafona_who == "caller" and caller is not None and side != caller % SIDES:
        return [Violation("marafona_of_caller_only", {"side": side, "caller": caller})]
    return []
