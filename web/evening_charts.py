"""The evening as a chart: matches finished, the plan, and the forecast with its range, in whole
units of an SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from competition.forecast.evening import CurvePoint
from tournaments.selectors.events.forecasts import EveningForecast
from web.time_axis import HourMark, TimeAxis

LEFT, RIGHT, TOP, BOTTOM = 30, 246, 8, 96
MOST_HOURS_LABELLED = 6
MOST_STEPS = 60
"""Points of the line of finished matches: of more, some are left out."""


@dataclass(frozen=True, slots=True)
class EveningChart:
    """The lines of the chart as lists of points. ``cone`` is a polygon."""

    done: str
    plan: str
    ahead: str
    cone: str
    hours: tuple[HourMark, ...]
    total: int
    half: int
    finished: int
    now_x: int
    now_y: int
    label_x: int
    label_y: int
    is_label_before: bool
    """The number beside the last point stands before it: there is no room behind."""


def draw_evening(found: EveningForecast) -> EveningChart:
    """The chart of an evening that has begun, or is about to."""
    start = found.begun_at
    ends = [found.at + timedelta(seconds=point.at.high) for point in found.curve]
    ends += [start + timedelta(seconds=point.at.likely) for point in found.plan]
    span = max(int((max(ends) - start).total_seconds()), 60)
    axis = TimeAxis(start, span, LEFT, RIGHT)
    scale = _Scale(axis, max(1, found.total))
    # Of a long evening, only every second or third hour has a label.
    hour_step = (span // 3600 + 1) // MOST_HOURS_LABELLED + 1
    finished_count = len(found.finished)
    finished_points = [(start, 0)]
    step = max(1, finished_count // MOST_STEPS)
    for number, moment in enumerate(found.finished, start=1):
        # Of many, some are left out, but never the last.
        if number % step == 0 or number == finished_count:
            finished_points.append((moment, number))
    now = (found.at, finished_count)
    likely_course = [now, *_list_points(found.at, finished_count, found.curve, "likely")]
    # The range as a polygon: along the earliest course, and back along the latest.
    earliest_course = [now, *_list_points(found.at, finished_count, found.curve, "low")]
    latest_course = [now, *_list_points(found.at, finished_count, found.curve, "high")]
    now_x, now_y = scale.point(now)
    label_x = now_x + 8
    is_label_before = now_x > (LEFT + RIGHT) // 2
    if is_label_before:
        label_x = now_x - 8
    return EveningChart(
        done=scale.points([*finished_points, now]),
        plan=scale.points([(start, 0), *_list_points(start, 0, found.plan, "likely")]),
        ahead=scale.points(likely_course),
        cone=scale.points([*earliest_course, *reversed(latest_course)]),
        hours=tuple(axis.list_hours(hour_step)),
        total=found.total,
        half=(found.total + 1) // 2,
        finished=finished_count,
        now_x=now_x,
        now_y=now_y,
        label_x=label_x,
        # Below the line, which rises, but above the axis.
        label_y=min(now_y + 12, BOTTOM - 4),
        is_label_before=is_label_before,
    )


def planned_by(found: EveningForecast, moment: datetime) -> int:
    """How many matches should be finished by then, by the plan."""
    seconds = (moment - found.begun_at).total_seconds()
    return max((point.finished for point in found.plan if point.at.likely <= seconds), default=0)


@dataclass(frozen=True, slots=True)
class _Scale:
    axis: TimeAxis
    total: int

    def point(self, at: tuple[datetime, int]) -> tuple[int, int]:
        moment, number = at
        passed = int((moment - self.axis.start).total_seconds())
        y = BOTTOM - (BOTTOM - TOP) * min(number, self.total) // self.total
        return self.axis.find_x(passed), y

    def points(self, course: Iterable[tuple[datetime, int]]) -> str:
        return " ".join(f"{x},{y}" for x, y in map(self.point, course))


def _list_points(
    start: datetime, finished: int, curve: Sequence[CurvePoint], name: str
) -> list[tuple[datetime, int]]:
    """The points of one of the three courses of a curve: ``low``, ``likely`` or ``high``."""
    points = []
    for point in curve:
        moment = start + timedelta(seconds=getattr(point.at, name))
        points.append((moment, finished + point.finished))
    return points
