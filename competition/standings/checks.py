"""The reasons why results cannot be ranked, all at once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from competition.draw.entrants import find_entry_violations
from competition.plan import EntryId
from competition.standings.metrics import BY_RESULTS, METRICS, put_lots_last
from competition.standings.options import StandingsOptions
from competition.standings.penalties import NO_POINTS
from competition.standings.results import RoundResult
from competition.standings.ruling import RankingPenalty
from competition.standings.victory import find_victory_violations
from kernel.reading import shorten_value
from kernel.violations import Violation


def violations(
    metrics: Sequence[str],
    options: StandingsOptions,
    entries: Sequence[EntryId],
    results: Sequence[RoundResult],
    *,
    lots: Mapping[EntryId, int],
    penalties: Sequence[RankingPenalty],
    carried: Mapping[EntryId, int] = NO_POINTS,
) -> Iterator[Violation]:
    """All reasons why these cannot be ranked."""
    yield from _check_metrics(metrics, options)
    # Any number of entries can be ranked: only duplicates are a fault.
    yield from find_entry_violations(entries, 0, len(entries))
    # Each unknown entry is reported once, however often it is named.
    named_in_results = chain.from_iterable(result.slots for result in results)
    named_in_penalties = (penalty.entry for penalty in penalties)
    known_entries = set(entries)
    for entry in dict.fromkeys(chain(named_in_results, lots, carried, named_in_penalties)):
        if entry not in known_entries:
            yield Violation("unknown_entry", {"entry": shorten_value(entry)})
    for result in results:
        yield from result.find_violations()
    yield from _check_one_result_per_round(results)
    # Deductions from a metric that does not rank, or that cannot have any.
    for penalty in penalties:
        metric = penalty.metric or next(iter(metrics), "")
        if penalty.points and not (metric in metrics and _takes_penalties(metric)):
            yield Violation("penalty_metric", {"metric": shorten_value(metric)})
    if carried:
        yield from find_carried_violations(metrics, options)


def find_criteria_violations(
    metrics: Sequence[str], options: StandingsOptions
) -> Iterator[Violation]:
    """Faults of the criteria that a regulation names. A document may have lots anywhere, as it has
    the numbers too; a regulation names them last, because lots are drawn for what is tied in all
    other criteria."""
    yield from _check_metrics(metrics, options)
    if metrics and tuple(metrics) != put_lots_last(metrics):
        yield Violation("lots_before_others")


def _check_metrics(metrics: Sequence[str], options: StandingsOptions) -> Iterator[Violation]:
    """Unknown metrics, those named twice, and options that are missing for them."""
    yield from _check_names(metrics, METRICS)
    if "mini_table" in metrics:
        yield from _check_names(options.mini_table, BY_RESULTS)
    all_metrics = options.list_with_mini_table(metrics)
    if "victory_points" in all_metrics and options.victory_table is None:
        yield Violation("victory_table_missing")
    if isinstance(options.victory_table, list):
        yield from find_victory_violations(options.victory_table)


def _check_names(metrics: Sequence[str], known: Iterable[str]) -> Iterator[Violation]:
    for metric, times in Counter(metrics).items():
        if metric not in known:
            yield Violation("unknown_metric", {"metric": shorten_value(metric)})
        if times > 1:
            yield Violation("metric_twice", {"metric": shorten_value(metric), "times": times})


def _check_one_result_per_round(results: Sequence[RoundResult]) -> Iterator[Violation]:
    rounds: dict[int, list[EntryId]] = defaultdict(list)
    for result in results:
        rounds[result.round] += result.slots
    for number, slots in rounds.items():
        # The usual case, without counting every entry of the round.
        if len(set(slots)) == len(slots):
            continue
        for entry, times in Counter(slots).items():
            if times > 1:
                params = {"entry": shorten_value(entry), "round": number, "times": times}
                yield Violation("entry_twice_in_round", params)


def find_carried_violations(
    metrics: Sequence[str], options: StandingsOptions
) -> Iterator[Violation]:
    """A first metric to which carried points cannot be added."""
    first_metric = next(iter(metrics), "")
    if not _takes_penalties(first_metric) or options.per_match:
        yield Violation("carried_metric", {"metric": shorten_value(first_metric)})


def _takes_penalties(metric: str) -> bool:
    return metric in METRICS and METRICS[metric].takes_penalties
