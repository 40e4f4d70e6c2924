"""The entrants of a draw: the faults that forbid it, and the order of seeds and pots."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from competition.plan import Entrant, EntryId
from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation

_NO_POT: Final = 1 << 31
"""The pot of entrants without one, behind all others."""


def find_entry_violations(ids: Sequence[EntryId], least: int, most: int) -> Iterator[Violation]:
    """Too few or too many entries, and entries that are named twice."""
    if len(ids) < least:
        yield Violation("too_few_entries", {"entries": len(ids), "least": least})
    if len(ids) > most:
        yield Violation("too_many_entries", {"entries": len(ids), "most": most})
    for entry, times in Counter(ids).items():
        if times > 1:
            yield Violation("entry_twice", {"entry": shorten_value(entry), "times": times})


def check_order(order: Sequence[EntryId], least: int, most: int) -> None:
    """Raises Refused for too few or too many entries, and for one that is named twice."""
    if violations := tuple(find_entry_violations(order, least, most)):
        raise Refused(violations)


def find_seed_violations(entrants: Sequence[Entrant]) -> Iterator[Violation]:
    """Seeds below 1, and seeds of two entrants. Gaps are no fault: only the order counts."""
    seeds = Counter(entrant.seed for entrant in entrants if entrant.seed is not None)
    for seed, times in seeds.items():
        if seed < 1:
            yield Violation("seed_out_of_range", {"seed": seed, "least": 1})
        elif times > 1:
            yield Violation("seed_twice", {"seed": seed, "times": times})


def divide_into_pots(entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    """The pots in their order, each in the order of entry; entrants without a pot come last."""
    pots: dict[int, list[Entrant]] = {}
    for entrant in entrants:
        pot = entrant.pot
        if pot is None:
            pot = _NO_POT
        pots.setdefault(pot, []).append(entrant)
    return [pots[pot] for pot in sorted(pots)]


def split_by_seed(entrants: Sequence[Entrant]) -> tuple[list[Entrant], list[Entrant]]:
    """The seeded, best first, and the unseeded in the order of entry."""
    by_seed = {entrant.seed: entrant for entrant in entrants if entrant.seed is not None}
    seeded = [by_seed[seed] for seed in sorted(by_seed)]
    return seeded, [entrant for entrant in entrants if entrant.seed is None]
