"""The metrics of a stage that something counts in: penalties, and points carried over."""

from collections.abc import Sequence

from kernel.violations import Violation
from tournaments.models import Stage
from tournaments.refusals import FormatRefused
from tournaments.selectors.standings.penalties import (
    list_metrics_with_penalties,
    list_ranking_metrics,
)
from tournaments.selectors.standings.rankings import list_penalties_on, standing


def check_metrics_in_use(stage: Stage, before: Sequence[str]) -> None:
    """Checks that a changed stage, not stored yet, has kept the metrics in which something counts.
    ``before``: the metrics that it had. Raises FormatRefused."""
    metrics_now = list_ranking_metrics(stage)
    kept_metrics = set(list_metrics_with_penalties(stage))
    if metrics_now[:1] == before[:1]:
        # A penalty without a metric is of the first one: it is kept only while that stays first.
        kept_metrics.add("")
    # By metric: a dictionary keeps the order, and names each once.
    violations: dict[str, Violation] = {}
    for penalty in standing(list_penalties_on(stage)):
        # A disqualification takes no points: it needs no metric.
        if penalty.points and penalty.metric not in kept_metrics:
            metric = penalty.metric or before[0]
            violations[metric] = Violation("metric_has_a_penalty", {"metric": metric})
    if violations:
        raise FormatRefused(violations=list(violations.values()), field="metrics")
    # Later stages with points carried over from this one must still share its metric.
    for later_stage in stage.event.stages.filter(number__gt=stage.number):
        cut = later_stage.cut or {}
        carries = cut.get("stage") == stage.number and cut.get("carried", "none") != "none"
        first_metrics = list_ranking_metrics(later_stage)[:1]
        if carries and first_metrics and first_metrics[0] not in metrics_now:
            violation = Violation("carried_from_other_metrics", {"stage": stage.number})
            raise FormatRefused(violations=[violation], field="metrics")
