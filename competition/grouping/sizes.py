"""The sizes of groups, and the places that they have for the entrants of a pot."""

from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from itertools import accumulate, pairwise
from typing import TypeVar

from competition.plan import Entrant

Item = TypeVar("Item")


def count_fixed(entrants: Iterable[Entrant]) -> Counter[int]:
    """By group (from 1), the number of entrants that are fixed to it."""
    return Counter(entrant.group for entrant in entrants if entrant.group is not None)


def list_fixed_sizes(entrants: Iterable[Entrant], groups: int) -> list[int]:
    """How many entrants are fixed to each of the groups."""
    fixed_counts = count_fixed(entrants)
    return [fixed_counts[group] for group in range(1, groups + 1)]


def divide_evenly(entries: int, groups: int) -> list[int]:
    """Sizes differ by one at most, the first groups are the larger."""
    size, larger_groups = divmod(entries, groups)
    return [size + 1] * larger_groups + [size] * (groups - larger_groups)


def divide_around_fixed(fixed: Sequence[int], entries: int) -> list[int]:
    """Sizes of all groups when each has this number of ``fixed`` entries: as even as possible, the
    first groups larger."""
    # The smallest group, of several the first, gets the next entry.
    sizes = list(fixed)
    heap = [(size, group) for group, size in enumerate(fixed)]
    heapify(heap)
    for _ in range(entries - sum(fixed)):
        size, group = heap[0]
        sizes[group] = size + 1
        heapreplace(heap, (size + 1, group))
    return sizes


def offer_places(free: Sequence[int], fixed_in_group: Counter[int], entrants: int) -> list[int]:
    """By group, how many of the ``entrants`` of a pot can get a place in it, where it has as many
    ``free`` ones: one, unless an entrant of the pot is fixed there. Only if that is not enough for
    all, more where the fewest of the pot are."""
    places = [0] * len(free)
    for group, free_count in enumerate(free):
        if free_count and not fixed_in_group[group]:
            places[group] = 1
    while sum(places) < entrants:
        # The number of the pot and the group: of several with the fewest, the first.
        open_groups: list[tuple[int, int]] = []
        for group, free_count in enumerate(free):
            if free_count > places[group]:
                open_groups.append((fixed_in_group[group] + places[group], group))
        places[min(open_groups)[1]] += 1
    return places


def cut_evenly(order: Sequence[Item], groups: int) -> list[Sequence[Item]]:
    """Cuts the order, unchanged, into groups of even size."""
    ends = accumulate(divide_evenly(len(order), groups), initial=0)
    return [order[start:end] for start, end in pairwise(ends)]
