"""Who comes in, and who does not."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tasks import forget as forget_sessions
from tests.factories import PASSWORD, make_event, make_member
from tests.web.pages import text_of
from tournaments.models import Club, Role


def test_the_owner_of_a_new_club_signs_in_and_creates_its_first_event(
    anybody: Client, owner: User, club: Club
) -> None:
    response = anybody.post(
        "/accounts/login/", {"login": owner.email, "password": PASSWORD}, follow=True
    )
    assert response.redirect_chain == [(f"/desk/clubs/{club.slug}/new/", 302)]
    assert "No event yet" in text_of(anybody.get("/desk/"))


def test_an_owner_with_events_signs_in_and_sees_them(
    anybody: Client, owner: User, club: Club
) -> None:
    make_event(club=club, drawn=False)
    login = {"login": owner.email, "password": PASSWORD}
    response = anybody.post("/accounts/login/", login, follow=True)
    assert response.redirect_chain == [("/desk/", 302)]


def test_a_referee_of_a_new_club_signs_in_and_sees_the_events(anybody: Client, club: Club) -> None:
    login = {"login": make_member(club, Role.Kind.REFEREE).email, "password": PASSWORD}
    response = anybody.post("/accounts/login/", login, follow=True)
    assert response.redirect_chain == [("/desk/", 302)]


def test_a_wrong_password_keeps_the_address_on_the_form(anybody: Client, owner: User) -> None:
    response = anybody.post("/accounts/login/", {"login": owner.email, "password": "no"})
    assert response.status_code == 200
    assert f'value="{owner.email}"' in response.content.decode()
    assert 'role="alert"' in response.content.decode()


@pytest.mark.django_db
def test_nobody_makes_an_account_by_himself(anybody: Client) -> None:
    form = {"email": "a@example.com", "password1": PASSWORD}
    anybody.post("/accounts/signup/", form)
    assert not User.objects.exists()


def test_signing_out_is_asked_for_and_leads_to_the_board(desk: Client) -> None:
    assert "Stay here" in text_of(desk.get("/accounts/logout/"))
    assert desk.post("/accounts/logout/", follow=True).redirect_chain == [("/", 302)]
    assert desk.get("/desk/").status_code == 302


@pytest.mark.parametrize(
    "page",
    ["", "entries/", "draw/", "draw/progress/", "bracket/", "places/"],
)
def test_every_page_of_the_desk_asks_who_one_is(anybody: Client, club: Club, page: str) -> None:
    event = make_event(club=club)
    address = f"/desk/events/{event.pk}/{page}"
    response = anybody.get(address)
    assert (response.status_code, response["Location"]) == (
        302,
        f"/accounts/login/?next={address}",
    )


@pytest.mark.parametrize("page", ["/accounts/password/reset/", "/accounts/password/change/"])
def test_the_pages_about_passwords_stand_in_our_house(desk: Client, page: str) -> None:
    assert 'class="brand"' in desk.get(page).content.decode()


def test_only_an_address_with_an_account_gets_a_mail(
    anybody: Client, owner: User, mailoutbox: list[EmailMessage]
) -> None:
    """Nobody can sign up, so nobody is invited to; and the page does not tell which it was."""
    form = "/accounts/password/reset/"
    unknown = anybody.post(form, {"email": "nobody@example.com"}, follow=True)
    assert mailoutbox == []
    known = anybody.post(form, {"email": owner.email}, follow=True)
    assert [mail.to for mail in mailoutbox] == [[owner.email]]
    assert text_of(known) == text_of(unknown)


@pytest.mark.parametrize(
    ("language", "subject", "begin", "chosen"),
    [
        ("it", "Una nuova password per La Bella", "Qualcuno, probabilmente tu,", "Una nuova"),
        ("en", "Another password for La Bella", "Somebody, probably you,", "Another password"),
    ],
)
def test_a_forgotten_password_is_replaced_by_mail(
    anybody: Client,
    owner: User,
    mailoutbox: list[EmailMessage],
    language: str,
    subject: str,
    begin: str,
    chosen: str,
) -> None:
    headers = {"Accept-Language": language}
    anybody.post("/accounts/password/reset/", {"email": owner.email}, headers=headers)
    mail = mailoutbox[0]
    assert mail.subject == subject
    assert str(mail.body).startswith(begin)
    link = re.search(r"http://testserver(\S+)", str(mail.body))
    assert link is not None
    page = anybody.get(link[1], headers=headers, follow=True)
    assert chosen in text_of(page)
    path = page.request["PATH_INFO"]
    words = {"password1": "briscola-e-tressette", "password2": "briscola-e-tressette"}
    anybody.post(path, words, headers=headers)
    assert User.objects.get(pk=owner.pk).check_password("briscola-e-tressette")
    # A link is good once.
    again = text_of(anybody.get(link[1], headers={"Accept-Language": "en"}, follow=True))
    assert "This link cannot be used any more" in again


def test_the_page_for_new_accounts_says_where_they_come_from(anybody: Client) -> None:
    assert "Accounts come by invitation" in text_of(anybody.get("/accounts/signup/"))


def test_a_page_uses_of_a_browser_only_what_it_needs(anybody: Client, club: Club) -> None:
    policy = anybody.get("/")["Permissions-Policy"]
    assert "camera=(self)" in policy
    assert "microphone=()" in policy


def test_an_expired_session_is_deleted_and_the_others_stay(owner: User) -> None:
    of_weeks_ago, of_today = Client(), Client()
    login = {"login": owner.email, "password": PASSWORD}
    now = timezone.now()
    with time_machine.travel(now - timedelta(days=20), tick=False):
        of_weeks_ago.post("/accounts/login/", login)
    of_today.post("/accounts/login/", login)
    assert Session.objects.count() == 2
    forget_sessions()
    assert Session.objects.count() == 1
    assert of_today.get("/desk/").status_code == 200
