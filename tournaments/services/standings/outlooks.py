"""Has a worker count the outlook of a large stage, and keeps it for its version."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.actors import SYSTEM
from jobs.models import Job
from jobs.services import request_job
from tournaments.models import Stage, StageOutlook
from tournaments.selectors.standings.outlooks import (
    StageOutlooks,
    compute_outlooks,
    load_outlook,
    pack_outlook_rows,
)

KIND = "outlook"


def look(*, stage: Stage, now: datetime) -> StageOutlooks:
    """The outlook of a stage. If it is not computed yet and would take too long for a request, a
    job is started, one for each stage."""
    stage_outlook = load_outlook(stage)
    if stage_outlook.rows is None:
        ask_outlook(stage=stage, now=now)
    return stage_outlook


def ask_outlook(*, stage: Stage, now: datetime) -> Job:
    """Starts the job on behalf of the system: the first viewer triggers it."""
    return request_job(
        kind=KIND,
        subject=f"stage:{stage.pk}",
        arguments={"stage": stage.pk},
        actor_kind=SYSTEM.kind.value,
        actor_id=SYSTEM.id,
        now=now,
    )


def compute_outlook(
    arguments: Mapping[str, Any], report: Callable[[int, int], None]
) -> dict[str, Any]:
    """The rows, with the versions that they were computed from: if results come in meanwhile, the
    next reader starts another job."""
    stage = Stage.objects.select_related("event").get(pk=arguments["stage"])
    return {
        "version": stage.version,
        "event_version": stage.event.version,
        "rows": pack_outlook_rows(compute_outlooks(stage)),
    }


def store_outlook(arguments: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Keeps the rows in place of those of an older version."""
    StageOutlook.objects.update_or_create(
        stage_id=arguments["stage"], defaults={**found, "counted_at": timezone.now()}
    )
