"""What a page says when something is wrong."""

import pytest
from django.test import Client, RequestFactory

from tests.factories import make_event, make_member
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club
from web.errors import server_error


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_page_that_is_not_there_leads_to_the_events(language: str) -> None:
    page = Client(headers={"accept-language": language}).get("/nessuno/")
    said = {"it": "Questa pagina non c’è.", "en": "This page is not here."}
    assert page.status_code == 404
    assert said[language] in text_of(page)


@pytest.mark.django_db
def test_an_event_nobody_may_see_looks_like_none(anybody: Client) -> None:
    page = anybody.get("/events/00000000-0000-0000-0000-000000000000/")
    assert page.status_code == 404
    assert "There is nothing here, or you may not see it" in text_of(page)


def test_who_may_not_do_something_is_told_who_may(club: Club) -> None:
    event = make_event(club=club, running=False)
    referee = signed_in(make_member(club, "REFEREE"))
    page = referee.post(f"/desk/events/{event.pk}/start/")
    assert page.status_code == 403
    assert "You do not have the right to do this." in text_of(page)
    assert "or ask the club’s owner" in text_of(page)


@pytest.mark.django_db
def test_a_form_open_too_long_says_what_to_do() -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    page = client.post("/accounts/login/", {"login": "a@b.it", "password": "x"})
    assert page.status_code == 403
    assert "open too long" in text_of(page)


def test_a_fault_of_ours_needs_neither_session_nor_database() -> None:
    page = server_error(RequestFactory().get("/"))
    assert page.status_code == 500
    assert 'class="brand"' in html_of(page)


@pytest.mark.django_db
def test_a_request_that_cannot_be_read_is_400(anybody: Client) -> None:
    page = anybody.post("/accounts/login/", {"login": "x" * 2_000_000})
    assert page.status_code == 400
    assert "cannot read" in text_of(page)


@pytest.mark.parametrize(
    ("before", "offered"),
    [("http://testserver/desk/", True), ("https://elsewhere.example/", False), ("", False)],
)
def test_a_refusal_leads_back_to_a_page_of_ours_alone(
    desk: Client, club: Club, before: str, offered: bool
) -> None:
    event = make_event(club=club, drawn=False)
    page = desk.post(f"/desk/events/{event.pk}/start/", headers={"referer": before})
    assert page.status_code == 409
    assert ("Back to the page before" in text_of(page)) is offered
