"""The forecast of an evening on the screen: on the desk, the board and the wall."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from competition.forecast.evening import MOST_TASKS, Range
from tournaments.models import Event
from tournaments.selectors.events.evening_times import round_to_minutes
from tournaments.selectors.events.expected_evenings import forecast_before_draw
from tournaments.selectors.events.forecasts import EveningForecast, forecast_evening
from tournaments.selectors.events.round_forecasts import RoundForecast
from web.evening_charts import EveningChart, draw_evening, planned_by
from web.rounds import Rounds, RoundState
from wording.forecast import (
    word_chart,
    word_end,
    word_end_with_range,
    word_evening_length,
    word_expected_entries,
    word_extra_time,
    word_planned_end,
    word_range,
    word_round_end,
    word_silence,
    word_start,
)

MOST_ROUNDS = 8
GOOD_FOR = timedelta(minutes=5)
"""How long a forecast is shown: it moves with the clock, also when nothing is written."""


@dataclass(frozen=True, slots=True)
class RoundClockView:
    """A round that is left, with the moments at which it starts and ends."""

    title: str
    sentence: str
    done: int
    matches: int
    is_current: bool
    starts: str
    """When it starts, if that was set and is still to come."""
    target_at: datetime | None
    is_late: bool
    """It is expected to end after its target and the extra time of its tables."""
    extra: tuple[str, ...] = ()
    """The tables that have more time, in words."""


@dataclass(frozen=True, slots=True)
class ForecastView:
    """The expected end in words, its rounds, and the chart (None where it is not shown)."""

    sentence: str
    end: str
    range: str
    plan: str
    silence: str
    rounds: tuple[RoundClockView, ...]
    chart: EveningChart | None
    chart_sentence: str
    basis: str = ""
    """Before the draw: for how many pairs it is, and where that number is from."""

    @property
    def current(self) -> RoundClockView | None:
        """The round that is being played and ends first."""
        for round_view in self.rounds:
            if round_view.is_current:
                return round_view
        return None


def find_time_slot(now: datetime) -> str:
    """The part of an entity tag that changes while nothing is written, so that the forecast on a
    page is never older than GOOD_FOR."""
    return f"t{int(now.timestamp() // GOOD_FOR.total_seconds())}"


def build_forecast_view(
    event: Event, rounds: Rounds, now: datetime, *, with_chart: bool
) -> ForecastView | None:
    """The forecast of the evening; None where there is none. Two queries, and none for an event
    that is too large to be forecast."""
    # Checked before anything is read for the forecast, which would be refused in any case.
    if sum(round_.played for round_ in rounds) > MOST_TASKS:
        return None
    evening_forecast = forecast_evening(event, now, with_plan=with_chart)
    if evening_forecast is None:
        return None
    rounds_by_id = rounds.by_id
    earliest_end, likely_end, latest_end = compute_ends(evening_forecast.at, evening_forecast.end)
    plan_end = ""
    if evening_forecast.plan:
        # The plan counts its seconds from the beginning of the evening, the forecast from now.
        planned_seconds = evening_forecast.plan[-1].at.likely
        planned_end = evening_forecast.begun_at + timedelta(seconds=planned_seconds)
        plan_end = word_planned_end(round_to_minutes(planned_end))
    silence = ""
    if evening_forecast.silent_since:
        silence = word_silence(evening_forecast.silent_since)
    views = []
    for round_forecast in evening_forecast.rounds:
        view = _build_round(round_forecast, evening_forecast, rounds_by_id)
        if view is not None:
            views.append(view)
    finished_count = len(evening_forecast.finished)
    return ForecastView(
        sentence=word_end_with_range(earliest_end, likely_end, latest_end),
        end=word_end(likely_end),
        range=word_range(earliest_end, latest_end),
        plan=plan_end,
        silence=silence,
        rounds=tuple(views[:MOST_ROUNDS]),
        chart=draw_evening(evening_forecast) if with_chart else None,
        chart_sentence=word_chart(
            finished_count,
            evening_forecast.total,
            planned_by(evening_forecast, evening_forecast.at),
            evening_forecast.at,
        ),
    )


def build_expected_view(event: Event, now: datetime) -> ForecastView | None:
    """The forecast of an event that is not drawn yet; None where there is none. Four queries, and
    none after the draw."""
    evening_before_draw = forecast_before_draw(event, now)
    if evening_before_draw is None:
        return None
    ends = evening_before_draw.end
    pairs = evening_before_draw.pairs
    basis = word_expected_entries(pairs.count, event.entry_size, pairs.source, pairs.events)
    if evening_before_draw.starts_at is None:
        end, range_ = word_evening_length(ends.low, ends.likely, ends.high), ""
    else:
        earliest_end, likely_end, latest_end = compute_ends(evening_before_draw.starts_at, ends)
        end, range_ = word_end(likely_end), word_range(earliest_end, latest_end)
    return ForecastView(end, end, range_, "", "", (), None, "", basis)


def compute_ends(start: datetime, ends: Range) -> tuple[datetime, datetime, datetime]:
    """The earliest, the likely and the latest end, from seconds after ``start``."""
    earliest_end = round_to_minutes(start + timedelta(seconds=ends.low))
    likely_end = round_to_minutes(start + timedelta(seconds=ends.likely))
    latest_end = round_to_minutes(start + timedelta(seconds=ends.high))
    return earliest_end, likely_end, latest_end


def _build_round(
    round_: RoundForecast, found: EveningForecast, rounds: Mapping[int, RoundState]
) -> RoundClockView | None:
    """A round by its title; None for one that is not drawn yet, which has none."""
    found_titles = [rounds[pk].short for pk in round_.rounds if pk in rounds]
    if not found_titles:
        return None
    title = found_titles[0]
    _low, likely_end, _high = compute_ends(found.at, round_.ends)
    starts = ""
    if round_.starts_at is not None and round_.starts_at > found.at:
        starts = word_start(round_.starts_at)
    return RoundClockView(
        title=title,
        sentence=word_round_end(title, likely_end, round_.target_at),
        done=round_.done,
        matches=round_.matches,
        is_current=round_.is_current,
        starts=starts,
        target_at=round_.target_at,
        is_late=round_.limit_at is not None and likely_end > round_.limit_at,
        extra=tuple(word_extra_time(table, minutes) for table, minutes in round_.extra),
    )
