"""Enumeration of all combinations in which the open matches can be won and lost."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TypeAlias

from competition.plan import EntryId
from competition.scenarios.bands import Band, Bander
from competition.scenarios.judged import UNKNOWN, Judged, OwnCase
from competition.scenarios.pools import Above
from competition.scenarios.scene import Scene, entry_numbers, seats_of
from competition.scenarios.ways import Case
from competition.standings.results import RoundResult
from competition.standings.table import ResultTable, table_of

Combination: TypeAlias = tuple[int, ...]
"""By open match, which of its cases."""
Holds: TypeAlias = Callable[[Combination], bool]


def cases_of(scene: Scene) -> int:
    """The number of combinations to enumerate."""
    return int(len(scene.ways.cases) ** len(scene.open))


class Cases:
    """Proofs are exact; left open where points, or other groups, decide."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._numbers = entry_numbers(scene.entries)
        self._rows = list(self._counted())

    def judged(self, entry: EntryId) -> Judged:
        """Whether an entry can advance, and whether it can fail to."""
        return self.judged_where(entry, lambda combination: True)

    def judged_where(self, entry: EntryId, holds: Holds) -> Judged:
        """The same, in the combinations for which ``holds`` is true."""
        number = self._numbers[entry]
        found = Judged(can=False, fail=False)
        for combination, judged in self._rows:
            if holds(combination):
                found |= judged[number]
                if found.can and found.fail:
                    break
        return found

    def own_cases(self, entry: EntryId) -> list[OwnCase]:
        """The ways in which the only open match of an entry can end, and the verdict in each."""
        ((at, slot),) = self._own(entry)
        return [
            OwnCase(
                won=None if case.winner is None else case.winner == slot,
                games=case.games[slot],
                points=None,
                judged=self.judged_where(entry, _is_case(at, number)),
            )
            for number, case in enumerate(self.scene.ways.cases)
        ]

    def wins_enough(self, entry: EntryId) -> int | None:
        """The number of wins in its open matches that is enough, whatever else happens."""
        own = self._own(entry)
        for wins in range(len(own) + 1):
            if self.judged_where(entry, self._has_won(own, wins)).fail is False:
                return wins
        return None

    def deciding(self, entry: EntryId, holds: Holds) -> EntryId | None:
        """The rival on whose match alone it depends, in these combinations, whether the entry
        advances: it does unless the rival wins. None if there is no such rival."""
        for at, pairing in enumerate(self.scene.open):
            for slot, rival in enumerate(seats_of(pairing)):
                if rival == entry:
                    continue
                won = self.judged_where(entry, _both(holds, self._is_won(at, slot, won=True)))
                lost = self.judged_where(entry, _both(holds, self._is_won(at, slot, won=False)))
                if won.can is False and lost.fail is False:
                    return rival
        return None

    def own_won(self, entry: EntryId, *, won: bool) -> Holds:
        """The combinations in which the entry wins its only open match, or does not."""
        ((at, slot),) = self._own(entry)
        return self._is_won(at, slot, won=won)

    def _own(self, entry: EntryId) -> list[tuple[int, int]]:
        """The open matches of an entry: their index in ``scene.open``, and its slot."""
        return [
            (at, seats_of(pairing).index(entry))
            for at, pairing in enumerate(self.scene.open)
            if entry in seats_of(pairing)
        ]

    def _has_won(self, own: Sequence[tuple[int, int]], wins: int) -> Holds:
        def holds(each: Combination) -> bool:
            return sum(self._winner(each, at) == slot for at, slot in own) >= wins

        return holds

    def _is_won(self, at: int, slot: int, *, won: bool) -> Holds:
        return lambda each: (self._winner(each, at) == slot) == won

    def _winner(self, combination: Combination, at: int) -> int | None:
        return self.scene.ways.cases[combination[at]].winner

    def _counted(self) -> Iterator[tuple[Combination, list[Judged]]]:
        numbers = range(len(self.scene.ways.cases))
        for combination in product(numbers, repeat=len(self.scene.open)):
            yield combination, self._judge(combination)

    def _judge(self, combination: Combination) -> list[Judged]:
        """By entry, the verdict in this combination."""
        fixed, moving = self._lines
        open_lines: dict[int, Case] = {}
        chosen: list[RoundResult] = []
        for at, number in enumerate(combination):
            line = moving[at][number]
            chosen.append(line)
            open_lines[id(line)] = self.scene.ways.cases[number]
        table = table_of(
            self.scene.entries, [*fixed, *chosen], self.scene.options, self.scene.ruling.lots
        )
        return self._judged(table, Bander(self.scene.gains, open_lines))

    def _judged(self, table: ResultTable, bander: Bander) -> list[Judged]:
        scene = self.scene
        lots = {entry: lot for entry, lot in table.lots.items() if entry in self._numbers}
        table = ResultTable(table.entries, table.lines, table.options, lots)
        bands = bander.bands(table, scene.metrics, scene.deductions)
        found = [UNKNOWN] * len(scene.entries)
        before = 0
        for band in bands:
            rivals = [each for each in band.members if scene.entries[each] in scene.rivals]
            for each in rivals:
                found[each] = self._in_band(band, rivals, each, before)
            before += len(rivals)
        return found

    def _in_band(self, band: Band, rivals: Sequence[int], each: int, before: int) -> Judged:
        pool, others = self.scene.pool, len(rivals) - 1
        if not band.inside:
            above = Above(before, before + others)
            return Judged(pool.can(above, is_whole=True), pool.fail(above, is_whole=True))
        low, high = band.inside[each]
        gone = len(band.members) - len(rivals)
        best = before + max(0, low - gone)
        worst = before + min(high, others)
        if pool.fail(Above(worst, worst), is_whole=False) is False:
            return Judged(can=True, fail=False)
        if pool.can(Above(best, best), is_whole=False) is False:
            return Judged(can=False, fail=True)
        return UNKNOWN

    @cached_property
    def _lines(self) -> tuple[list[RoundResult], list[list[RoundResult]]]:
        """The lines that are the same in any combination, and by open match one line for each
        case."""
        scene = self.scene
        by_case = []
        for case in scene.ways.cases:
            ended = {pairing.id: case.results[0] for pairing in scene.open}
            by_case.append({self._key(line): line for line in scene.lines(ended)})
        keys = {(pairing.round, seats_of(pairing)) for pairing in scene.open}
        fixed = [line for key, line in by_case[0].items() if key not in keys]
        moving = [
            [lines[pairing.round, seats_of(pairing)] for lines in by_case] for pairing in scene.open
        ]
        return fixed, moving

    @staticmethod
    def _key(line: RoundResult) -> tuple[int, tuple[EntryId, ...]]:
        return line.round, line.slots


def _is_case(at: int, number: int) -> Holds:
    return lambda each: each[at] == number


def _both(one: Holds, other: Holds) -> Holds:
    return lambda each: one(each) and other(each)
