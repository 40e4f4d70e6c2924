"""A sorted list of keys that counts how many are above another."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from competition.scenarios.pools import Above


class NumberLine:
    """Sorted numbers."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = sorted(values)

    def above(self, key: int, without: Sequence[int] = (), beside: Sequence[int] = ()) -> Above:
        """How many are above a key, ``without`` some of these and with others ``beside`` them."""
        strict = len(self.values) - bisect_right(self.values, key)
        level = len(self.values) - bisect_left(self.values, key)
        for value in without:
            strict -= value > key
            level -= value >= key
        for value in beside:
            strict += value > key
            level += value >= key
        return Above(strict, level)
