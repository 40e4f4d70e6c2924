"""What else can have been declared in a hand with a mariannino or a mariannone.

Who shows four horses has those of every marriage, before and after; who shows four kings likewise.
His other card is the only one of its rank: it must be played before he has another.
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


def check_combinations(declared: Sequence[Declaration], terms: Terms) -> Iterator[Violation]:
    """What cannot stand beside the combinations of a record."""
    places = [at for at, each in enumerate(declared) if each.kind in WORTH]
    if not places:
        return
    first, last = declared[places[0]], declared[places[-1]]
    if any(each.side != first.side for each in declared):
        params = {"declaration": first.kind, "side": first.side}
        yield Violation("combination_leaves_no_others", params)
    before, after = (
        _count_marriages(declared[: places[-1]]),
        _count_marriages(declared[places[0] :]),
    )
    uncovered = declared if len(places) > 1 else declared[: places[0]]
    if any(each.kind == MI_COPRI for each in uncovered):
        yield Violation("cover_before_combination", {"declaration": last.kind})
    if before > MOST_ON_A_SIDE:
        params = {"declaration": last.kind, "count": before, "most": MOST_ON_A_SIDE}
        yield Violation("too_many_before_combination", params)
    if after > MOST_ON_A_SIDE:
        params = {"declaration": first.kind, "count": after, "most": MOST_ON_A_SIDE}
        yield Violation("too_many_after_combination", params)
    if len(places) > 1 and not _have_room(declared, places, terms):
        yield Violation("no_room_for_both")


def _count_marriages(declared: Sequence[Declaration]) -> int:
    return sum(each.kind == MARRIAGE for each in declared)


def _have_room(declared: Sequence[Declaration], places: Sequence[int], terms: Terms) -> bool:
    """One declaration a trick, as long as there is a stock to draw from."""
    first, last = places[0], places[-1]
    before, after = _count_marriages(declared[:first]), _count_marriages(declared[last:])
    between = max(_count_marriages(declared[first:last]), BETWEEN_BOTH)
    tricks = len(DECK) // terms.seats - HAND_SIZE + (terms.until == "fifth_last")
    return (
        max(before, after) <= MOST_BESIDE_BOTH and before + between + after + len(places) <= tricks
    )
