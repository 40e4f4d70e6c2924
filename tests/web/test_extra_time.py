"""More time for a table: on Today, on the tables, on the board and on the wall."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.core.format import best_of
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, Pairing
from tournaments.selectors.events.today import measure_pace
from tournaments.services.rounds.clocks import set_extra_time, set_round_clock

EXTRA = "15 more minutes"


@pytest.fixture
def event(club: Club) -> Event:
    """Four tables; the first was called to 25 minutes ago and its last line is as old."""
    event = make_event(club=club, pairs=8, tables=4, match_format=best_of(3, "marafon"))
    first = at_first_table(event)
    write(first, "hand", {"points": [7, None]})
    since = timezone.now() - timedelta(minutes=25)
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
    event.pairings.filter(pk=first.pk).update(called_at=since)
    assert first.match is not None
    first.match.lines.update(arrived_at=since)
    event.refresh_from_db()
    return event


def at_first_table(event: Event) -> Pairing:
    return event.pairings.get(table__number=1)


def give_more_time(event: Event, minutes: int) -> None:
    pairing = at_first_table(event)
    set_extra_time(pairing=pairing, minutes=minutes, actor=owner_of(event.club), now=NOW)


def spots_of(desk: Client, event: Event) -> list[str]:
    """The HTML of each spot of the grid."""
    page = html_of(desk.get(f"/desk/events/{event.pk}/"))
    return re.findall(r'<a class="spot .*?</a>', page, re.DOTALL)


def test_a_silent_table_is_slow_only_beyond_its_extra_time(desk: Client, event: Event) -> None:
    assert "▲" in spots_of(desk, event)[0]
    give_more_time(event, 5)
    assert "▲" in spots_of(desk, event)[0]
    give_more_time(event, 15)
    assert "▲" not in spots_of(desk, event)[0]


def test_extra_time_is_added_to_the_limit_of_a_slow_match() -> None:
    pace = measure_pace({1: [20, 20, 20, 20], 2: [1, 1, 1, 1]})
    assert not pace.is_slow(1, 45, extra=15)
    assert pace.is_slow(1, 46, extra=15)
    assert not pace.is_slow(2, 30, extra=15)
    assert pace.is_slow(2, 31, extra=15)


def test_the_spot_of_a_table_shows_its_extra_time(desk: Client, event: Event) -> None:
    assert EXTRA not in "".join(spots_of(desk, event))
    give_more_time(event, 15)
    first, *others = spots_of(desk, event)
    assert "+15" in first
    assert EXTRA in first
    assert "+15" not in "".join(others)
    assert "added to these limits" in text_of(desk.get(f"/desk/events/{event.pk}/"))


def test_the_list_of_tables_counts_silence_beyond_extra_time(desk: Client, event: Event) -> None:
    path = f"/desk/events/{event.pk}/tables/"
    assert "silent for 25 min" in text_of(desk.get(path))
    give_more_time(event, 15)
    page = text_of(desk.get(path))
    assert "silent for" not in page
    assert EXTRA in page


@pytest.mark.parametrize("page", ["", "screen/", "now/", "screen/part/"])
def test_board_and_wall_show_extra_time_at_once(anybody: Client, event: Event, page: str) -> None:
    path = f"/events/{event.pk}/{page}"
    assert "+15" not in text_of(anybody.get(path))
    give_more_time(event, 15)
    shown = text_of(anybody.get(path))
    assert shown.count("+15") == 1
    assert EXTRA in shown
    give_more_time(event, 0)
    assert "+15" not in text_of(anybody.get(path))


def test_a_match_without_a_table_shows_none(anybody: Client, desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=2, match_format=best_of(3, "marafon"))
    ready = event.pairings.filter(state=Pairing.State.READY).order_by("pk")[0]
    set_extra_time(pairing=ready, minutes=15, actor=owner_of(club), now=NOW)
    for client, path in ((desk, "/desk/events"), (anybody, "/events")):
        assert EXTRA not in text_of(client.get(f"{path}/{event.pk}/"))


def test_a_round_is_late_beyond_the_longest_extra_time_of_its_tables(
    desk: Client, event: Event
) -> None:
    now = timezone.now()
    set_round_clock(
        stage=event.stages.get(),
        section="main",
        number=1,
        starts_at=None,
        target_at=now + timedelta(minutes=2),
        actor=owner_of(event.club),
        now=now,
    )
    path = f"/desk/events/{event.pk}/clocks/"
    assert "▲ late" in text_of(desk.get(path))
    give_more_time(event, 5)
    assert "▲ late" in text_of(desk.get(path))
    give_more_time(event, 120)
    assert "▲ late" not in text_of(desk.get(path))
