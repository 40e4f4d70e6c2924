"""Events without a bracket: no page leads to one, and no form asks about it."""

import pytest
from django.test import Client

from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, text_of
from tests.web.test_large_event import list_every_page
from tournaments.models import Club

ASKED = "After a double forfeit in a knock-out"


@pytest.mark.parametrize(
    ("format_name", "has_bracket"),
    [("danese", False), ("groups", False), ("single_elimination", True)],
)
def test_only_an_event_with_a_bracket_leads_to_one(
    desk: Client, club: Club, format_name: str, *, has_bracket: bool
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, format=format_name)
    match = first_match(event)
    bracket = f"/events/{event.pk}/bracket/"
    for address in (f"/desk/events/{event.pk}/tables/", f"/events/{event.pk}/"):
        assert (bracket in html_of(desk.get(address))) == has_bracket, address
    crumbs = html_of(desk.get(f"/matches/{match}/"))
    assert (bracket in crumbs) == has_bracket
    assert (f"/events/{event.pk}/rounds/" in crumbs) != has_bracket


def test_every_page_of_the_matches_leads_to_the_bracket(desk: Client, club: Club) -> None:
    """Whether there is one is read together with the event, and each page reads its own."""
    event = make_event(club=club, pairs=4, match_format=QUICK, format="single_elimination")
    beside = f'href="/desk/events/{event.pk}/questions/"'
    leading: list[str] = []
    others: list[str] = []
    for name, address in list_every_page(event):
        answer = desk.get(address)
        page = "" if answer.streaming else answer.content.decode(errors="replace")
        if 'class="filters pages"' in page and beside in page:
            is_leading = f'href="/desk/events/{event.pk}/bracket/"' in page
            (leading if is_leading else others).append(name)
    assert len(leading) > 10
    assert others == []


@pytest.mark.parametrize(
    ("format_name", "is_asked"), [("danese", False), ("single_elimination", True)]
)
def test_only_a_knock_out_asks_who_takes_the_place_after_a_double_forfeit(
    desk: Client, club: Club, format_name: str, *, is_asked: bool
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, format=format_name)
    page = text_of(desk.get(f"/desk/matches/{first_match(event)}/?act=forfeit"))
    assert (ASKED in page) == is_asked
