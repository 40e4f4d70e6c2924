"""Checks what else can have been declared in a hand with a mariannino or a mariannone.

A player who shows four horses has those of every marriage, before and after; with four kings it is
the same. The fifth card is his only one of its rank, and must be played before he draws another.
"""

from collections.abc import Iterator, Sequence

from kernel.violations import Violation
from rules.cards import DECK
from rules.marriages.cards import HAND_SIZE
from rules.marriages.record import Declaration
from rules.marriages.terms import MARRIAGE, MI_COPRI, WORTH, Terms

MOST_ON_A_SIDE = 3
"""Marriages before a combination, or after it: the fourth would need a card that was played."""
MOST_BESIDE_BOTH = 1
"""Marriages before the first of two combinations, or after the second."""
BETWEEN_BOTH = 2
"""Tricks between the two at least: three cards of one rank give way to three of the other."""


def check_combinations(declarations: Sequence[Declaration], terms: Terms) -> Iterator[Violation]:
    """The declarations that are impossible beside the combinations of a record."""
    places = [place for place, each in enumerate(declarations) if each.kind in WORTH]
    if not places:
        return
    first, last = declarations[places[0]], declarations[places[-1]]
    # Of every marriage the player of the combination has one card, so nobody else has both.
    if any(declaration.side != first.side for declaration in declarations):
        params = {"declaration": first.kind, "side": first.side}
        yield Violation("combination_leaves_no_others", params)
    before = _count_marriages(declarations[: places[-1]])
    after = _count_marriages(declarations[places[0] :])
    # A cover before a combination would have taken one of its cards out of the hand. After the
    # second of two, the kings and horses that are left are all in one hand.
    without_covers = declarations if len(places) > 1 else declarations[: places[0]]
    if any(declaration.kind == MI_COPRI for declaration in without_covers):
        yield Violation("cover_before_combination", {"declaration": last.kind})
    if before > MOST_ON_A_SIDE:
        params = {"declaration": last.kind, "count": before, "most": MOST_ON_A_SIDE}
        yield Violation("too_many_before_combination", params)
    if after > MOST_ON_A_SIDE:
        params = {"declaration": first.kind, "count": after, "most": MOST_ON_A_SIDE}
        yield Violation("too_many_after_combination", params)
    if len(places) > 1 and not _has_room_for_both(declarations, places, terms):
        yield Violation("no_room_for_both")


def _count_marriages(declarations: Sequence[Declaration]) -> int:
    return sum(declaration.kind == MARRIAGE for declaration in declarations)


def _has_room_for_both(
    declarations: Sequence[Declaration], places: Sequence[int], terms: Terms
) -> bool:
    """Whether the declarations fit into the tricks before the last moment, one in each trick."""
    first, last = places[0], places[-1]
    before, after = _count_marriages(declarations[:first]), _count_marriages(declarations[last:])
    if max(before, after) > MOST_BESIDE_BOTH:
        return False
    between = max(_count_marriages(declarations[first:last]), BETWEEN_BOTH)
    tricks_needed = before + between + after + len(places)
    # Declarations end with the stock, or one trick later (pagat, Marianna and its variations).
    tricks_with_stock = len(DECK) // terms.seats - HAND_SIZE
    return tricks_needed <= tricks_with_stock + (terms.until == "fifth_last")
