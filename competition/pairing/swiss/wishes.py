"""What a round is asked for: the order of the levels, who must meet and who must not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from competition.draw.entrants import entry_violations
from competition.pairing.swiss.levels import LAST_CLUB_LEVEL, priority
from competition.plan import EntryId
from kernel.reading import shorten_value
from kernel.violations import Violation

MOST_PLAYERS = 10_000


@dataclass(frozen=True, slots=True)
class PairingPreferences:
    """``order``: the indexes of the levels as they are minimised; ``by_place``: neighbours meet,
    and steps are between places instead of score groups (Danese)."""

    order: tuple[int, ...] = priority(LAST_CLUB_LEVEL)
    forced: Sequence[tuple[EntryId, EntryId]] = ()
    forbidden: Sequence[tuple[EntryId, EntryId]] = ()
    """Of whom not both are present, they change nothing."""
    by_place: bool = False
    rematches_allowed: bool = False

    def violations(self, entries: Sequence[EntryId]) -> tuple[Violation, ...]:
        """All that cannot be asked of these entries, at once."""
        return (*entry_violations(entries, 1, MOST_PLAYERS), *self._pairs(set(entries)))

    def _pairs(self, present: set[EntryId]) -> Iterator[Violation]:
        for one, other in (*self.forced, *self.forbidden):
            if one == other:
                yield Violation("meets_itself", {"entry": shorten_value(one)})
        forced = {frozenset(pair): pair for pair in self.forced}
        times = Counter(entry for pair in forced for entry in pair)
        for entry, count in times.items():
            if entry not in present:
                yield Violation("forced_and_not_here", {"entry": shorten_value(entry)})
            if count > 1:
                yield Violation("forced_twice", {"entry": shorten_value(entry), "times": count})
        forbidden = {frozenset(pair) for pair in self.forbidden}
        for one, other in (pair for key, pair in forced.items() if key in forbidden):
            yield Violation(
                "forced_and_forbidden", {"one": shorten_value(one), "other": shorten_value(other)}
            )
