"""The sizes of groups."""

from collections.abc import Sequence
from heapq import heapify, heapreplace
from itertools import accumulate, pairwise
from typing import TypeVar

Item = TypeVar("Item")


def divide_evenly(entries: int, groups: int) -> list[int]:
    """Sizes differ by one at most, the first groups are the larger."""
    return divide_around_fixed([0] * groups, entries)


def divide_around_fixed(fixed: Sequence[int], entries: int) -> list[int]:
    """Sizes of all groups when each has this number of ``fixed`` entries: as even as possible, the
    first groups larger."""
    # The smallest group, of several the first, gets the next entry.
    heap = [(size, group) for group, size in enumerate(fixed)]
    heapify(heap)
    for _ in range(entries - sum(fixed)):
        size, group = heap[0]
        heapreplace(heap, (size + 1, group))
    by_group = sorted((group, size) for size, group in heap)
    return [size for _, size in by_group]


def cut_evenly(order: Sequence[Item], groups: int) -> list[Sequence[Item]]:
    """Cuts the order, unchanged, into groups of even size."""
    ends = accumulate(divide_evenly(len(order), groups), initial=0)
    return [order[start:end] for start, end in pairwise(ends)]
