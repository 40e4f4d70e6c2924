"""What an event records of its matches, and the metrics that need more than that."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from kernel.violations import Violation


class RecordedDetail(StrEnum):
    """What is written of a match: every hand, the totals of each game, or the games won."""

    HANDS = "HANDS"
    TOTALS = "TOTALS"
    GAMES = "GAMES"


def keep_recorded_metrics(
    metrics: Sequence[str], options: StandingsOptions, recorded: RecordedDetail
) -> tuple[str, ...]:
    """The metrics that can be computed from what is recorded, in their order."""
    violations = find_unrecorded_metrics(metrics, options, recorded)
    unrecorded = {violation.params["metric"] for violation in violations}
    return tuple(name for name in metrics if name not in unrecorded)


def find_unrecorded_metrics(
    metrics: Sequence[str], options: StandingsOptions, recorded: RecordedDetail
) -> Iterator[Violation]:
    """A violation for each metric that cannot be computed from what is recorded. Without this, a
    match whose points are not known would count as one without points."""
    if recorded == RecordedDetail.HANDS:
        return
    is_games_only = recorded == RecordedDetail.GAMES
    for name in dict.fromkeys(options.list_with_mini_table(metrics)):
        metric = METRICS[name]
        if metric.counts_hands:
            yield Violation("metric_needs_hands", {"metric": name})
        # A mini-table needs no more than its own metrics, which are in this list too.
        elif is_games_only and metric.settled_by == "totals" and not metric.inside:
            yield Violation("metric_needs_totals", {"metric": name})
