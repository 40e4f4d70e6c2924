"""The page of the clock of the rounds: the times of a round, more time for a table."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_event
from tests.tournaments.steps import QUICK
from tests.web.pages import text_of
from tests.web.sent_forms import read_sent_form
from tournaments.models import Club, Event, RoundClock


@pytest.fixture
def event(club: Club) -> Event:
    """A league of two open rounds, and more."""
    return make_event(club=club, pairs=4, tables=4, match_format=QUICK, format="groups")


def address(event: Event) -> str:
    return f"/desk/events/{event.pk}/clocks/"


def read_form(desk: Client, event: Event, query: str = "") -> dict[str, Any]:
    return read_sent_form(desk.get(address(event) + query), having="target")


def set_times(desk: Client, event: Event, query: str = "", **changed: str) -> Any:
    return desk.post(address(event), {**read_form(desk, event, query), **changed})


def list_times() -> list[tuple[int, str, str]]:
    """The number of each round with a clock, its start and its target."""
    clocks = RoundClock.objects.select_related("round").order_by("round__number")
    return [(row.round.number, word(row.starts_at), word(row.target_at)) for row in clocks]


def word(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return f"{timezone.localtime(moment):%H:%M}"


def test_another_target_keeps_the_start(desk: Client, event: Event) -> None:
    assert set_times(desk, event, starts="20:30", target="21:30").status_code == 302
    assert set_times(desk, event, target="21:45").status_code == 302
    assert list_times() == [(1, "20:30", "21:45")]


def test_times_are_taken_back_by_emptying_both(desk: Client, event: Event) -> None:
    set_times(desk, event, starts="20:30", target="21:30")
    assert set_times(desk, event, starts="", target="").status_code == 302
    assert list_times() == []


def test_the_fields_have_the_times_of_the_round_that_is_chosen(desk: Client, event: Event) -> None:
    set_times(desk, event, starts="20:30", target="21:30")
    second = "?round=1-main-2"
    assert read_form(desk, event, second)["starts"] == [""]
    set_times(desk, event, second, starts="21:30", target="22:30")
    set_times(desk, event, second, target="22:45")
    assert list_times() == [(1, "20:30", "21:30"), (2, "21:30", "22:45")]


def test_the_times_of_one_round_are_not_set_for_another_unseen(desk: Client, event: Event) -> None:
    set_times(desk, event, starts="20:30", target="21:30")
    answer = set_times(desk, event, round="1-main-2")
    assert answer.status_code == 422
    assert "The times below are those of" in text_of(answer)
    assert list_times() == [(1, "20:30", "21:30")]
    again = read_sent_form(answer, having="target")
    assert desk.post(address(event), again).status_code == 302
    assert list_times() == [(1, "20:30", "21:30"), (2, "20:30", "21:30")]


def test_times_of_another_evening_are_not_shown(desk: Client, event: Event) -> None:
    set_times(desk, event, starts="20:30", target="21:30")
    day = timedelta(days=1)
    for clock in RoundClock.objects.all():
        assert clock.starts_at
        assert clock.target_at
        clock.starts_at, clock.target_at = clock.starts_at - day, clock.target_at - day
        clock.save()
    sent = read_form(desk, event)
    assert (sent["starts"], sent["target"]) == ([""], [""])


def test_a_round_that_is_unknown_shows_the_first(desk: Client, event: Event) -> None:
    assert read_form(desk, event, "?round=nonsense")["shown"] == ["1-main-1"]


def test_extra_time_for_a_table_without_a_match_keeps_the_form(desk: Client, event: Event) -> None:
    answer = desk.post(f"{address(event)}extra/", {"table": "99", "minutes": "10"})
    assert answer.status_code == 422
    assert "No match is being played at this table." in text_of(answer)
    sent = read_sent_form(answer, having="minutes")
    assert (sent["table"], sent["minutes"]) == (["99"], ["10"])
