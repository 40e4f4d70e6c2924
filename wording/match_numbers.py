"""Numbers of the matches of a bracket, by which its slots say where their entries come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from wording.places import FINAL, LOSERS, MAIN, THIRD, read_code

_SECTIONS = (MAIN, LOSERS, FINAL, THIRD)
"""The order in which the sections of a bracket are counted."""


class NumberedRound(Protocol):
    """A round of a bracket. ``stage``, ``group``: their numbers; ``pairings``: how many it has."""

    @property
    def stage(self) -> int: ...
    @property
    def group(self) -> int: ...
    @property
    def section(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def pairings(self) -> int: ...


@dataclass(frozen=True, slots=True)
class MatchNumbers:
    """The matches of each bracket counted from 1: those of the winners' bracket round by round,
    then those of the losers' bracket, then the finals. A bye has a number too, so that numbers
    do not depend on results."""

    _before: Mapping[tuple[int, int, str, int], int]
    """How many matches are counted before those of a round: by stage, group, section, round."""

    def number(self, round_: NumberedRound, in_round: int) -> int:
        """The number in its bracket of match ``in_round`` of a round."""
        return self._before[round_.stage, round_.group, round_.section, round_.number] + in_round

    def number_of_source(self, round_: NumberedRound, code: str | None) -> int | None:
        """The number of the match with this code, from which a slot of ``round_`` is filled; None
        for a slot that no match fills."""
        source_numbers = read_code(code)
        if source_numbers is None:
            return None
        section, of_round, in_round = source_numbers
        matches_before = self._before.get((round_.stage, round_.group, section, of_round))
        return None if matches_before is None else matches_before + in_round


def number_matches(rounds: Iterable[NumberedRound]) -> MatchNumbers:
    """The numbers of all matches of these rounds; makes no query."""
    matches_before: dict[tuple[int, int, str, int], int] = {}
    counted_matches: dict[tuple[int, int], int] = {}
    for round_ in sorted(rounds, key=_order_in_bracket):
        bracket = round_.stage, round_.group
        matches_before[*bracket, round_.section, round_.number] = counted_matches.get(bracket, 0)
        counted_matches[bracket] = counted_matches.get(bracket, 0) + round_.pairings
    return MatchNumbers(matches_before)


def _order_in_bracket(round_: NumberedRound) -> tuple[int, int]:
    section = round_.section
    place = _SECTIONS.index(section) if section in _SECTIONS else len(_SECTIONS)
    return place, round_.number
