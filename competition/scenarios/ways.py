"""The ways in which a match can end, by winner and games won."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from competition.plan import Result

Vector: TypeAlias = tuple[int, ...]
"""Totals by slot; feats may follow."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Possible totals: all of them (``is_whole``), or examples with bounds that hold for all.

    ``gap``: the least and the most by which slot 0 is ahead of slot 1; only for two slots.
    """

    some: frozenset[Vector]
    least: Vector
    most: Vector
    gap: tuple[int, int] | None
    is_whole: bool

    @classmethod
    def all_of(cls, vectors: Iterable[Vector], slots: int) -> "Scores":
        """A complete set; in each vector, feats may follow the totals of the ``slots``."""
        some = frozenset(vectors)
        columns = list(zip(*some, strict=True))
        gaps = [vector[0] - vector[1] for vector in some] if slots == 2 else []
        return cls(
            some,
            tuple(map(min, columns)),
            tuple(map(max, columns)),
            (min(gaps), max(gaps)) if gaps else None,
            is_whole=True,
        )


@dataclass(frozen=True, slots=True)
class Case:
    """The ways in which a match ends with this winner and these games won. ``games`` empty: not
    distinguished. ``results``: all of them if ``scores.is_whole``, else examples."""

    winner: int | None
    games: tuple[int, ...]
    scores: Scores
    results: tuple[Result, ...]
    winner_is_known: bool = True
    """False where more than two play at a table: any of them may have won."""


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways in which a match of a stage can end at the table. Forfeits, penalties and awards are
    decisions of a referee and not taken into account."""

    cases: tuple[Case, ...]

    @property
    def slots(self) -> int:
        return len(self.cases[0].games)


MOST_SUMS = 300_000
MOST_KEPT = 20_000
THINNED = 48


def added(one: Scores, other: Scores) -> Scores:
    """The sums of the totals of two games. Past MOST_SUMS or MOST_KEPT only examples are kept."""
    whole = one.is_whole and other.is_whole
    mine, theirs = one.some, other.some
    if not whole or len(mine) * len(theirs) > MOST_SUMS:
        mine, theirs, whole = _thinned(mine), _thinned(theirs), False
    some = frozenset(_sum(first, second) for first, second in product(mine, theirs))
    if len(some) > (MOST_KEPT if whole else THINNED):
        some, whole = _thinned(some), False
    gap = None
    if one.gap is not None and other.gap is not None:
        gap = (one.gap[0] + other.gap[0], one.gap[1] + other.gap[1])
    return Scores(some, _sum(one.least, other.least), _sum(one.most, other.most), gap, whole)


def either(one: Scores, other: Scores) -> Scores:
    """The union: totals of one or the other."""
    gap = None
    if one.gap is not None and other.gap is not None:
        gap = (min(one.gap[0], other.gap[0]), max(one.gap[1], other.gap[1]))
    return Scores(
        one.some | other.some,
        tuple(map(min, one.least, other.least)),
        tuple(map(max, one.most, other.most)),
        gap,
        one.is_whole and other.is_whole,
    )


def _sum(one: Vector, other: Vector) -> Vector:
    return tuple(map(sum, zip(one, other, strict=True)))


def _thinned(vectors: frozenset[Vector]) -> frozenset[Vector]:
    """The extremes, and examples between them at even steps."""
    in_order = sorted(vectors)
    step = max(1, len(in_order) // THINNED)
    return frozenset({*_extremes(in_order), *in_order[::step]})


def _extremes(vectors: list[Vector]) -> Iterator[Vector]:
    for place in range(len(vectors[0])):
        yield min(vectors, key=lambda vector: vector[place])
        yield max(vectors, key=lambda vector: vector[place])
    if len(vectors[0]) > 1:
        yield min(vectors, key=lambda vector: vector[0] - vector[1])
        yield max(vectors, key=lambda vector: vector[0] - vector[1])
