"""Berger's tables: everybody meets everybody once, in as few rounds as there can be.

FIDE Handbook C.05, Annex 1; the closed form gives the published tables exactly."""

from collections.abc import Iterator
from typing import TypeAlias

Meeting: TypeAlias = tuple[int, int]
"""Two numbers of the table, the first named at home."""


def berger_rounds(entries: int) -> list[list[Meeting]]:
    """The rounds of this number of entries, numbered from 1. For an odd number, those of one entry
    more: an opponent of the highest number has the bye, and that meeting is in the list too."""
    highest = entries + entries % 2
    return [list(_list_meetings(number, highest)) for number in range(1, highest)]


def _list_meetings(number: int, highest: int) -> Iterator[Meeting]:
    others = highest - 1
    ahead = (number - 1) * highest // 2 % others
    yield (ahead + 1, highest) if number % 2 else (highest, ahead + 1)
    for step in range(1, highest // 2):
        yield (ahead + step) % others + 1, (ahead - step) % others + 1
