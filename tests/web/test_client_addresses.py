"""Whom a request comes from, and whom wrong passwords keep out."""

from typing import Any

import pytest
from django.test import Client, RequestFactory

from accounts.addresses import read_client_address
from accounts.models import User
from tests.factories import PASSWORD, make_event
from tests.web.pages import text_of
from tournaments.models import Club

PROXY, HERE, ELSEWHERE = "10.0.0.1", "198.51.100.7", "203.0.113.9"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, PROXY),
        (0, HERE, PROXY),
        (1, None, PROXY),
        (1, HERE, HERE),
        (1, f"{ELSEWHERE}, {HERE}", HERE),
        (2, f"{ELSEWHERE}, {HERE}, {PROXY}", HERE),
        (2, HERE, PROXY),
        (1, f"{HERE}:4711", HERE),
        (1, "[2001:db8::7]:4711", "2001:db8::7"),
        (1, "unknown", PROXY),
        (1, f"{HERE},", PROXY),
    ],
)
def test_only_what_trusted_proxies_have_written_is_believed(
    rf: RequestFactory, settings: Any, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert read_client_address(rf.get("/", REMOTE_ADDR=PROXY, headers=headers)) == expected


def sign_in(address: str, owner: User, password: str) -> Any:
    """From a client behind one proxy."""
    form = {"login": owner.email, "password": password}
    headers = {"X-Forwarded-For": address, "Accept-Language": "en"}
    return Client().post("/accounts/login/", form, REMOTE_ADDR=PROXY, headers=headers)


def test_wrong_passwords_lock_nobody_out_who_is_elsewhere(settings: Any, owner: User) -> None:
    settings.TRUSTED_PROXIES = 1
    for _try in range(12):
        assert sign_in(HERE, owner, "wrong").status_code == 200
    refused = sign_in(HERE, owner, PASSWORD)
    assert refused.status_code == 200
    assert "Too many failed" in text_of(refused)
    assert sign_in(ELSEWHERE, owner, PASSWORD).status_code == 302


def test_without_trusted_proxies_a_header_lets_nobody_try_again(settings: Any, owner: User) -> None:
    settings.TRUSTED_PROXIES = 0
    for number in range(5):
        sign_in(f"198.51.100.{number}", owner, "wrong")
    assert "Too many failed" in text_of(sign_in(ELSEWHERE, owner, PASSWORD))


def test_who_asks_too_often_is_told_when_to_come_back(owner: User) -> None:
    for _try in range(31):
        answer = sign_in(HERE, owner, "wrong")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    assert "Wait 1 minute, then try again." in text_of(answer)


def ask_for_password(address: str, owner: User) -> int:
    """From a client behind one proxy: the status of the answer."""
    headers = {"X-Forwarded-For": address}
    form = {"email": owner.email}
    answer = Client().post("/accounts/password/reset/", form, REMOTE_ADDR=PROXY, headers=headers)
    return int(answer.status_code)


def test_a_stranger_cannot_keep_an_owner_from_resetting_a_password(
    settings: Any, owner: User
) -> None:
    settings.TRUSTED_PROXIES = 1
    assert [ask_for_password(HERE, owner) for _try in range(6)] == [302] * 5 + [429]
    assert ask_for_password(ELSEWHERE, owner) == 302


def test_wrong_passwords_stay_counted_however_many_answers_are_kept(
    anybody: Client, owner: User, club: Club
) -> None:
    for _try in range(6):
        sign_in(PROXY, owner, "wrong")
    event = make_event(club=club)
    # Each address keeps an answer of its own, more of them than the cache has room for.
    for number in range(400):
        since = f"2026-01-01T00:00:00.{number:06d}Z"
        path = f"/api/v1/events/{event.pk}/entries/"
        assert anybody.get(path, {"updated_since": since}).status_code == 200
    assert "Too many failed" in text_of(sign_in(PROXY, owner, PASSWORD))
