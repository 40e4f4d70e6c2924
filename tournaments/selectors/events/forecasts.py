"""Reads what the end of an evening is forecast from, and forecasts it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Subquery

from competition.forecast.evening import MOST_TASKS, CurvePoint, Range, forecast
from competition.forecast.pace import OpenDuration, Played, estimate_pace
from tournaments.models import Event, Pairing, Table
from tournaments.selectors.events.evening_schedules import EveningRows
from tournaments.selectors.events.evening_times import find_evening, find_planned_start
from tournaments.selectors.events.match_progress import (
    find_evening_of_result,
    find_start,
    observe_match,
)
from tournaments.selectors.events.pairing_rows import PairingRow, load_pairing_rows
from tournaments.selectors.events.round_forecasts import RoundForecast, list_round_forecasts

STALLED_AFTER: Final = timedelta(minutes=60)
"""Without a hand or a result for longer, a forecast rests on nothing new."""
PLAN_RUNS: Final = 40
"""A plan needs no ranges: fewer simulated evenings are enough."""


@dataclass(frozen=True, slots=True)
class EveningForecast:
    """The rest of an evening, from ``at`` on: all ranges are in seconds after it.

    ``finished``: when each match of tonight was decided, rising. ``plan``: the course of the
    evening at the usual pace, in seconds after ``begun_at``, as it was expected at its start.
    ``silent_since``: the last hand or result, if it was long ago and matches are being played.
    ``begins``: when each pairing that has no table yet is likely to begin, by its id.
    """

    at: datetime
    begun_at: datetime
    end: Range
    rounds: tuple[RoundForecast, ...]
    curve: tuple[CurvePoint, ...]
    finished: tuple[datetime, ...]
    plan: tuple[CurvePoint, ...]
    total: int
    pace_permille: int
    """How long matches last, in thousandths of the usual."""
    silent_since: datetime | None = None
    begins: Mapping[int, int] = field(default_factory=dict)


def forecast_evening(
    event: Event, now: datetime, *, with_plan: bool = False
) -> EveningForecast | None:
    """When the rounds and the evening end; None where nothing is left to play tonight, nothing is
    drawn, or far too much is. ``with_plan``: with the course that was expected at the start. Two
    queries."""
    if not event.is_current:
        return None
    tables = Table.objects.filter(event=event).order_by().values("event")
    count = Subquery(tables.annotate(count=Count("pk")).values("count"))
    stages = list(event.stages.annotate(table_count=count).order_by("number"))
    for stage in stages:
        stage.event = event
    # Every stage carries the number of tables of the event, which saves a query.
    table_count = 0
    if stages:
        table_count = stages[0].table_count or 0
    course = EveningCourse(event, stages, load_pairing_rows(event), table_count, now)
    return course.build(with_plan=with_plan)


class EveningCourse(EveningRows):
    """The same, with when the evening began and how it goes on."""

    def build(self, *, with_plan: bool) -> EveningForecast | None:
        """The forecast of what is left tonight."""
        if not self.rows or len(self.rows) > MOST_TASKS:
            return None
        open_rows = [row for row in self.rows if row.state not in Pairing.CLOSED_STATES]
        rows_left = [row for row in open_rows if self.is_tonight(row)]
        observations: list[Played | OpenDuration] = []
        finished_at: list[datetime] = []
        for row in self.rows:
            observations += observe_match(row, self.get_length_of_match(row), self.now)
            if row.decided_at is not None and find_evening_of_result(row) == self.evening:
                finished_at.append(row.decided_at)
        finished_at.sort()
        pace = estimate_pace(observations)
        begun_at = self._find_begin()
        if begun_at is None and self.evening != self.event.date:
            # Between two evenings: nobody has said when the next one begins.
            return None
        starts_at = max(self.now, begun_at or self.now)
        schedule = self.make_schedule(starts_at, pace, is_plan=False)
        # The seed follows from what is left: the same evening is forecast alike each time.
        seed = sum(row.id for row in rows_left) + len(self.rows)
        evening_forecast = forecast(schedule.tasks, self.tables, pace, seed)
        if evening_forecast is None:
            return None
        evening_plan: tuple[CurvePoint, ...] = ()
        if with_plan:
            evening_plan = self._make_plan(starts_at)
        numbers = {stage.pk: stage.number for stage in self.stages}
        begins: dict[int, int] = {}
        for row in rows_left:
            task = schedule.find_task(str(row.id))
            if task is not None and row.state != Pairing.State.CALLED:
                begins[row.id] = evening_forecast.begins[task]
        return EveningForecast(
            at=starts_at,
            begun_at=begun_at or starts_at,
            end=evening_forecast.end,
            rounds=list_round_forecasts(evening_forecast.rounds, self.rows, numbers),
            curve=evening_forecast.curve,
            finished=tuple(finished_at),
            plan=evening_plan,
            total=len(finished_at) + evening_forecast.left,
            pace_permille=pace.median * 1000 // 1024,
            silent_since=self._find_silence(rows_left, finished_at),
            begins=begins,
        )

    def _make_plan(self, at: datetime) -> tuple[CurvePoint, ...]:
        """The course of the whole evening at the usual pace: the same one however it goes on."""
        usual_pace = estimate_pace(())
        seed = sum(row.id for row in self.rows)
        tasks = self.make_schedule(at, usual_pace, is_plan=True).tasks
        plan = forecast(tasks, self.tables, usual_pace, seed, most_runs=PLAN_RUNS)
        if plan is None:
            return ()
        return plan.curve

    def _find_begin(self) -> datetime | None:
        """The first call or line of this evening; before it, the planned start."""
        moments: list[datetime] = []
        for row in self.rows:
            known_times = [row.called_at, row.first_line, row.decided_at]
            moments += [moment for moment in known_times if moment]
        moments_tonight = [moment for moment in moments if find_evening(moment) == self.evening]
        if moments_tonight:
            return min(moments_tonight)
        # A planned start that has passed without a call says nothing: play begins when it begins.
        start = find_planned_start(self.event)
        if start is None or start <= self.now:
            return None
        return start

    def _find_silence(
        self, rows_left: Iterable[PairingRow], finished: Sequence[datetime]
    ) -> datetime | None:
        """The last result, hand or call, if it was long ago and matches are being played."""
        news = list(finished[-1:])
        is_playing = False
        for row in rows_left:
            if find_start(row) is not None:
                is_playing = True
                news += [moment for moment in (row.last_line, row.called_at) if moment]
        if not is_playing or not news or self.now - max(news) <= STALLED_AFTER:
            return None
        return max(news)
