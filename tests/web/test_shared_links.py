"""What messengers show of a link: the tags of Open Graph and the picture, of public events only."""

import re
import struct
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from printing.pictures import SharedPicture, render_picture
from tests.factories import make_event
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of
from tournaments.models import Club, Event, Pairing
from web.board.pictures import build_picture

pytestmark = pytest.mark.django_db

TAG = re.compile(r'<meta property="og:([\w:]+)" content="([^"]*)">')
PNG = b"\x89PNG\r\n\x1a\n"


def tags_of(response: Any) -> dict[str, str]:
    return {name: unescape(value) for name, value in TAG.findall(html_of(response))}


def picture_of(event: Event) -> str:
    return f"/events/{event.pk}/picture.png"


def size_of(png: bytes) -> tuple[int, ...]:
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2, match_format=QUICK)


@pytest.mark.parametrize("page", ["", "bracket/", "places/", "regulation/", "draws/"])
def test_every_public_page_of_an_event_tells_what_it_is(
    anybody: Client, event: Event, page: str
) -> None:
    tags = tags_of(anybody.get(f"/events/{event.pk}/{page}"))
    assert tags["title"] == "Maraffa di Santa Lucia"
    assert tags["description"] == "Sunday 13 December 2026. Circolo del Savio. Under way"
    assert tags["url"] == f"http://testserver/events/{event.pk}/"
    assert tags["image"] == f"http://testserver{picture_of(event)}?lang=en&v={event.version}"
    assert (tags["image:width"], tags["image:height"]) == ("1200", "630")


@pytest.mark.parametrize("visibility", ["LINK", "CLUB"])
def test_of_other_events_nothing_is_told(
    anybody: Client, desk: Client, event: Event, visibility: str
) -> None:
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    for client in (anybody, desk):
        assert client.get(picture_of(event)).status_code == 404
    # Who is shown the page: the link's readers, or the club.
    reader = anybody if visibility == "LINK" else desk
    page = reader.get(f"/events/{event.pk}/")
    assert tags_of(page) == {"site_name": "La Bella", "title": "La Bella"}
    assert '<meta name="robots" content="noindex">' in html_of(page)


def test_a_picture_that_is_kept_is_not_given_once_the_event_is_hidden(
    anybody: Client, event: Event
) -> None:
    first = anybody.get(picture_of(event))
    assert first.status_code == 200
    Event.objects.filter(pk=event.pk).update(visibility="CLUB")
    again = anybody.get(picture_of(event), headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 404


def test_a_picture_has_the_size_that_networks_show(anybody: Client, event: Event) -> None:
    answer = anybody.get(picture_of(event))
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert not answer.cookies
    assert size_of(answer.content) == (1200, 630)


def test_a_picture_is_made_once_for_each_version_and_language(
    anybody: Client, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = anybody.get(picture_of(event))
    known = {"if-none-match": first.headers["ETag"]}
    with django_assert_num_queries(1):
        assert anybody.get(picture_of(event)).content == first.content
    with django_assert_num_queries(1):
        assert anybody.get(picture_of(event), headers=known).status_code == 304
    assert anybody.get(picture_of(event) + "?lang=it").headers["ETag"] != first.headers["ETag"]
    win(event.pairings.filter(state=Pairing.State.CALLED)[0])
    assert anybody.get(picture_of(event), headers=known).status_code == 200


@pytest.fixture
def in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.mark.usefixtures("in_english")
def test_a_picture_tells_the_standings_where_there_are_numbers(club: Club) -> None:
    event = make_event(
        club=club, pairs=4, tables=2, match_format=QUICK, format="round_robin", options={}
    )
    win(event.pairings.filter(state=Pairing.State.CALLED)[0])
    picture = build_picture(event)
    assert picture.heading == "Standings so far"
    assert len(picture.rows) == 4
    assert picture.rows[0].place == "1"


@pytest.mark.usefixtures("in_english")
def test_a_picture_of_a_bracket_tells_the_round(event: Event) -> None:
    picture = build_picture(event)
    assert (picture.heading, picture.rows) == ("Semifinals", ())


@pytest.mark.usefixtures("in_english")
def test_a_picture_before_the_draw_tells_date_and_club(club: Club) -> None:
    picture = build_picture(make_event(club=club, drawn=False))
    assert picture == SharedPicture(
        name="Maraffa di Santa Lucia",
        club="Circolo del Savio",
        about="Sunday 13 December 2026",
        state="Open for entries",
        language="en",
    )


@pytest.mark.parametrize(
    "name",
    [
        '#set page(height: 3pt)\n#read("/etc/passwd")',
        "$x^2$ *a* _b_ `c` \\ <l> @r //",
        "W" * 120,
        "\u202e🃏 漢字 \u0000",
        '"}]',
        "a",
    ],
)
def test_a_hostile_name_is_text_and_stays_in_the_picture(name: str) -> None:
    assert size_of(render_picture(SharedPicture(name, name, name, name, name))) == (1200, 630)


def test_a_hostile_name_does_not_leave_its_tag(anybody: Client, club: Club) -> None:
    event = make_event(club=club, name='"><script>alert(1)</script>')
    page = anybody.get(f"/events/{event.pk}/")
    assert "<script>alert" not in html_of(page)
    assert tags_of(page)["title"] == event.name
