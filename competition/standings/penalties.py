"""What penalties do to standings."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from competition.plan import EntryId
from competition.standings.ordering import Deductions
from competition.standings.results import BY_SLOT, RoundResult
from competition.standings.ruling import RankingPenalty

NO_POINTS: Final[Mapping[EntryId, int]] = {}


def without_voided(
    results: Sequence[RoundResult], penalties: Sequence[RankingPenalty]
) -> list[RoundResult]:
    """The results without those of the voided. Who met them alone has not played that round; at a
    table of more the others keep what they have."""
    voided = {penalty.entry for penalty in penalties if penalty.voids}
    if not voided:
        return list(results)
    return list(_drop_voided(results, voided))


def deductions(
    penalties: Sequence[RankingPenalty],
    entries: Sequence[EntryId],
    first: str,
    carried: Mapping[EntryId, int] = NO_POINTS,
) -> Deductions:
    """What comes off, by metric and number of the entry; ``first``: the metric where none is
    named, and the one that points ``carried`` over from an earlier stage are added to."""
    numbers = {entry: number for number, entry in enumerate(entries)}
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for penalty in penalties:
        if penalty.points:
            found[penalty.metric or first][numbers[penalty.entry]] += penalty.points
    for entry, points in carried.items():
        if entry in numbers and points:
            found[first][numbers[entry]] -= points
    return found


def _drop_voided(results: Sequence[RoundResult], voided: set[EntryId]) -> Iterator[RoundResult]:
    for result in results:
        kept = [place for place, slot in enumerate(result.slots) if slot not in voided]
        if len(kept) == len(result.slots):
            yield result
        elif len(kept) > 1:
            columns = {name: getattr(result, name) for name in ("slots", *BY_SLOT)}
            left: dict[str, Any] = {
                name: tuple(column[place] for place in kept) if column else ()
                for name, column in columns.items()
            }
            yield replace(result, **left)
