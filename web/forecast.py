"""The forecast of an evening on the screen: on the desk, the board and the wall."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from competition.forecast.evening import MOST_TASKS, Range
from tournaments.models import Event
from tournaments.selectors.events.evening_times import round_to_minutes
from tournaments.selectors.events.expected_evenings import forecast_before_draw
from tournaments.selectors.events.forecasts import EveningForecast, forecast_evening
from tournaments.selectors.events.round_forecasts import RoundForecast
from web.evening_charts import EveningChart, draw_evening, planned_by
from web.rounds import RoundState
from wording.forecast import (
    chart_sentence,
    end_sentence,
    end_words,
    expected_pairs_words,
    extra_words,
    length_words,
    plan_words,
    range_words,
    round_sentence,
    silence_words,
    start_words,
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
    """It is expected to end after its target."""
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
        return next((each for each in self.rounds if each.is_current), None)


def find_time_slot(now: datetime) -> str:
    """The part of an entity tag that changes while nothing is written, so that the forecast on a
    page is never older than GOOD_FOR."""
    return f"t{int(now.timestamp() // GOOD_FOR.total_seconds())}"


def forecast_view(
    event: Event, rounds: Iterable[RoundState], now: datetime, *, with_chart: bool
) -> ForecastView | None:
    """The forecast of the evening; None where there is none. Two queries, and none for an event
    that is too large to be forecast."""
    rounds = tuple(rounds)
    if sum(round_.played for round_ in rounds) > MOST_TASKS:
        return None
    found = forecast_evening(event, now, with_plan=with_chart)
    if found is None:
        return None
    titles = {round_.id: round_.short for round_ in rounds}
    low, likely, high = _moments(found, found.end)
    plan_end = ""
    if found.plan:
        planned = found.begun_at + timedelta(seconds=found.plan[-1].at.likely)
        plan_end = plan_words(round_to_minutes(planned))
    views = (_build_round(each, found, titles) for each in found.rounds)
    finished = len(found.finished)
    return ForecastView(
        sentence=end_sentence(low, likely, high),
        end=end_words(likely),
        range=range_words(low, high),
        plan=plan_end,
        silence=silence_words(found.silent_since) if found.silent_since else "",
        rounds=tuple(view for view in views if view)[:MOST_ROUNDS],
        chart=draw_evening(found) if with_chart else None,
        chart_sentence=chart_sentence(finished, found.total, planned_by(found, found.at), found.at),
    )


def expected_view(event: Event, now: datetime) -> ForecastView | None:
    """The forecast of an event that is not drawn yet; None where there is none. Four queries, and
    none after the draw."""
    expected = forecast_before_draw(event, now)
    if expected is None:
        return None
    ends = expected.end
    pairs = expected.pairs
    basis = expected_pairs_words(pairs.count, pairs.source, pairs.events)
    if expected.starts_at is None:
        end, range_ = length_words(ends.low, ends.likely, ends.high), ""
    else:
        low, likely, high = (
            round_to_minutes(expected.starts_at + timedelta(seconds=seconds))
            for seconds in (ends.low, ends.likely, ends.high)
        )
        end, range_ = end_words(likely), range_words(low, high)
    return ForecastView(end, end, range_, "", "", (), None, "", basis)


def _moments(found: EveningForecast, ends: Range) -> tuple[datetime, datetime, datetime]:
    low, likely, high = (
        round_to_minutes(found.at + timedelta(seconds=seconds))
        for seconds in (ends.low, ends.likely, ends.high)
    )
    return low, likely, high


def _build_round(
    round_: RoundForecast, found: EveningForecast, titles: dict[int, str]
) -> RoundClockView | None:
    """A round by its title; None for one that is not drawn yet, which has none."""
    title = next((titles[pk] for pk in round_.rounds if pk in titles), "")
    if not title:
        return None
    _low, likely, _high = _moments(found, round_.ends)
    starts_later = round_.starts_at is not None and round_.starts_at > found.at
    return RoundClockView(
        title=title,
        sentence=round_sentence(title, likely, round_.target_at),
        done=round_.done,
        matches=round_.matches,
        is_current=round_.is_current,
        starts=start_words(round_.starts_at) if starts_later and round_.starts_at else "",
        target_at=round_.target_at,
        is_late=round_.target_at is not None and likely > round_.target_at,
        extra=tuple(extra_words(table, minutes) for table, minutes in round_.extra),
    )
