"""Entries on the desk: by hand, from a list, paid, withdrawn, replaced."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK, pairing
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Role

PAIR = {"player1": "Loris Zoffoli", "player2": "Ivano Casadei", "club_name": "Bar Fiume"}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=0, drawn=False)


def enter(desk: Client, event: Event, **changed: str) -> Any:
    return desk.post(f"/desk/events/{event.pk}/entries/", {**PAIR, **changed})


def test_a_pair_enters_by_hand(desk: Client, event: Event) -> None:
    response = enter(desk, event, seed="3", paid="on")
    assert response["Location"] == f"/desk/events/{event.pk}/entries/"
    entry = event.entries.get()
    assert (entry.seed, entry.paid, entry.club_name) == (3, True, "Bar Fiume")
    assert "Loris Zoffoli – Ivano Casadei" in text_of(desk.get(response["Location"]))


def test_a_player_who_plays_already_is_named_and_what_was_typed_stays(
    desk: Client, event: Event
) -> None:
    enter(desk, event)
    response = enter(desk, event, player1="Nives Bartolini")
    assert response.status_code == 422
    assert "Ivano Casadei plays already in another pair" in text_of(response)
    assert 'value="Nives Bartolini"' in html_of(response)
    assert event.entries.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player1", ""),
        ("player2", "x" * 200_000),
        ("seed", "0"),
        ("seed", "-1"),
        ("seed", "99999999999999999999"),
        ("seed", "first"),
        ("club_name", "x" * 121),
        ("player1", "Loris\0Zoffoli"),
    ],
)
def test_what_no_entry_can_say_is_refused(
    desk: Client, event: Event, field: str, value: str
) -> None:
    assert enter(desk, event, **{field: value}).status_code == 422
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script> Zoffoli", "Robert'); DROP TABLE entry;-- Rossi", "Ada 🃏"]
)
def test_odd_names_are_names(desk: Client, event: Event, name: str) -> None:
    enter(desk, event, player1=name)
    page = desk.get(f"/desk/events/{event.pk}/entries/")
    assert name in text_of(page)
    assert "<script>alert" not in html_of(page)


def test_no_file_at_all_is_told_too(desk: Client, event: Event) -> None:
    response = desk.post(f"/desk/events/{event.pk}/entries/list/", {})
    assert response.status_code == 422
    assert 'class="error"' in html_of(response) or "required" in text_of(response)


def test_a_full_event_takes_no_more(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False, capacity=2)
    response = enter(desk, event)
    assert response.status_code == 422
    assert "The event is full" in text_of(response)


def test_a_fee_is_noted_and_taken_back(desk: Client, event: Event) -> None:
    enter(desk, event)
    entry = event.entries.get()
    desk.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "1"})
    entry.refresh_from_db()
    assert entry.paid
    desk.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "0"})
    entry.refresh_from_db()
    assert not entry.paid


def test_a_pair_that_withdraws_gives_its_match_away(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    page = desk.get(f"/desk/entries/{entry.pk}/withdraw/")
    assert "goes to the other side" in text_of(page)
    desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "una febbre"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert pairing(event, "main-1-1").state == "DECIDED"


def test_withdrawing_asks_for_a_reason(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    assert desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": ""}).status_code == 422
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


def test_others_play_in_the_place_of_a_pair(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    form = {"player1": "Wilma Severi", "player2": "Oriano Magnani", "reason": "la prima non viene"}
    response = desk.post(f"/desk/entries/{entry.pk}/replace/", form, follow=True)
    assert "plays in the place of the old one" in text_of(response)
    bracket = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "Severi – Magnani" in bracket


def test_a_referee_does_not_touch_the_entries(club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.first()
    assert entry is not None
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.get(f"/desk/events/{event.pk}/entries/").status_code == 403
    assert referee.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "1"}).status_code == 403
    withdrawal = referee.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "x"})
    assert withdrawal.status_code == 403


def test_the_page_costs_the_same_for_8_pairs_and_for_64(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, drawn=False)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/events/{event.pk}/entries/")
