"""Berger's tables: all entries meet each other once, in the least possible number of rounds.

FIDE Handbook C.05, Annex 1; the closed form gives the published tables exactly."""

from typing import TypeAlias

Meeting: TypeAlias = tuple[int, int]
"""Two numbers of the table, the first named at home."""


def make_berger_rounds(entries: int) -> list[list[Meeting]]:
    """The rounds of this number of entries, numbered from 1. For an odd number, those of one entry
    more: an opponent of the highest number has the bye, and that meeting is in the list too."""
    highest = entries + entries % 2
    circle = highest - 1
    rounds: list[list[Meeting]] = []
    for number in range(1, highest):
        # The highest number stays; the others stand in a circle that turns by half each round.
        # ``opposite`` (from 0) meets the highest number, which is at home in every second round.
        opposite = (number - 1) * highest // 2 % circle
        against_highest = (opposite + 1, highest) if number % 2 else (highest, opposite + 1)
        meetings = [against_highest]
        # The others meet in pairs around it, those just beside it first.
        for step in range(1, highest // 2):
            home, away = (opposite + step) % circle, (opposite - step) % circle
            meetings.append((home + 1, away + 1))
        rounds.append(meetings)
    return rounds
