"""The tokens of programs: made, shown once, revoked."""

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.actors import EVERYWHERE, TokenScope
from accounts.models import Token, User
from tests.factories import make_event, make_user
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club
from web.desk.tokens import choose_expiry

SECRET = re.compile(r'<code class="long-code">(\w+)</code>')


def send(desk: Client, **form: str) -> Any:
    return desk.post(
        "/desk/tokens/", {"key": str(uuid4()), "lasts": "365", "access": "READ", **form}
    )


def make(desk: Client, **form: str) -> str:
    found = SECRET.search(html_of(send(desk, **form)))
    assert found is not None
    return found.group(1)


def test_a_token_is_told_once_and_works(desk: Client) -> None:
    secret = make(desk, name="Sito del circolo")
    page = desk.get("/desk/tokens/")
    assert "Sito del circolo" in text_of(page)
    assert secret not in html_of(page)
    answer = Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert answer.status_code == 200


def test_a_token_may_what_was_chosen_and_reading_is_proposed(desk: Client, owner: User) -> None:
    proposed = re.search(
        r'<input[^>]*name="access"[^>]*checked', html_of(desk.get("/desk/tokens/"))
    )
    assert proposed is not None
    assert 'value="READ"' in proposed.group()
    words = {"READ": "only reads", "SCORE": "reads and scores", "ORGANIZE": "scores and organizes"}
    for access in words:
        make(desk, name=access, access=access)
    tokens = Token.objects.filter(user=owner)
    assert {(token.name, token.access) for token in tokens} == {(each, each) for each in words}
    page = text_of(desk.get("/desk/tokens/"))
    assert [word for word in words.values() if word not in page] == []


@pytest.mark.parametrize("access", ["", "WRITE", "read"])
def test_a_token_for_nothing_that_is_known_is_not_made(desk: Client, access: str) -> None:
    assert send(desk, name="Sito", access=access).status_code == 422
    assert not Token.objects.exists()


def test_a_token_without_a_name_is_not_made(desk: Client) -> None:
    assert send(desk, name=" ").status_code == 422
    assert not Token.objects.exists()


def test_a_revoked_token_is_refused_at_once(desk: Client) -> None:
    secret = make(desk, name="Sito")
    desk.post(f"/desk/tokens/{Token.objects.get().token_key}/revoke/")
    answer = Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert answer.status_code == 401


def test_revoking_asks_first_and_says_what_ends(desk: Client) -> None:
    secret = make(desk, name="Sito", access="SCORE")
    token = Token.objects.get()
    path = f"/desk/tokens/{token.token_key}/revoke/"
    assert f'href="{path}"' in html_of(desk.get("/desk/tokens/"))
    page = desk.get(path)
    for words in ("Revoke the token “Sito”?", "cannot be undone", "reads and scores", "never used"):
        assert words in text_of(page)
    assert secret not in html_of(page)
    token.refresh_from_db()
    assert token.revoked_at is None, "the question changes nothing"
    assert "The token is revoked." in text_of(desk.post(path, follow=True))
    assert desk.get(path).status_code == 302, "there is nothing left to ask"


def test_nobody_is_asked_about_the_token_of_another(desk: Client) -> None:
    make(desk, name="Sito")
    path = f"/desk/tokens/{Token.objects.get().token_key}/revoke/"
    assert signed_in(make_user()).get(path).status_code == 404


def test_nobody_revokes_the_token_of_another(desk: Client) -> None:
    make(desk, name="Sito")
    signed_in(make_user()).post(f"/desk/tokens/{Token.objects.get().token_key}/revoke/")
    assert Token.objects.get().revoked_at is None


def test_a_form_sent_twice_makes_one_token_and_tells_it_twice(desk: Client) -> None:
    key = str(uuid4())
    assert make(desk, name="Sito", key=key) == make(desk, name="Sito", key=key)
    assert Token.objects.count() == 1


def test_an_old_form_tells_nothing_and_brings_nothing_back(desk: Client) -> None:
    key = str(uuid4())
    secret = make(desk, name="Sito", key=key)
    Token.objects.update(created=timezone.now() - timedelta(minutes=6))
    again = send(desk, name="Sito", key=key)
    assert secret not in html_of(again)
    assert "exists already" in text_of(again)
    Token.objects.update(created=timezone.now(), revoked_at=timezone.now())
    assert secret not in html_of(send(desk, name="Sito", key=key))
    answer = Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert answer.status_code == 401


@pytest.mark.parametrize(("lasts", "days"), [("30", 30), ("365", 365), ("never", None)])
def test_a_token_is_good_for_as_long_as_was_asked(
    desk: Client, lasts: str, days: int | None
) -> None:
    began = timezone.now()
    make(desk, name="Sito", lasts=lasts)
    token = Token.objects.get()
    if days is None:
        assert token.expiry is None
        assert "valid until it is revoked" in text_of(desk.get("/desk/tokens/"))
    else:
        assert timedelta() <= token.expiry - began - timedelta(days=days) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("made", "ends"),
    [
        ("2026-12-13T20:00", "2026-12-14T06:00"),
        ("2026-12-14T02:00", "2026-12-14T06:00"),
        ("2026-12-14T06:00", "2026-12-15T06:00"),
        ("2027-03-27T20:00", "2027-03-28T06:00"),
    ],
    ids=["in the evening", "after midnight", "in the morning", "when the clocks change"],
)
def test_tonight_ends_in_the_morning(made: str, ends: str) -> None:
    now, expected = (
        datetime.fromisoformat(each).replace(tzinfo=ZoneInfo("Europe/Rome"))
        for each in (made, ends)
    )
    assert choose_expiry("tonight", now) == expected


def test_a_token_for_tonight_says_until_when(desk: Client) -> None:
    make(desk, name="Segnapunti", lasts="tonight")
    expiry = Token.objects.get().expiry
    assert timedelta() < expiry - timezone.now() <= timedelta(days=1, hours=1)
    assert "at 06:00" in text_of(desk.get("/desk/tokens/"))


def test_a_year_is_what_the_form_proposes(desk: Client) -> None:
    assert '<option value="365" selected>' in html_of(desk.get("/desk/tokens/"))


def test_an_expired_token_says_so(desk: Client) -> None:
    make(desk, name="Sito")
    Token.objects.update(expiry=timezone.now())
    assert "expired" in text_of(desk.get("/desk/tokens/"))


def test_a_token_is_bound_to_a_club_or_to_one_of_its_events(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    for scope in (f"club:{club.pk}", f"event:{event.pk}", ""):
        make(desk, name=scope or "ovunque", scope=scope)
    assert {token.name: token.scope for token in Token.objects.all()} == {
        "ovunque": EVERYWHERE,
        f"club:{club.pk}": TokenScope(club_id=club.pk),
        f"event:{event.pk}": TokenScope(event_id=event.pk),
    }
    page = text_of(desk.get("/desk/tokens/"))
    assert f"only reads · The whole club: {club.name}" in page
    assert f"only reads · {event.name}, 13 December 2026" in page
    assert "only reads · wherever you work" in page


def test_a_token_cannot_be_bound_to_what_is_not_ones_own(desk: Client) -> None:
    event = make_event(pairs=2)
    for scope in (f"event:{event.pk}", f"club:{event.club_id}", "hall", "club:x"):
        assert send(desk, name="Sito", scope=scope).status_code == 422
    assert not Token.objects.exists()


def test_the_last_use_is_told(desk: Client) -> None:
    secret = make(desk, name="Sito")
    assert "never used yet" in text_of(desk.get("/desk/tokens/"))
    Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert "used last on" in text_of(desk.get("/desk/tokens/"))


def test_the_page_that_tells_a_secret_is_kept_nowhere(desk: Client) -> None:
    assert "no-store" in send(desk, name="Sito")["Cache-Control"]


def test_the_page_costs_the_same_for_many_tokens(
    desk: Client, django_assert_num_queries: Any
) -> None:
    for number in range(5):
        make(desk, name=f"Programma {number}")
    with django_assert_num_queries(5):
        desk.get("/desk/tokens/")
