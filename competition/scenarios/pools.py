"""Which entries are ranked together for a cut, and which places advance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

from competition.cuts.cut import OfEach, Places
from competition.cuts.remedies import advances_all
from competition.formats.contract import Format
from competition.plan import EntryId, PlannedPairing, Seated

Proof = bool | None
"""Proved true, proved false, or neither (None)."""


@dataclass(frozen=True, slots=True)
class Above:
    """The number of others above an entry: strictly above, and including those level with it."""

    strict: int
    level: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Entries in one ranking. Places ``first`` to ``sure`` advance. Those after ``sure`` up to
    ``maybe`` advance only in part: by ``lots``, or depending on other groups (``open``)."""

    pairings: tuple[PlannedPairing, ...]
    sure: int
    maybe: int
    first: int = 1
    level: Literal["lots", "in", "out"] = "lots"
    border: Literal["lots", "open"] = "lots"
    group: int | None = None

    def can(self, best: Above, *, is_whole: bool) -> Proof:
        """Whether an entry can advance with, at best, this number above it. ``is_whole``: entries
        level in this count are tied in all metrics."""
        above = best.strict if is_whole and self.level != "out" else best.level
        if above < self.sure and self.first == 1:
            return True
        if best.strict >= self.maybe or (is_whole and above >= self.maybe):
            return False
        return True if is_whole and self.border == "lots" and self.first == 1 else None

    def fail(self, worst: Above, *, is_whole: bool) -> Proof:
        """Whether an entry can fail to advance with, at worst, this number above it."""
        above = worst.level if is_whole and self.level != "in" else worst.strict
        if above >= (self.sure if self.border == "lots" else self.maybe):
            return True
        if worst.level < self.sure or (is_whole and above < self.sure):
            return False if self.first == 1 else None
        return None


def pools_of(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    cut: Places | OfEach,
    out: frozenset[EntryId],
) -> list[Pool]:
    """The rankings that a cut uses, each with its places."""
    if isinstance(cut, Places) and (format_.over_groups or _groups(pairings) == [1]):
        if advances_all(cut.level) and cut.room is not None:
            # Between the last place and ``room``, it depends on how many are tied whether all
            # advance.
            return [Pool(tuple(pairings), cut.last, cut.room, cut.first, border="open")]
        return [Pool(tuple(pairings), cut.last, cut.last, cut.first, _certain_rule(cut))]
    parts = [
        tuple(each for each in pairings if each.group == number) for number in _groups(pairings)
    ]
    if isinstance(cut, OfEach):
        sure = cut.of_each
        maybe = sure + (cut.runners_up > 0)
        if cut.runners_up >= len(parts):
            sure = maybe
        if advances_all(cut.level):
            return [
                Pool(part, sure, len(part), border="open", group=part[0].group) for part in parts
            ]
        return [Pool(part, sure, maybe, border="open", group=part[0].group) for part in parts]
    sizes = [len(seated_in(part) - out) for part in parts]
    most = max(sizes, default=0)
    reached = list(accumulate(sum(size >= place for size in sizes) for place in range(1, most + 1)))
    sure = sum(count <= cut.last for count in reached)
    maybe = sum(count < cut.last for count in reached) + 1
    rule = _certain_rule(cut)
    if rule == "in":
        sure = maybe = min(maybe, most)
    if rule == "out":
        maybe = sure
    return [
        Pool(part, sure, max(sure, maybe), cut.first, rule, group=part[0].group) for part in parts
    ]


def _certain_rule(cut: Places) -> Literal["lots", "in", "out"]:
    """The rule for tied entries: all advance, none does, or it is open as before lots."""
    if cut.level == "out":
        return "out"
    return "in" if advances_all(cut.level) and cut.room is None else "lots"


def seated_in(pairings: Sequence[PlannedPairing]) -> set[EntryId]:
    """The entries of these pairings."""
    return {
        slot.entry for pairing in pairings for slot in pairing.slots if isinstance(slot, Seated)
    }


def _groups(pairings: Sequence[PlannedPairing]) -> list[int]:
    return sorted({pairing.group for pairing in pairings})
