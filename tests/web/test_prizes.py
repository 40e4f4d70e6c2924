"""Prizes on the desk, on the public page, and on paper."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.prizes import PrizeBand
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, entry_in, pairing, turn, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event, PendingDecision, Prize
from tournaments.selectors.regulation.prizes import list_prizes
from tournaments.services.events.events import finish_event, reopen_event
from tournaments.services.standings.penalties import disqualify

VALUES = re.compile(r'name="\d+-(?:first|last)" value="(\d+)"')


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=QUICK, venue_name="Sala grande")


def rows(*said: tuple[str, str, str]) -> dict[str, str]:
    """What the form sends."""
    data = {"count": str(len(said)), "amendment": "lo sponsor"}
    for at, (first, last, text) in enumerate(said):
        data |= {f"{at}-first": first, f"{at}-last": last, f"{at}-text": text}
    return data


def write(desk: Client, event: Event, data: dict[str, str]) -> Any:
    return desk.post(f"/desk/events/{event.pk}/prizes/", data, follow=True)


FOUR = rows(("1", "1", "due prosciutti"), ("2", "", "due salami"), ("3", "4", "vino"), ("", "", ""))


def test_prizes_are_written_and_empty_rows_are_none(desk: Client, event: Event) -> None:
    page = write(desk, event, FOUR)
    assert page.status_code == 200
    assert list_prizes(event) == [
        PrizeBand(1, 1, "due prosciutti"),
        PrizeBand(2, 2, "due salami"),
        PrizeBand(3, 4, "vino"),
    ]
    assert "3–4 vino still open" in text_of(page)


def test_a_row_that_is_emptied_is_taken_off(desk: Client, event: Event) -> None:
    write(desk, event, FOUR)
    write(desk, event, rows(("", "", ""), ("2", "2", "due salami")))
    assert list_prizes(event) == [PrizeBand(2, 2, "due salami")]


def test_the_usual_places_come_as_rows_and_nothing_is_written(desk: Client, event: Event) -> None:
    page = write(desk, event, {**rows(("1", "", "coppa")), "usual": "1"})
    found = VALUES.findall(html_of(page))
    assert found == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "8", "9", "16"]
    assert 'value="coppa"' in html_of(page)
    assert not Prize.objects.exists()


def test_more_rows_keep_what_was_typed(desk: Client, event: Event) -> None:
    page = write(desk, event, {**FOUR, "more": "1"})
    assert 'value="due prosciutti"' in html_of(page)
    assert html_of(page).count("prize-row") == 3 + 4
    assert not Prize.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (rows(("4", "2", "a")), "write the better place first"),
        (rows(("1", "4", "a"), ("3", "", "b")), "Place 3 has two prizes"),
        (rows(("1", "", " ")), "Write what the prize is"),
        (rows(("", "", "vino")), "Write from which place"),
        (rows(("uno", "", "a")), "whole number"),
        (rows(("0", "", "a")), "1"),
        (rows(("1", "", "x" * 201)), "200"),
    ],
)
def test_a_list_that_cannot_be_is_refused_whole_and_kept_on_the_page(
    desk: Client, event: Event, data: dict[str, str], said: str
) -> None:
    write(desk, event, rows(("1", "", "prima")))
    page = write(desk, event, data)
    assert page.status_code == 422
    assert said in text_of(page)
    assert list_prizes(event) == [PrizeBand(1, 1, "prima")]


@pytest.mark.parametrize("count", ["", "-1", "9999", "x"])
def test_a_form_that_is_not_ours_is_not_understood(desk: Client, event: Event, count: str) -> None:
    assert write(desk, event, {"count": count}).status_code == 400


def test_everybody_sees_each_prize_and_who_has_it(
    desk: Client, anybody: Client, event: Event
) -> None:
    write(desk, event, FOUR)
    address = f"/events/{event.pk}/places/"
    assert "1 due prosciutti still open" in text_of(anybody.get(address))
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    page = text_of(anybody.get(address))
    assert re.search(r"1 due prosciutti settled Zoffoli\d – Casadei\d", page)
    assert re.search(r"3–4 vino settled Zoffoli\d – Casadei\d Zoffoli\d – Casadei\d", page)


def test_the_printed_list_has_both_names_in_full_the_venue_and_a_place_to_sign(
    desk: Client, event: Event
) -> None:
    write(desk, event, FOUR)
    address = f"/desk/events/{event.pk}/prizes/list/"
    assert "this list can still change" in text_of(desk.get(address))
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    page = text_of(desk.get(address))
    assert "this list can still change" not in page
    assert re.search(r"1 due prosciutti Loris Zoffoli\d – Ivano Casadei\d", page)
    assert "Sala grande" in page
    assert "The organizer The referee" in page


def test_who_is_disqualified_stands_there_as_such(
    desk: Client, anybody: Client, event: Event
) -> None:
    write(desk, event, FOUR)
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    entry = event.entries.get(pk=entry_in(event, "main-2-1", 0) or 0)
    disqualify(
        entry=entry, voids=False, article="", reason="x", actor=owner_of(event.club), now=NOW
    )
    for client, address in (
        (anybody, f"/events/{event.pk}/places/"),
        (desk, f"/desk/events/{event.pk}/prizes/list/"),
    ):
        assert "disqualified" in text_of(client.get(address))


def test_without_prizes_the_list_leads_to_where_they_are_written(
    desk: Client, anybody: Client, event: Event
) -> None:
    assert "No prizes yet" in text_of(desk.get(f"/desk/events/{event.pk}/prizes/list/"))
    assert "Prizes" not in text_of(anybody.get(f"/events/{event.pk}/places/"))


def test_an_archive_is_read_and_not_written(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    assert "Write the prizes" not in text_of(desk.get(f"/desk/events/{event.pk}/prizes/"))
    assert write(desk, event, FOUR).status_code == 409


def test_the_page_costs_the_same_for_8_pairs_and_for_64(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs)
        write(desk, event, FOUR)
        with django_assert_max_num_queries(22):
            desk.get(f"/desk/events/{event.pk}/prizes/")


def test_tied_entries_stand_once_on_all_the_prizes_that_they_share(
    desk: Client, event: Event
) -> None:
    write(desk, event, rows(("2", "2", "vino"), ("3", "3", "un salame"), ("4", "4", "una torta")))
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    for address in (f"/desk/events/{event.pk}/prizes/list/", f"/events/{event.pk}/places/"):
        page = text_of(desk.get(address))
        assert "3–4" in page
        assert "un salame; una torta" in page
        prizes = page[page.index("un salame; una torta") :]
        assert prizes.count("tied") == 2
        assert "un salame" not in prizes.removeprefix("un salame")


def test_a_correction_after_the_announcement_is_decided_on_the_desk(
    desk: Client, event: Event
) -> None:
    write(desk, event, FOUR)
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    owner = owner_of(event.club)
    finish_event(event=event, actor=owner, now=NOW)
    announced = printed(desk, event)
    reopen_event(event=event, actor=owner, now=NOW)
    turn(event, "main-2-1")
    question = PendingDecision.objects.get()
    page = text_of(desk.get(f"/desk/questions/{question.pk}/"))
    assert "Prizes now go to others than announced" in page
    assert page.count("prize for the 1st place, announced for the 2nd place") == 1
    assert page.count("prize for the 2nd place, announced for the 1st place") == 1
    assert "can still change" in printed(desk, event)
    today = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "Your turn now Prizes now go to others than announced" in today
    assert "Close the event" not in today
    closed = desk.post(f"/desk/events/{event.pk}/finish/", follow=True)
    assert "left 1 decision open" in text_of(closed)
    said = {"decision": "KEPT", "reason": "consegnati"}
    decided = desk.post(f"/desk/questions/{question.pk}/", said, follow=True)
    assert "The prizes stay as announced." in text_of(decided)
    assert printed(desk, event) == announced


def printed(desk: Client, event: Event) -> str:
    """The prize list, without the time of its print."""
    page = text_of(desk.get(f"/desk/events/{event.pk}/prizes/list/"))
    return page.partition("As it stood")[0]
