"""An independent ranking: places from what was played, by the printed rules alone.

Written from docs/explanation/standings.md, docs/reference/unfinished-matches.md and the articles
of the regulation, with nothing of ``competition``: two that disagree show a defect in one of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Entry = int
Tied = list[Entry]
"""Entries that share their places."""
Pair = tuple[int, int]


@dataclass(frozen=True)
class Met:
    """A match between two entries. ``winner`` is 0, 1, or None of a draw or where both have lost.
    ``points`` None: nobody knows any."""

    entries: tuple[Entry, Entry]
    winner: int | None
    games: Pair
    points: Pair | None
    is_forfeit: bool = False


@dataclass(frozen=True)
class Printed:
    """What the regulation says of a ranking."""

    metrics: tuple[str, ...]
    everybody_meets: bool
    """A rest is worth nothing, and a match that was given is a meeting."""
    fills_with_average: bool
    """A rest, and a match won without points, is worth the average of the rounds played."""


@dataclass(frozen=True)
class Results:
    """All that was played in a stage."""

    entries: tuple[Entry, ...]
    matches: tuple[Met, ...]
    rests: tuple[Entry, ...] = ()
    carried: Mapping[Entry, int] = field(default_factory=dict)
    """Match points from the stage before."""

    def among(self, entries: Iterable[Entry]) -> "Results":
        """What was played between these alone."""
        few = tuple(entries)
        inside = [match for match in self.matches if {*match.entries} <= {*few}]
        return Results(few, tuple(inside))


def ranked(results: Results, printed: Printed, lots: Sequence[Sequence[Entry]] = ()) -> list[Tied]:
    """The best first. Lots settle a tie that all its entries have drawn for, the last time."""
    tied = [sorted(results.entries)]
    for metric in printed.metrics:
        if metric != "lots":
            tied = [part for group in tied for part in parted(group, metric, results, printed)]
    return [part for group in tied for part in by_lots(group, lots)]


def by_lots(group: Tied, lots: Sequence[Sequence[Entry]]) -> list[Tied]:
    for drawing in reversed(lots):
        if len(group) > 1 and {*group} <= {*drawing}:
            return [[entry] for entry in drawing if entry in group]
    return [group]


def parted(group: Tied, metric: str, results: Results, printed: Printed) -> list[Tied]:
    if len(group) == 1:
        return [group]
    if metric == "mini_table":
        return mini_table(group, results, printed)
    if metric == "head_to_head":
        values = head_to_head(group, results, printed)
    else:
        values = {entry: VALUES[metric](entry, results, printed) for entry in group}
    return [
        [entry for entry in group if values[entry] == value]
        for value in sorted(set(values.values()), reverse=True)
    ]


def mini_table(group: Tied, results: Results, printed: Printed) -> list[Tied]:
    """A table of the matches between the tied; who is tied in it still has another one."""
    inside = results.among(group)
    tied = [group]
    for metric in ("match_points", "games_difference", "points_difference"):
        tied = [part for each in tied for part in parted(each, metric, inside, printed)]
    if len(tied) == 1:
        return tied
    return [part for each in tied for part in mini_table(each, results, printed)]


def head_to_head(group: Tied, results: Results, printed: Printed) -> Mapping[Entry, Fraction]:
    """Match points against one another, if all have met equally often."""
    inside = results.among(group).matches
    if not printed.everybody_meets:
        inside = tuple(match for match in inside if not match.is_forfeit)
    met = [{*match.entries} for match in inside]
    times = {met.count({*pair}) for pair in combinations(group, 2)}
    if len(times) > 1 or times == {0}:
        return dict.fromkeys(group, Fraction(0))
    between = Results(tuple(group), inside)
    return {entry: match_points(entry, between, printed) for entry in group}


def match_points(entry: Entry, results: Results, printed: Printed) -> Fraction:
    """Two for a win, one for a draw; a rest is a win where it is not part of the table."""
    total = sum(
        2 if match.winner == side else int(match.winner is None and not match.is_forfeit)
        for match, side in matches_of(entry, results)
    )
    rests = 0 if printed.everybody_meets else results.rests.count(entry)
    return Fraction(total + 2 * rests + results.carried.get(entry, 0))


def wins(entry: Entry, results: Results, printed: Printed) -> Fraction:
    rests = 0 if printed.everybody_meets else results.rests.count(entry)
    won = [match for match, side in matches_of(entry, results) if match.winner == side]
    return Fraction(len(won) + rests)


def games_difference(entry: Entry, results: Results, printed: Printed) -> Fraction:
    mine = matches_of(entry, results)
    return Fraction(sum(match.games[side] - match.games[1 - side] for match, side in mine))


def points_for(entry: Entry, results: Results, printed: Printed) -> Fraction:
    return filled(entry, results, printed, lambda points, side: points[side])


def points_difference(entry: Entry, results: Results, printed: Printed) -> Fraction:
    return filled(entry, results, printed, lambda points, side: points[side] - points[1 - side])


def filled(
    entry: Entry, results: Results, printed: Printed, worth: Callable[[Pair, int], int]
) -> Fraction:
    """The sum, with the average of the rounds played for each that was not, if that is printed."""
    mine = matches_of(entry, results)
    if not printed.fills_with_average:
        return Fraction(sum(worth(match.points, side) for match, side in mine if match.points))
    played = [
        worth(match.points, side) for match, side in mine if match.points and not match.is_forfeit
    ]
    given = [match for match, side in mine if match.is_forfeit and match.winner == side]
    missing = len(given) + results.rests.count(entry)
    average = Fraction(sum(played), len(played)) if played else Fraction(0)
    return sum(played) + average * missing


VALUES: Mapping[str, Callable[[Entry, Results, Printed], Fraction]] = {
    "match_points": match_points,
    "wins": wins,
    "games_difference": games_difference,
    "points_for": points_for,
    "points_difference": points_difference,
}


def matches_of(entry: Entry, results: Results) -> list[tuple[Met, int]]:
    """An entry's matches, with the side that it had."""
    return [
        (match, match.entries.index(entry)) for match in results.matches if entry in match.entries
    ]


def places(tied: Sequence[Tied], before: int = 0) -> dict[Entry, Pair]:
    """Everybody's places, shared ones from the first to the last."""
    found: dict[Entry, Pair] = {}
    for group in tied:
        shared = before + 1, before + len(group)
        found |= dict.fromkeys(group, shared)
        before += len(group)
    return found


@dataclass(frozen=True)
class GoesOn:
    """Who goes on for certain, the best first; and the ties for which lots must be drawn."""

    certain: list[Entry]
    lots_for: list[Tied]


def first_places(tied: Sequence[Tied], last: int, level: str, *, all_seeded: bool) -> GoesOn:
    """The entries on places 1 to ``last``; ``level`` says what becomes of a tie across the last
    place. Where all are seeded, ties among those who go on matter too."""
    certain, lots_for = [], []
    for group in tied:
        best, worst = places(tied)[group[0]]
        crosses = best <= last < worst
        if worst <= last or (crosses and level == "in"):
            certain += group
        elif crosses and level == "lots":
            lots_for.append(group)
            continue
        if all_seeded and len(group) > 1 and group[0] in certain:
            lots_for.append(group)
    return GoesOn(certain, lots_for)


def tied_across(tied: Sequence[Tied], borders: Iterable[int]) -> list[Tied]:
    """The ties that reach across one of these places, each once."""
    standing = places(tied)
    return [
        group
        for group in tied
        if any(standing[group[0]][0] <= border < standing[group[0]][1] for border in borders)
    ]


def knockout_places(
    lost: Mapping[Entry, int], rounds: int, third: Sequence[Entry], entries: Sequence[Entry]
) -> list[Tied]:
    """``lost``: the round in which each was beaten; ``third``: who played for the third place, the
    winner first."""
    champion = [entry for entry in entries if entry not in lost]
    tied = [champion]
    for number in range(rounds, 0, -1):
        beaten = [entry for entry, lost_in in lost.items() if lost_in == number]
        if number == rounds - 1 and third:
            tied += [[entry] for entry in third]
        elif beaten:
            tied.append(beaten)
    return tied
