"""Berger's tables: all entries meet each other once, in the least possible number of rounds.

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
    """The highest number stays; the others stand in a circle that turns by half each round.

    ``first`` (from 0) meets the highest number; the others meet in pairs around it, those just
    beside it first. The highest number is at home in every second round.
    """
    circle = highest - 1
    first_number = (number - 1) * highest // 2 % circle
    yield (first_number + 1, highest) if number % 2 else (highest, first_number + 1)
    for step in range(1, highest // 2):
        yield (first_number + step) % circle + 1, (first_number - step) % circle + 1
