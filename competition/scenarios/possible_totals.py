"""The totals that a hand, a game or a match can end with: all of them, or examples and bounds."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Final, TypeAlias

from competition.standings.bounds import ValueRange

TotalsVector: TypeAlias = tuple[int, ...]
"""The totals by slot; the counts of feats may follow, feat by feat and slot by slot."""

MAX_SUMS: Final = 300_000
"""Pairs of vectors that are added one by one."""
MAX_KEPT: Final = 20_000
"""Vectors that are kept as a complete set."""
EXAMPLES: Final = 48
"""About as many are kept where the set is too large."""


@dataclass(frozen=True, slots=True)
class PossibleTotals:
    """A set of totals. ``known`` has all of them (``is_complete``) or examples; the bounds hold
    for all of them in both cases.

    ``lead``: the range of what slot 0 has more than slot 1; only for two slots.
    """

    known: frozenset[TotalsVector]
    least: TotalsVector
    most: TotalsVector
    lead: ValueRange | None
    is_complete: bool

    @classmethod
    def complete(cls, vectors: Iterable[TotalsVector], slots: int) -> "PossibleTotals":
        """A complete set, with the bounds that follow from it."""
        known = frozenset(vectors)
        columns = list(zip(*known, strict=True))
        lead = None
        if slots == 2 and known:
            lead = ValueRange.around([vector[0] - vector[1] for vector in known])
        least, most = tuple(map(min, columns)), tuple(map(max, columns))
        return cls(known, least, most, lead, is_complete=True)

    def bound_lead(self) -> ValueRange:
        """The lead of two slots: the widest that their bounds allow, if nothing else is known."""
        if self.lead is not None:
            return self.lead
        least_lead = self.least[0] - self.most[1]
        return ValueRange(least_lead, self.most[0] - self.least[1])

    def add(self, other: "PossibleTotals") -> "PossibleTotals":
        """The sums of one of these totals and one of the ``other``: two games after one another.

        The number of sums grows with every game. Past MAX_SUMS or MAX_KEPT only examples are kept,
        and the bounds, which are sums of bounds and stay true.
        """
        is_complete = self.is_complete and other.is_complete
        mine, theirs = self.known, other.known
        if not is_complete or len(mine) * len(theirs) > MAX_SUMS:
            mine, theirs, is_complete = _choose_examples(mine), _choose_examples(theirs), False
        known = frozenset(_add_vectors(one, two) for one, two in product(mine, theirs))
        # Also of complete totals there may be too many sums to go on with.
        most_kept = MAX_KEPT if is_complete else EXAMPLES
        if len(known) > most_kept:
            known, is_complete = _choose_examples(known), False
        lead = None
        if self.lead is not None and other.lead is not None:
            least_lead = self.lead.least + other.lead.least
            lead = ValueRange(least_lead, self.lead.most + other.lead.most)
        return PossibleTotals(
            known,
            _add_vectors(self.least, other.least),
            _add_vectors(self.most, other.most),
            lead,
            is_complete,
        )

    def unite(self, other: "PossibleTotals") -> "PossibleTotals":
        """These totals and the ``other``: two ways to the same outcome."""
        lead = None
        if self.lead is not None and other.lead is not None:
            least_lead = min(self.lead.least, other.lead.least)
            lead = ValueRange(least_lead, max(self.lead.most, other.lead.most))
        return PossibleTotals(
            self.known | other.known,
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.most, other.most)),
            lead,
            self.is_complete and other.is_complete,
        )


def _add_vectors(one: TotalsVector, other: TotalsVector) -> TotalsVector:
    return tuple(map(sum, zip(one, other, strict=True)))


def _choose_examples(vectors: frozenset[TotalsVector]) -> frozenset[TotalsVector]:
    """The extremes, which matter most, and examples between them at even steps."""
    in_order = sorted(vectors)
    step = max(1, len(in_order) // EXAMPLES)
    chosen = set(in_order[::step])
    places = len(in_order[0])
    for place in range(places):
        chosen.add(min(in_order, key=itemgetter(place)))
        chosen.add(max(in_order, key=itemgetter(place)))
    if places > 1:
        # The widest leads of either side decide by how much one can overtake the other.
        chosen.add(min(in_order, key=lambda vector: vector[0] - vector[1]))
        chosen.add(max(in_order, key=lambda vector: vector[0] - vector[1]))
    return frozenset(chosen)
