"""The marafona, also cricca or maraffa: 3, 2 and ace of trumps in one hand."""

from collections.abc import Sequence

from kernel.violations import Violation
from rules.cards import Card
from rules.contract import Seat, Side, Totals, build_totals
from rules.games.marafon.cards import MARAFONA_RANKS, SIDES
from rules.games.marafon.options import MarafonOptions


def find_marafona_holder(hands: Sequence[Sequence[Card]], trump: str) -> Seat | None:
    """The seat that was dealt it; None if the three cards are not in one hand."""
    marafona = {rank + trump for rank in MARAFONA_RANKS}
    for seat, hand in enumerate(hands):
        if marafona <= set(hand):
            return seat
    return None


def book_marafona(side: Side | None, options: MarafonOptions) -> Totals:
    """What a marafona of that side adds to each side, in the unit of the sheet."""
    if side is None:
        return (0,) * SIDES
    return build_totals(side, options.marafona_booked)


def check_marafona(
    side: Side | None, options: MarafonOptions, caller: Seat | None
) -> list[Violation]:
    """Why a marafona of that side cannot count under the options. The caller may be unknown, and
    then it is not checked that the marafona is his."""
    if side is None:
        return []
    if not options.marafona_points:
        return [Violation("marafona_gives_nothing", {"side": side})]
    if options.marafona_who == "caller" and caller is not None and side != caller % SIDES:
        return [Violation("marafona_of_caller_only", {"side": side, "caller": caller})]
    return []
