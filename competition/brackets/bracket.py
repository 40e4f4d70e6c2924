"""The shape of a bracket: which places meet, and when."""

from collections.abc import Iterable

from competition.plan import PlannedPairing, PlannedSlot


def count_slots(entrants: int) -> int:
    """The least power of two that is not below the number of entrants."""
    return 1 << (entrants - 1).bit_length()


def order_places(slots: int) -> list[int]:
    """The places (1 is the best) down the bracket; two neighbours meet in the first round.

    In every round, entries of the better half meet none of that half before the next round.
    """
    places = [1]
    while len(places) < slots:
        # Each place meets the one that makes this sum: the best meets the worst.
        sum_of_pair = 2 * len(places) + 1
        paired_places: list[int] = []
        for best in places:
            paired_places += (best, sum_of_pair - best)
        places = paired_places
    return places


def plan_section_round(
    section: str, number: int, met: Iterable[tuple[PlannedSlot, PlannedSlot]]
) -> tuple[PlannedPairing, ...]:
    """A round of a section, from the slots that meet in it."""
    pairings: list[PlannedPairing] = []
    for match, slots in enumerate(met, start=1):
        pairings.append(PlannedPairing(f"{section}-{number}-{match}", section, number, slots))
    return tuple(pairings)
