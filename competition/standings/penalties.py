"""The effect of penalties on standings: deductions, and results that are voided."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from competition.plan import EntryId, number_items
from competition.standings.ordering import Deductions
from competition.standings.results import BY_SLOT, RoundResult
from competition.standings.ruling import RankingPenalty

NO_POINTS: Final[Mapping[EntryId, int]] = {}


def collect_voided_entries(penalties: Iterable[RankingPenalty]) -> set[EntryId]:
    """The entries whose results are left out of the standings."""
    return {penalty.entry for penalty in penalties if penalty.voids}


def leave_out_voided(
    results: Sequence[RoundResult], penalties: Sequence[RankingPenalty]
) -> list[RoundResult]:
    """The results without those of the voided entries. Their only opponent has not played that
    round; at a table of more entries the others keep their results."""
    voided_entries = collect_voided_entries(penalties)
    if not voided_entries:
        return list(results)
    kept_results: list[RoundResult] = []
    for result in results:
        kept_slots = [
            place for place, slot in enumerate(result.slots) if slot not in voided_entries
        ]
        if len(kept_slots) == len(result.slots):
            kept_results.append(result)
        elif len(kept_slots) > 1:
            # All values by slot lose the same slots; an empty one stays empty: it is unknown.
            columns: dict[str, Any] = {}
            for name in ("slots", *BY_SLOT):
                column = getattr(result, name)
                if column:
                    columns[name] = tuple(column[place] for place in kept_slots)
            kept_results.append(replace(result, **columns))
    return kept_results


def deductions(
    penalties: Sequence[RankingPenalty],
    entries: Sequence[EntryId],
    first: str,
    carried: Mapping[EntryId, int] = NO_POINTS,
) -> Deductions:
    """The deductions by metric and number of the entry. ``first``: the metric of penalties that
    name none. Points ``carried`` over from an earlier stage are added to it."""
    numbers = number_items(entries)
    by_metric: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for penalty in penalties:
        if penalty.points:
            by_metric[penalty.metric or first][numbers[penalty.entry]] += penalty.points
    for entry, points in carried.items():
        if entry in numbers and points:
            by_metric[first][numbers[entry]] -= points
    return by_metric
