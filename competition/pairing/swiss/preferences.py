"""The preferences of a round: the order of the criteria, forced and forbidden pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from competition.draw.entrants import find_entry_violations
from competition.pairing.swiss.costs import LAST_CLUB_LEVEL, order_criteria
from competition.plan import EntryId
from kernel.reading import shorten_value
from kernel.violations import Violation

MOST_PLAYERS = 10_000


@dataclass(frozen=True, slots=True)
class PairingPreferences:
    """``order``: the indexes of the criteria as they are minimised; ``by_place``: neighbours meet,
    and steps are between places instead of score groups (Danese)."""

    order: tuple[int, ...] = order_criteria(LAST_CLUB_LEVEL)
    forced: Sequence[tuple[EntryId, EntryId]] = ()
    forbidden: Sequence[tuple[EntryId, EntryId]] = ()
    """Pairs of which one is absent have no effect."""
    by_place: bool = False
    rematches_allowed: bool = False

    def violations(self, entries: Sequence[EntryId]) -> tuple[Violation, ...]:
        """All preferences that these entries cannot satisfy, at once."""
        violations = list(find_entry_violations(entries, 1, MOST_PLAYERS))
        for one, other in (*self.forced, *self.forbidden):
            if one == other:
                violations.append(Violation("meets_itself", {"entry": shorten_value(one)}))
        # The same pair, named twice in either order, is one forced pair.
        forced = {frozenset(pair): pair for pair in self.forced}
        times = Counter(chain.from_iterable(forced))
        present = set(entries)
        for entry, count in times.items():
            if entry not in present:
                violations.append(Violation("forced_and_not_here", {"entry": shorten_value(entry)}))
            if count > 1:
                violations.append(
                    Violation("forced_twice", {"entry": shorten_value(entry), "times": count})
                )
        forbidden = drop_order(self.forbidden)
        for pair, (one, other) in forced.items():
            if pair in forbidden:
                violations.append(Violation("forced_and_forbidden", describe_pair(one, other)))
        return tuple(violations)


def drop_order(pairs: Iterable[tuple[EntryId, EntryId]]) -> set[frozenset[EntryId]]:
    """The pairs as sets: the same pair may be named in either order."""
    return {frozenset(pair) for pair in pairs}


def select_pairs(
    pairs: Iterable[tuple[EntryId, EntryId]], entries: set[EntryId]
) -> list[tuple[EntryId, EntryId]]:
    """The pairs of which both are among these entries."""
    return [pair for pair in pairs if entries.issuperset(pair)]


def describe_pair(one: EntryId, other: EntryId) -> dict[str, object]:
    """Both entries as parameters of a violation."""
    return {"one": shorten_value(one), "other": shorten_value(other)}
