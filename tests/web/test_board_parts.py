"""The living parts of public pages: rendered once a version, 304 to whoever is up to date."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event

PARTS = ("now/", "now/?q=Zoffoli1", "rounds/part/", "bracket/part/", "screen/part/")
"""What shows the tables of an event."""


def ask(client: Client, path: str, tag: str = "", language: str = "en") -> tuple[int, str]:
    """Status and tag."""
    headers = {"if-none-match": tag, "accept-language": language}
    answer = client.get(path, headers=headers)
    assert bool(answer.content) == (answer.status_code == 200)
    return answer.status_code, answer["ETag"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_sent_again_after_a_hand_and_not_before(
    anybody: Client,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    part: str,
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/{part}"
    _, tag = ask(anybody, path)
    with django_assert_max_num_queries(3):
        assert ask(anybody, path, tag) == (304, tag)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    status, after = ask(anybody, path, tag)
    assert status == 200
    assert after != tag


def test_places_are_sent_again_after_a_result_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    path = f"/events/{event.pk}/places/part/"
    _, tag = ask(anybody, path)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 304
    win(pairing(event, "main-1-2"))
    assert ask(anybody, path, tag)[0] == 200


def test_a_sheet_is_sent_again_after_its_own_lines_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4)
    path = f"/matches/{first_match(event)}/part/"
    _, tag = ask(anybody, path)
    write(pairing(event, "main-1-2"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 304
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert ask(anybody, path, tag)[0] == 200


def test_a_part_is_read_once_for_everybody(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/now/"
    first = html_of(anybody.get(path))
    with django_assert_max_num_queries(3):
        assert html_of(Client(headers={"accept-language": "en"}).get(path)) == first


def test_a_search_puts_its_own_above_what_all_see(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=16, tables=8)
    shared = html_of(anybody.get(f"/events/{event.pk}/now/")).removeprefix(ELEMENT)
    found = html_of(anybody.get(f"/events/{event.pk}/now/?q=Zoffoli1"))
    assert found.endswith(shared)
    assert "tcard mine" in found.removesuffix(shared)
    other = html_of(anybody.get(f"/events/{event.pk}/now/?q=Zoffoli2"))
    assert other.endswith(shared)
    assert other != found


ELEMENT = '<div id="live" class="live-part">'


def test_a_part_is_in_the_language_of_its_reader(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/events/{event.pk}/rounds/part/"
    _, english = ask(anybody, path)
    status, italian = ask(anybody, path, english, language="it")
    assert (status, italian == english) == (200, False)
    assert "Semifinali" in text_of(anybody.get(path, headers={"accept-language": "it"}))


def test_a_part_stands_on_its_page_as_it_is_sent_alone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    for page, part in (("", "now/"), ("rounds/", "rounds/part/"), ("places/", "places/part/")):
        alone = html_of(anybody.get(f"/events/{event.pk}/{part}"))
        assert alone.startswith(ELEMENT)
        assert alone in html_of(anybody.get(f"/events/{event.pk}/{page}"))


HIDDEN = (*PARTS, "places/part/", "", "rounds/", "bracket/", "places/", "screen/")


@pytest.mark.parametrize("path", HIDDEN)
def test_what_is_hidden_is_hidden_in_part_too(
    anybody: Client, desk: Client, club: Club, path: str
) -> None:
    event = make_event(club=club, visibility=Event.Visibility.CLUB)
    assert desk.get(f"/events/{event.pk}/{path}").status_code == 200
    assert anybody.get(f"/events/{event.pk}/{path}").status_code == 404


def test_the_part_of_a_hidden_sheet_is_hidden(anybody: Client, desk: Client, club: Club) -> None:
    path = f"/matches/{first_match(make_event(club=club, visibility='CLUB'))}/part/"
    assert desk.get(path).status_code == 200
    assert anybody.get(path).status_code == 404


def test_an_event_that_is_hidden_later_is_not_shown_from_what_is_kept(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    _, tag = ask(anybody, f"/events/{event.pk}/now/")
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.CLUB)
    answer = anybody.get(f"/events/{event.pk}/now/", headers={"if-none-match": tag})
    assert answer.status_code == 404
