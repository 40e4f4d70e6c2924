"""Counting by totals where no entry has two matches left. The open matches are then independent, so
the number of entries above a key is the sum over the matches, without enumerating combinations."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from competition.plan import EntryId, PairingId, PlannedPairing, Result
from competition.scenarios.judged import Judged, OwnCase
from competition.scenarios.keys import Added, KeyRing, Keys
from competition.scenarios.lines import NumberLine
from competition.scenarios.pools import Above
from competition.scenarios.scene import Scene, seats_of
from competition.scenarios.ways import Case

Thresholds = tuple[list[int], ...]
"""For each j, the j-th greatest key of a match: least and most by bounds, least and most by known
results. The number of its entries above a key is the number of these thresholds above the key."""


class Apart:
    """Exact if all results of a match are known (``is_told``) and keys decide all metrics.

    Otherwise the bounds prove what is impossible, and the known results what is possible.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.keys = KeyRing(scene)
        self.is_told = all(case.scores.is_whole for case in scene.ways.cases)
        self._ends: dict[tuple[int, int], tuple[int, int]] = {}
        self._told: dict[tuple[int, int], list[list[tuple[Keys, Result]]]] = {}
        self._of_match: dict[PairingId, Thresholds] = {
            pairing.id: self._thresholds(pairing) for pairing in scene.open
        }
        base = self.keys.base
        done = [base[entry] for entry in scene.rivals if entry not in scene.open_of]
        self._lines = [
            NumberLine([*done, *(value for each in self._of_match.values() for value in each[at])])
            for at in range(4)
        ]

    def judged(self, entry: EntryId) -> Judged:
        """Whether an entry can advance, and whether it can fail to."""
        if entry not in self.scene.open_of:
            own = [self.keys.base[entry]] if entry in self.scene.rivals else []
            return self._at(self.keys.base[entry], ([*own],) * 4, ())
        found = Judged(can=False, fail=False)
        for _case, _result, judged in self._own(entry):
            found |= judged
            if found.can and found.fail:
                break
        return found

    def own_cases(self, entry: EntryId) -> list[OwnCase]:
        """The ways in which the only open match of an entry can end, and the verdict in each."""
        slot = seats_of(self.scene.open_of[entry][0]).index(entry)
        return [
            OwnCase(
                won=_won(case, result, slot),
                games=case.games[slot],
                points=result.totals[slot] if result else None,
                judged=judged,
            )
            for case, result, judged in self._own(entry)
        ]

    @cached_property
    def reach(self) -> Mapping[EntryId, tuple[int, int]]:
        """By entry that takes a place, the lowest and the highest key that it can end with."""
        found = {entry: (self.keys.base[entry],) * 2 for entry in self.scene.rivals}
        for entry, (pairing,) in self.scene.open_of.items():
            if entry in found:
                added = self.keys.added(pairing)
                low, high = self._gains(added, seats_of(pairing).index(entry))
                base = self.keys.base[entry]
                found[entry] = base + low, base + high
        return found

    def _gains(self, added: Added, slot: int) -> tuple[int, int]:
        """The least and the most that a match adds to the key of a slot."""
        known = self._ends.get((id(added), slot))
        if known is None:
            if self.is_told:
                found = [keys[slot] for outcomes in added.outcomes for keys in outcomes]
            else:
                found = [end for spans in added.spans for end in spans[slot]]
            known = self._ends[id(added), slot] = min(found), max(found)
        return known

    def _telling(self, added: Added, slot: int) -> list[list[tuple[Keys, Result]]]:
        """By case, the outcomes that are enough to judge the entry in this slot."""
        known = self._told.get((id(added), slot))
        if known is None:
            known = [telling(outcomes, slot) for outcomes in added.outcomes]
            self._told[id(added), slot] = known
        return known

    def first_of(self, entry: EntryId) -> int:
        """The first metric of an entry without its open match."""
        room = self.keys.room
        return (self.keys.base[entry] + room // 2) // room

    def _own(self, entry: EntryId) -> Iterator[tuple[Case, Result | None, Judged]]:
        """Yields the verdicts result by result if all results are known, else case by case."""
        (pairing,) = self.scene.open_of[entry]
        slot, base = seats_of(pairing).index(entry), self.keys.base[entry]
        added = self.keys.added(pairing)
        mates = self._seated(pairing, but=slot)
        own = self._of_match[pairing.id]
        for case, spans, outcomes in zip(
            self.scene.ways.cases, added.spans, self._telling(added, slot), strict=True
        ):
            found = Judged(can=False, fail=False)
            for keys, result in outcomes:
                beside = [mate + keys[at] for at, mate in mates]
                judged = self._at(base + keys[slot], own, beside)
                if self.is_told:
                    yield case, result, judged
                found |= judged
            if not self.is_told:
                yield case, None, self._within(spans, slot, base, own, mates).beside(found)

    def _at(self, key: int, own: Thresholds, beside: Sequence[int]) -> Judged:
        """The verdict on an entry with this key. The thresholds of its ``own`` match are replaced
        by the keys ``beside`` it there."""
        pool, whole = self.scene.pool, self.keys.is_whole
        least, most = (
            line.above(key, without, beside)
            for line, without in zip(self._lines[2:], own[2:], strict=True)
        )
        known = Judged(pool.can(least, is_whole=whole), pool.fail(most, is_whole=whole))
        if self.is_told:
            return known
        least, most = (
            line.above(key, without, beside)
            for line, without in zip(self._lines[:2], own[:2], strict=True)
        )
        bound = Judged(
            pool.can(least, is_whole=whole) and None, pool.fail(most, is_whole=whole) and None
        )
        return bound.beside(known)

    def _within(
        self,
        spans: Sequence[tuple[int, int]],
        slot: int,
        base: int,
        own: Thresholds,
        mates: Sequence[tuple[int, int]],
    ) -> Judged:
        """What the bounds of a case prove to be impossible; None for the rest."""
        pool, whole = self.scene.pool, self.keys.is_whole
        low, high = base + spans[slot][0], base + spans[slot][1]
        best: Above = self._lines[0].above(high, own[0], [m + spans[at][0] for at, m in mates])
        worst: Above = self._lines[1].above(low, own[1], [m + spans[at][1] for at, m in mates])
        return Judged(
            pool.can(best, is_whole=whole) and None, pool.fail(worst, is_whole=whole) and None
        )

    def _seated(self, pairing: PlannedPairing, but: int | None = None) -> list[tuple[int, int]]:
        """Slot and key of the entries that take a place, except in slot ``but``."""
        return [
            (slot, self.keys.base[entry])
            for slot, entry in enumerate(seats_of(pairing))
            if slot != but and entry in self.scene.rivals
        ]

    def _thresholds(self, pairing: PlannedPairing) -> Thresholds:
        seats, added = self._seated(pairing), self.keys.added(pairing)
        known = _extremes(seats, (keys for each in added.outcomes for keys in each))
        if self.is_told:
            return (*known, *known)
        lows = ([low for low, _ in spans] for spans in added.spans)
        highs = ([high for _, high in spans] for spans in added.spans)
        return (_extremes(seats, lows)[0], _extremes(seats, highs)[1], *known)


def telling(outcomes: Mapping[Keys, Result], slot: int) -> list[tuple[Keys, Result]]:
    """The outcomes that can decide for a slot. Of those with the same points for it, only the
    Pareto extremes are kept: no other gives it a higher key and its opponent a lower one, or the
    reverse. With more than two slots all are kept."""
    found: dict[int, list[tuple[Keys, Result]]] = defaultdict(list)
    for keys, result in outcomes.items():
        found[result.totals[slot]].append((keys, result))
    if any(len(keys) != 2 for keys in outcomes):
        return list(outcomes.items())
    return [kept for same in found.values() for kept in _edges(same, slot)]


def _edges(same: Sequence[tuple[Keys, Result]], slot: int) -> Iterator[tuple[Keys, Result]]:
    for sign in (1, -1):
        best: int | None = None
        in_order = sorted(
            same, key=lambda each: (sign * each[0][slot], -sign * each[0][1 - slot]), reverse=True
        )
        for keys, result in in_order:
            other = sign * keys[1 - slot]
            if best is None or other < best:
                best = other
                yield keys, result


def _extremes(
    seats: Sequence[tuple[int, int]], gains: Iterable[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """For each j, the least and the most that the j-th greatest key can be."""
    least: list[int] = []
    most: list[int] = []
    for gain in gains:
        keys = sorted((base + gain[slot] for slot, base in seats), reverse=True)
        least = [*map(min, least, keys)] if least else keys
        most = [*map(max, most, keys)] if most else keys
    return least, most


def _won(case: Case, result: Result | None, slot: int) -> bool | None:
    winner = case.winner if result is None else result.winner
    return None if winner is None else winner == slot
