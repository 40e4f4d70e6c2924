"""The event on the desk: what needs doing next, and the steps."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.regulation import HouseRules
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, entry_in, pairing, win
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, Role
from tournaments.selectors.registration.names import load_entry_names
from tournaments.services.events.events import EventPlan, create_event


def draft(club: Club) -> Event:
    plan = EventPlan(name="Maraffa", date=NOW.date(), match_format=QUICK)
    return create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)


def next_step(desk: Client, event: Event) -> str:
    return text_of(desk.get(f"/desk/events/{event.pk}/"))


def test_a_draft_asks_to_open_the_entries(desk: Client, club: Club) -> None:
    event = draft(club)
    assert "Open the entries" in next_step(desk, event)
    desk.post(f"/desk/events/{event.pk}/open/")
    event.refresh_from_db()
    assert event.state == Event.State.OPEN


def test_without_pairs_the_page_asks_who_plays(desk: Client, club: Club) -> None:
    assert "Write down who plays" in next_step(desk, make_event(club=club, pairs=1, drawn=False))


def test_with_pairs_the_page_leads_to_the_draw(desk: Client, club: Club) -> None:
    assert "Go to the draw" in next_step(desk, make_event(club=club, drawn=False))


def test_a_drawn_event_begins_to_be_played(desk: Client, club: Club) -> None:
    event = make_event(club=club, running=False)
    assert "Begin to play" in next_step(desk, event)
    assert desk.post(f"/desk/events/{event.pk}/start/")["Location"] == f"/desk/events/{event.pk}/"
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_tables_are_shown_in_their_order_with_what_is_played(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=3)
    page = desk.get(f"/desk/events/{event.pk}/")
    assert "7 matches to go" in text_of(page)
    numbers = re.findall(
        r'class="no">(?:<span class="hidden-text">Table </span>)?(\d*)', html_of(page)
    )
    assert numbers == ["1", "2", "3", ""]


def test_before_play_the_page_counts_no_tables(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=3, running=False)
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert re.search(r"Next matches, \d+[:.]\d+", page)
    assert "4 tables," not in page


@pytest.mark.parametrize("recorded", ["GAMES", "TOTALS"])
def test_where_no_hands_are_written_no_table_waits_for_one(
    desk: Client, club: Club, recorded: str
) -> None:
    event = make_event(club=club, pairs=8, tables=3)
    path = f"/desk/events/{event.pk}/"
    assert "no line for 15 minutes" in text_of(desk.get(path))
    Event.objects.filter(pk=event.pk).update(recorded=recorded)
    page = text_of(desk.get(path))
    assert "no line for 15 minutes" not in page
    assert "▲ slow: shown once four matches have finished, by their length." in page


def test_an_event_is_closed_when_every_match_is_over(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    response = desk.post(f"/desk/events/{event.pk}/finish/")
    assert response.status_code == 409
    assert "1 match is still to be decided" in text_of(response)
    win(pairing(event, "main-1-1"))
    assert "Close the event" in next_step(desk, event)
    desk.post(f"/desk/events/{event.pk}/finish/")
    page = next_step(desk, event)
    winner = load_entry_names(event)[entry_in(event, "main-1-1", 0) or 0]
    assert f"{winner.short} won" in page
    assert "Reopen it for a correction" in page


@pytest.mark.parametrize("step", ["start", "finish", "reopen"])
def test_a_step_asked_for_too_early_says_so(desk: Client, club: Club, step: str) -> None:
    event = make_event(club=club, drawn=False)
    response = desk.post(f"/desk/events/{event.pk}/{step}/")
    assert response.status_code == 409
    assert "open for entries" in text_of(response)


def test_a_step_asked_for_twice_is_one(desk: Client, club: Club) -> None:
    event = make_event(club=club, running=False)
    for _ in range(2):
        answer = desk.post(f"/desk/events/{event.pk}/start/")
        assert answer["Location"] == f"/desk/events/{event.pk}/"


def test_a_referee_sees_the_tables_and_takes_no_steps(club: Club) -> None:
    event = make_event(club=club, running=False)
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    page = text_of(referee.get(f"/desk/events/{event.pk}/"))
    assert "The event is drawn." in page
    assert "Begin to play" not in page
    assert "Entries" not in page.partition("Today")[2].partition("Progress")[0]
    assert referee.post(f"/desk/events/{event.pk}/start/").status_code == 403


def test_another_clubs_organizer_is_kept_out(club: Club) -> None:
    event, hidden = make_event(club=club), draft(club)
    stranger = signed_in(make_member(make_club("Bar Fiume")))
    assert stranger.get(f"/desk/events/{event.pk}/").status_code == 403
    assert stranger.get(f"/desk/events/{hidden.pk}/").status_code == 404


def test_the_page_costs_the_same_for_8_pairs_and_for_64(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    desk.get("/desk/")  # finds whether the worker lives, for ten seconds
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, tables=16)
        with django_assert_max_num_queries(15):
            desk.get(f"/desk/events/{event.pk}/")


def test_a_finished_event_is_archived_from_its_settings(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    path = f"/desk/events/{event.pk}/"
    desk.post(f"{path}finish/")
    assert "settings/#away" in html_of(desk.get(path))
    assert "archive/" in html_of(desk.get(f"{path}settings/"))
    desk.post(f"{path}archive/")
    event.refresh_from_db()
    assert event.state == "ARCHIVED"
    page = desk.get(path)
    assert "This event is archived" in text_of(page)
    assert "settings/#away" in html_of(page)


def test_today_says_who_has_no_match_in_this_round_and_why(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=5, match_format=QUICK, format="danese")
    resting = event.pairings.get(state="BYE").slots.get(entry__isnull=False).entry
    assert resting is not None
    name = load_entry_names(event, [resting.pk])[resting.pk].short
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert f"No match in this round: {name} (bye)." in page


def test_a_bye_of_a_bracket_is_not_among_those_who_rest(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=5, match_format=QUICK)
    assert "No match in this round" not in text_of(desk.get(f"/desk/events/{event.pk}/"))


@pytest.mark.parametrize(
    ("fee_cents", "paid", "is_due"),
    [(2000, False, True), (0, False, False), (None, False, False), (None, True, True)],
)
def test_nobody_has_to_pay_where_there_is_no_fee(
    desk: Client, club: Club, fee_cents: int | None, *, paid: bool, is_due: bool
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    rules = HouseRules(fee_cents=fee_cents).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    if paid:
        first = event.entries.order_by("pk")[0]
        desk.post(f"/desk/entries/{first.pk}/paid/", {"paid": "1"})
    today = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert ("not paid" in today) == is_due
    assert ("paid" in today.split("Progress")[1].split("Draw")[0]) == is_due
    entries = desk.get(f"/desk/events/{event.pk}/entries/")
    assert ("to pay" in text_of(entries).lower()) == is_due
    # A fee that nobody has stated can still be collected.
    assert ('name="paid" value="1"' in html_of(entries)) == (fee_cents != 0)
