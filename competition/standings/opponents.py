"""The metrics of the opponents' scores: Buchholz and its variants.

FIDE Handbook C.07, article 16, in the versions of 2024 and 2026."""

from fractions import Fraction
from typing import NamedTuple

from competition.standings.results import RoundResult
from competition.standings.table import Column, ResultTable


class Contribution(NamedTuple):
    """What one round adds: the adjusted score of the opponent (or of the dummy opponent of an
    unplayed round), and what the entry itself scored in that round."""

    opponent: int
    scored: int
    is_voluntary: bool = False
    """The entry left the round unplayed by its own choice: such contributions are cut first."""


def is_voluntary(result: RoundResult, position: int) -> bool:
    """A requested bye, an absence, a forfeit that was not won."""
    if result.kind == "forfeit":
        return not result.is_won(position)
    return result.kind in {"half_bye", "absent"}


def adjust_scores(table: ResultTable) -> list[int]:
    """The score of each entry that counts for its opponents (16.3): rounds without an opponent
    count as draws, if they come after the last round that the entry did not leave voluntarily."""
    if table.options.round_robin:
        # A forfeit counts as played there, and a rest as nothing: no score is adjusted.
        return table.scores
    # By entry, the last round that it played, or missed against its will.
    last_round = [0] * len(table.entries)
    for result, seats in table.lines:
        for position, entry in enumerate(seats):
            if result.round > last_round[entry] and not is_voluntary(result, position):
                last_round[entry] = result.round
    draw = table.options.draw
    # A copy: the scores of the table are shared by all metrics.
    adjusted = list(table.scores)
    for result, seats in table.lines:
        if len(seats) == 1 and result.round > last_round[seats[0]]:
            adjusted[seats[0]] += draw - result.score[0]
    return adjusted


def contributions(table: ResultTable) -> list[list[Contribution]]:
    """By entry, what its rounds add, in no order."""
    options = table.options
    adjusted = adjust_scores(table)
    by_entry: list[list[Contribution]] = [[] for _ in table.entries]
    for result, seats in table.lines:
        # In a round robin a forfeit counts as a meeting, and a rest as nothing.
        is_meeting = result.kind == "played" or (options.round_robin and len(seats) > 1)
        for scored, entry in zip(result.score, seats, strict=True):
            if is_meeting:
                own_contributions = by_entry[entry]
                for seat in seats:
                    if seat != entry:
                        own_contributions.append(Contribution(adjusted[seat], scored))
            elif not options.round_robin:
                # The dummy opponent of an unplayed round: by the rules of 2024 it has the score of
                # the entry itself; by those of 2026 (16.4) also no more than that of the opponent
                # it should have met, or without one than draws in all rounds.
                opponents = [adjusted[seat] for seat in seats if seat != entry]
                dummy = table.scores[entry]
                if options.unplayed != "2024":
                    dummy = min(dummy, *(opponents or [options.draw * table.rounds]))
                voluntary = is_voluntary(result, seats.index(entry))
                by_entry[entry].append(Contribution(dummy, scored, voluntary))
    return by_entry


def buchholz(table: ResultTable) -> list[int]:
    return [
        sum(contribution.opponent for contribution in own_contributions)
        for own_contributions in table.once(contributions)
    ]


def buchholz_cut_1(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=1, highest=0)


def buchholz_cut_2(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=2, highest=0)


def buchholz_median_1(table: ResultTable) -> Column:
    return _cut_contributions(table, lowest=1, highest=1)


def sonneborn_berger(table: ResultTable) -> Column:
    """Each opponent's score times the points scored against it; so the unit is squared."""
    return [
        sum(contribution.opponent * contribution.scored for contribution in own_contributions)
        for own_contributions in table.once(contributions)
    ]


def average_opponents_buchholz(table: ResultTable) -> Column:
    """The average over the opponents really met; 0 without any."""
    buchholz_of = table.once(buchholz)
    sums = [0] * len(table.entries)
    opponents = [0] * len(table.entries)
    for result, seats in table.lines:
        if result.kind == "played":
            # The sum of all, so that a table of several seats is not walked once for each of them.
            table_sum = sum(buchholz_of[seat] for seat in seats)
            for seat in seats:
                sums[seat] += table_sum - buchholz_of[seat]
                opponents[seat] += len(seats) - 1
    return [Fraction(total, count or 1) for total, count in zip(sums, opponents, strict=True)]


def _cut_contributions(table: ResultTable, lowest: int, highest: int) -> list[int]:
    """Buchholz without this number of contributions at each end. At the lower end, contributions of
    rounds that were voluntarily unplayed are cut first (16.5)."""
    sums: list[int] = []
    for own_contributions in table.once(contributions):
        first_to_cut = sorted(
            own_contributions,
            key=lambda contribution: (not contribution.is_voluntary, contribution.opponent),
        )
        # What is left is in the order of 16.5, so it is sorted again to find the highest.
        remaining = sorted(contribution.opponent for contribution in first_to_cut[lowest:])
        sums.append(sum(remaining[: max(0, len(remaining) - highest)]))
    return sums
