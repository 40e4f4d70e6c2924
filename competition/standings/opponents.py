"""The metrics that look at the opponents' scores: Buchholz and its kin.

FIDE Handbook C.07, article 16, in the versions of 2024 and 2026."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from competition.standings.results import RoundResult
from competition.standings.table import Column, ResultTable


class Contribution(NamedTuple):
    """What one opponent adds, or the dummy of an unplayed round: his adjusted score, and what the
    entry itself scored in that round."""

    opponent: int
    scored: int
    is_voluntary: bool = False
    """The round was left unplayed by the entry's own doing: such contributions are cut first."""


def is_voluntary(result: RoundResult, position: int) -> bool:
    """An asked-for bye, an absence, a forfeit not won."""
    if result.kind == "forfeit":
        return not result.is_won(position)
    return result.kind in {"half_bye", "absent"}


def adjust_scores(table: ResultTable) -> list[int]:
    """What each entry is worth to its opponents: its score, but rounds without an opponent after
    the last that it did not leave of its own will count as draws (16.3)."""
    if table.options.round_robin:
        return table.scores
    there = [0] * len(table.entries)
    for result, seats in table.lines:
        for position, entry in enumerate(seats):
            if result.round > there[entry] and not is_voluntary(result, position):
                there[entry] = result.round
    draw = table.options.draw
    adjusted = list(table.scores)
    for result, seats in table.lines:
        if len(seats) == 1 and result.round > there[seats[0]]:
            adjusted[seats[0]] += draw - result.score[0]
    return adjusted


def contributions(table: ResultTable) -> list[list[Contribution]]:
    """By entry, what its rounds add, in no order."""
    adjusted = adjust_scores(table)
    found: list[list[Contribution]] = [[] for _ in table.entries]
    for result, seats in table.lines:
        is_met = result.kind == "played" or (table.options.round_robin and len(seats) > 1)
        for scored, entry in zip(result.score, seats, strict=True):
            if is_met:
                mine = found[entry]
                for seat in seats:
                    if seat != entry:
                        mine.append(Contribution(adjusted[seat], scored))
            elif not table.options.round_robin:
                others = [adjusted[seat] for seat in seats if seat != entry]
                worth = _score_dummy(table, entry, others)
                at_will = is_voluntary(result, seats.index(entry))
                found[entry].append(Contribution(worth, scored, at_will))
    return found


def buchholz(table: ResultTable) -> list[int]:
    return [sum(each.opponent for each in mine) for mine in table.once(contributions)]


def buchholz_cut_1(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=1, highest=0)


def buchholz_cut_2(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=2, highest=0)


def buchholz_median_1(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=1, highest=1)


def sonneborn_berger(table: ResultTable) -> Column:
    """Each opponent's score times what was scored against him: the unit is squared."""
    return [sum(each.opponent * each.scored for each in mine) for mine in table.once(contributions)]


def average_opponents_buchholz(table: ResultTable) -> Column:
    """Over the opponents that it really met; 0 without any."""
    whole = table.once(buchholz)
    sums = [0] * len(table.entries)
    met = [0] * len(table.entries)
    for result, seats in table.lines:
        if result.kind == "played":
            together = sum(whole[seat] for seat in seats)
            for seat in seats:
                sums[seat] += together - whole[seat]
                met[seat] += len(seats) - 1
    return [Fraction(total, count or 1) for total, count in zip(sums, met, strict=True)]


def _score_dummy(table: ResultTable, entry: int, others: Sequence[int]) -> int:
    """The opponent that stands for an unplayed round: of 2024 the entry itself; of 2026 (16.4) no
    more than the opponent it should have met, or than draws in all rounds."""
    own = table.scores[entry]
    if table.options.unplayed == "2024":
        return own
    return min(own, *(others or [table.options.draw * table.rounds]))


def _cut_contributions(table: ResultTable, lowest: int, highest: int) -> list[int]:
    """Buchholz without this number of contributions at each end. At the lower end, contributions of
    rounds that were voluntarily unplayed are cut first (16.5)."""
    return [_sum_cut(mine, lowest, highest) for mine in table.once(contributions)]


def _sum_cut(mine: Sequence[Contribution], lowest: int, highest: int) -> int:
    in_order = sorted(mine, key=lambda each: (not each.is_voluntary, each.opponent))
    left = sorted(each.opponent for each in in_order[lowest:])
    return sum(left[: max(0, len(left) - highest)])
