"""The ranking: the place of each entry, and why it is above the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from competition.plan import EntryId, Value, Why
from competition.standings.checks import violations
from competition.standings.metric import Separation
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.ordering import order_entries
from competition.standings.penalties import NO_POINTS, deductions, leave_out_voided
from competition.standings.results import RoundResult
from competition.standings.ruling import RankingPenalty
from competition.standings.table import build_result_table
from kernel.refusals import Refused

NO_LOTS: Final[Mapping[EntryId, int]] = {}


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry with its place, which tied entries share: one more than the entries above it."""

    entry: EntryId
    place: int
    values: Mapping[str, Value]
    """By metric, in their order, after deductions by penalties."""
    why: Why | None
    """Why it is above the next; None if it is tied with it, and for the last."""
    tied_count: int = 1
    """How many entries share the place, this one included."""

    def as_json(self) -> dict[str, Any]:
        """The row as the notation has it."""
        why = self.why and {"code": self.why.code, "params": dict(self.why.params)}
        return {
            "entry": self.entry,
            "place": self.place,
            "values": dict(self.values),
            "why": why,
        }


def rank(
    metrics: Sequence[str],
    options: StandingsOptions,
    entries: Sequence[EntryId],
    results: Sequence[RoundResult],
    *,
    lots: Mapping[EntryId, int] = NO_LOTS,
    penalties: Sequence[RankingPenalty] = (),
    carried: Mapping[EntryId, int] = NO_POINTS,
) -> tuple[PlacedEntry, ...]:
    """All entries, the best first, tied ones by their ids. Raises Refused."""
    violations_found = violations(
        metrics, options, entries, results, lots=lots, penalties=penalties, carried=carried
    )
    if refused := tuple(violations_found):
        raise Refused(refused)
    table = build_result_table(entries, leave_out_voided(results, penalties), options, lots)
    metric_by_name = {name: METRICS[name] for name in metrics}
    first_metric = next(iter(metrics), "")
    ordering = order_entries(
        table, metric_by_name, deductions(penalties, entries, first_metric, carried)
    )

    values: dict[str, list[Value]] = {}
    for name, column in ordering.columns.items():
        shown = METRICS[name].shown
        values[name] = [shown(exact) for exact in column]
    first_of_group = {above: entries[group[0]] for above, group in ordering.starts()}
    rows: list[PlacedEntry] = []
    for above, group in ordering.starts():
        next_position = above + len(group)
        for number in group:
            why = None
            # Only the last of tied entries stands directly above an entry with another place.
            if number == group[-1] and next_position in ordering.partings:
                separation = ordering.partings[next_position]
                why = _explain_separation(separation, first_of_group[next_position])
            own_values = {name: shown_column[number] for name, shown_column in values.items()}
            rows.append(PlacedEntry(entries[number], above + 1, own_values, why, len(group)))
    return tuple(rows)


def _explain_separation(parting: Separation, over: EntryId) -> Why:
    """Why a row is above the next."""
    if parting.inside is not None:
        return Why("above_in_mini_table", {**_describe_separation(parting.inside), "over": over})
    params = {**_describe_separation(parting), "over": over}
    metric = METRICS[parting.metric]
    if metric.among_tied:
        return Why("above_head_to_head", params)
    if parting.metric == "lots":
        return Why("drawn_first", params)
    if metric.less:
        return Why("above_by_less", params)
    return Why("above_by", params)


def _describe_separation(parting: Separation) -> dict[str, Any]:
    """The values that separate two neighbours, and how many entries were tied until then."""
    shown = METRICS[parting.metric].shown
    return {
        "metric": parting.metric,
        "mine": shown(parting.mine),
        "theirs": shown(parting.theirs),
        "among": parting.among,
    }
