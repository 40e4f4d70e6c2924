"""The planner on the desk, and the clock of the rounds."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.core.format import best_of
from tests.factories import make_event
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, ExtraTime, RoundClock

pytestmark = pytest.mark.django_db
ASKED = {"pairs": "32", "tables": "16", "start": "20:30", "hours": "4", "game": "marafon"}


def ask(desk: Client, club: Club, **changes: str) -> str:
    return text_of(desk.get(f"/desk/clubs/{club.slug}/planner/", {**ASKED, **changes}))


def test_the_page_asks_before_it_answers(desk: Client, club: Club) -> None:
    page = desk.get(f"/desk/clubs/{club.slug}/planner/")

    assert page.status_code == 200
    assert "This fits" not in text_of(page)


def test_the_new_event_leads_to_the_planner(desk: Client, club: Club) -> None:
    assert f"/desk/clubs/{club.slug}/planner/" in html_of(desk.get(f"/desk/clubs/{club.slug}/new/"))


def test_what_fits_is_shown_with_its_end_and_its_matches(desk: Client, club: Club) -> None:
    text = ask(desk, club)

    assert "Knock-out, one game a match" in text
    assert "Ends about" in text
    assert "at least 2 matches for everybody" in text
    assert "This ends too late" in text


def test_nothing_fits_into_an_hour(desk: Client, club: Club) -> None:
    assert "Nothing ends in time" in ask(desk, club, hours="1")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pairs": "257"},
        {"pairs": "1"},
        {"tables": "0"},
        {"tables": "9" * 400},
        {"hours": "13"},
        {"start": "25:00"},
        {"game": "trionfo"},
        {"pairs": ""},
    ],
)
def test_what_is_out_of_bounds_is_refused(desk: Client, club: Club, wrong: dict[str, str]) -> None:
    page = desk.get(f"/desk/clubs/{club.slug}/planner/", {**ASKED, **wrong})

    assert page.status_code == 422
    assert "This fits" not in text_of(page)


def make_tonight(club: Club) -> Event:
    event = make_event(club=club, pairs=8, tables=4, match_format=best_of(3, "marafon"))
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
    event.pairings.filter(state="CALLED").update(called_at=timezone.now() - timedelta(minutes=5))
    return event


def test_a_round_gets_its_times_and_shows_them(desk: Client, club: Club) -> None:
    path = f"/desk/events/{make_tonight(club).pk}/clocks/"

    sent = {"round": "1-main-2", "starts": "22:15", "target": "0:30"}
    assert desk.post(path, sent).status_code == 302

    clock = RoundClock.objects.get()
    assert clock.starts_at is not None
    assert clock.target_at is not None
    assert clock.target_at - clock.starts_at == timedelta(hours=2, minutes=15)
    assert "target 0:30" in text_of(desk.get(path))


def test_a_round_that_ends_before_it_starts_is_refused(desk: Client, club: Club) -> None:
    path = f"/desk/events/{make_tonight(club).pk}/clocks/"

    page = desk.post(path, {"round": "1-main-2", "starts": "22:15", "target": "21:00"})

    assert page.status_code == 422
    assert "A round ends after its start" in text_of(page)
    assert not RoundClock.objects.exists()


def test_a_table_gets_more_time(desk: Client, club: Club) -> None:
    path = f"/desk/events/{make_tonight(club).pk}/clocks/"

    assert desk.post(f"{path}extra/", {"table": "2", "minutes": "10"}).status_code == 302

    assert ExtraTime.objects.get().minutes == 10
    assert "table 2: 10 more minutes" in text_of(desk.get(path))
    assert desk.post(f"{path}extra/", {"table": "9", "minutes": "10"}).status_code == 422
