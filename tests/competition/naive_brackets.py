"""Entrants, and a naive reading of brackets, for the tests of this room."""

from collections import Counter
from collections.abc import Iterator, Sequence

from competition.draw.coin import Coin, toss
from competition.draw.constraints import Constraints
from competition.formats.single_elimination import SingleElimination
from competition.plan import Entrant, EntryId, PlannedPairing, Seated

SECRET = "5f" * 32
FORMAT = SingleElimination()
PLAIN = FORMAT.options({})
WITH_THIRD = FORMAT.options({"third_place": True})


def coin(word: str = "") -> Coin:
    return Coin(toss(SECRET, word))


def entrants(clubs: Sequence[str | None], seeds: int = 0) -> list[Entrant]:
    """One a club, numbered from 0; the first ``seeds`` of them are seeded in that order."""
    return [
        Entrant(number, number + 1 if number < seeds else None, club)
        for number, club in enumerate(clubs)
    ]


def drawn(
    clubs: Sequence[str | None], seeds: int = 0, word: str = "", *, clubs_apart: bool = True
) -> tuple[EntryId, ...]:
    constraints = Constraints(clubs_apart=clubs_apart)
    return FORMAT.draw(entrants(clubs, seeds), PLAIN, constraints, coin(word))


def plan(entries: int) -> tuple[PlannedPairing, ...]:
    """The plan of entries who are called after their places."""
    return FORMAT.plan(range(1, entries + 1), PLAIN)


def first_slots(pairings: Sequence[PlannedPairing]) -> list[EntryId | None]:
    """Who is drawn where, down the bracket; None for a bye."""
    return [
        slot.entry if isinstance(slot, Seated) else None
        for pairing in pairings
        if (pairing.section, pairing.round) == ("main", 1)
        for slot in pairing.slots
    ]


def clubs_down_the_bracket(
    clubs: Sequence[str | None], order: Sequence[EntryId]
) -> list[str | None]:
    """The clubs of the entries of ``entrants``, in the slots of an order; None for a bye."""
    slots = first_slots(FORMAT.plan(order, PLAIN))
    return [None if entry is None else clubs[int(entry)] for entry in slots]


def parts(slots: Sequence[str | None]) -> Iterator[list[Sequence[str | None]]]:
    """The slots cut in 2, in 4, in 8 … down to the pairings of the first round."""
    size = len(slots) // 2
    while size > 1:
        yield [slots[start : start + size] for start in range(0, len(slots), size)]
        size //= 2


def crowd(slots: Sequence[str | None]) -> list[int]:
    """The pairs of clubmates in the same half, in the same quarter, …"""
    return [sum(map(_clubmates, cut)) for cut in parts(slots)]


def _clubmates(slots: Sequence[str | None]) -> int:
    members = Counter(club for club in slots if club is not None)
    return sum(number * (number - 1) // 2 for number in members.values())


def widest_difference(slots: Sequence[str | None]) -> int:
    """The most that the numbers of a club differ by, in the halves of anything."""
    if len(slots) == 1:
        return 0
    middle = len(slots) // 2
    here, there = (Counter(filter(None, half)) for half in (slots[:middle], slots[middle:]))
    differences = [abs(here[club] - there[club]) for club in here | there]
    return max(
        *differences, 0, widest_difference(slots[:middle]), widest_difference(slots[middle:])
    )
