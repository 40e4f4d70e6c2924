"""The expected end of an evening, on the desk, the board and the wall."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competition.forecast.evening import CurvePoint, Range
from scoring.core.format import best_of
from tests.factories import make_event
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, Pairing
from tournaments.selectors.events.forecasts import EveningForecast
from web.evening_charts import BOTTOM, LEFT, RIGHT, TOP, draw_evening, planned_by
from wording.forecast import word_chart, word_end_with_range, word_round_end, word_silence

pytestmark = pytest.mark.django_db
SENTENCE = re.compile(r"Ends about \d{1,2}:\d\d")


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-12-{text}+01:00")


def make_tonight(club: Club) -> Event:
    """An event that was started half an hour ago."""
    event = make_event(club=club, pairs=8, tables=4, match_format=best_of(3, "marafon"))
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate(now))
    called = Pairing.objects.filter(event=event, state=Pairing.State.CALLED)
    called.update(called_at=now - timedelta(minutes=30))
    event.refresh_from_db()
    return event


def test_the_desk_says_when_the_evening_ends(desk: Client, club: Club) -> None:
    event = make_tonight(club)

    page = desk.get(f"/desk/events/{event.pk}/")

    assert SENTENCE.search(text_of(page))
    assert "planned" in text_of(page)
    assert '<polygon class="cone"' in html_of(page)
    assert "0 matches of 7 are finished" in text_of(page)
    assert "Quarterfinals: ends about" in text_of(page)


@pytest.mark.parametrize("page", ["", "screen/", "now/", "screen/part/"])
def test_the_board_and_the_wall_say_it_too(anybody: Client, club: Club, page: str) -> None:
    event = make_tonight(club)

    assert SENTENCE.search(text_of(anybody.get(f"/events/{event.pk}/{page}")))


def test_an_event_that_is_not_drawn_says_nothing(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)

    assert not SENTENCE.search(text_of(desk.get(f"/desk/events/{event.pk}/")))


def test_a_range_that_crosses_midnight_is_said_in_hours() -> None:
    assert (
        word_end_with_range(at("13T23:20"), at("13T23:40"), at("14T00:10"))
        == "Ends about 23:40, between 23:20 and 0:10"
    )
    assert word_end_with_range(*(at("13T23:40"),) * 3) == "Ends about 23:40"


def test_a_round_is_said_with_its_target() -> None:
    assert word_round_end("Final", at("13T22:10"), None) == "Final: ends about 22:10"
    assert "target 22:00" in word_round_end("Final", at("13T22:10"), at("13T22:00"))
    assert "21:05" in word_silence(at("13T21:05"))


def evening_forecast(hours: int = 4) -> EveningForecast:
    start = at("13T20:30")
    points = tuple(
        CurvePoint(left, Range(*(hours * 600 * left * share // 4 for share in (3, 4, 5))))
        for left in range(1, 7)
    )
    return EveningForecast(
        at=start + timedelta(hours=1),
        begun_at=start,
        end=points[-1].at,
        rounds=(),
        curve=points,
        finished=(start + timedelta(minutes=40), start + timedelta(minutes=55)),
        plan=points,
        total=8,
        pace_permille=1000,
    )


def points_of(text: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (pair.split(",") for pair in text.split())]


@pytest.mark.parametrize("hours", [1, 4, 9])
def test_the_chart_stays_in_its_frame_and_its_lines_rise(hours: int) -> None:
    chart = draw_evening(evening_forecast(hours))

    for line in (chart.done, chart.plan, chart.ahead, chart.cone):
        assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points_of(line))
    for line in (chart.done, chart.plan, chart.ahead):
        points = points_of(line)
        assert points == sorted(points, key=lambda point: (point[0], -point[1]))
    assert points_of(chart.ahead)[0] == (chart.now_x, chart.now_y)
    assert len(chart.hours) <= 7


def test_the_hours_of_the_chart_cross_midnight() -> None:
    hours = [mark.hour for mark in draw_evening(evening_forecast(5)).hours]

    assert hours == [22, 24, 2]


def test_the_plan_says_how_many_should_be_finished() -> None:
    found = evening_forecast()

    assert planned_by(found, found.begun_at) == 0
    assert planned_by(found, found.begun_at + timedelta(hours=9)) == 6


def test_a_plan_with_nothing_finished_yet_is_not_compared() -> None:
    now = at("05T21:15")

    assert word_chart(3, 64, 5, now).endswith(", 5 were planned.")
    assert word_chart(3, 64, 0, now) == "3 matches of 64 are finished at 21:15."
