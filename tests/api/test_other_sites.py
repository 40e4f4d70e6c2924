"""All sites may read, without credentials; those that the installation names also write."""

from typing import Any

import pytest
from django.test import Client

from accounts.actors import TokenAccess
from accounts.services import make_token
from config.environment import read_environment
from tests.api.client import Phone, Program
from tests.factories import first_match, make_event, make_member
from tests.tournaments.steps import pairing
from tournaments.models import Club, Event, TableCode

OTHER, ALLOWED = "https://giornale.example", "https://segnapunti.example"
FROM = {"origin": OTHER}
EXPOSED = {"ETag", "Location", "Link", "Retry-After", "RateLimit-Remaining"}


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = [ALLOWED]


def list_of(answer: Any, header: str) -> set[str]:
    return set(filter(None, answer.get(header, "").split(", ")))


def ask_first(path: str, *, origin: str, method: str, headers: str = "authorization") -> Any:
    """A preflight request, as browsers send it."""
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": headers,
    }
    return Client().options(path, headers=asked)


def test_a_read_is_open_to_any_site(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    for path in ("events/", f"events/{event.pk}/standings/", "events/x/", "matches/9/"):
        answer = anybody.get(path, **FROM)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "origin" not in answer.get("Vary", "").lower(), "one copy is for all sites"


def test_a_copy_that_is_still_good_is_open_too(club: Club, anybody: Program) -> None:
    path = f"events/{make_event(club=club, pairs=2).pk}/standings/"
    tag = anybody.get(path)["ETag"]
    answer = anybody.get(path, if_none_match=tag, **FROM)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (304, "*")
    exposed = list_of(answer, "Access-Control-Expose-Headers")
    assert exposed >= EXPOSED
    assert not exposed & {"RateLimit", "RateLimit-Policy"}, "they are never sent"


def test_a_write_is_open_to_no_other_site(club: Club, organizer: Program) -> None:
    match = first_match(make_event(club=club, pairs=2))
    answer = organizer.post(
        f"matches/{match}/lines/",
        {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        idempotency_key="key-1",
        **FROM,
    )
    assert "Access-Control-Allow-Origin" not in answer


def test_an_allowed_site_scores_with_a_token(club: Club) -> None:
    match = first_match(make_event(club=club, pairs=2))
    path = f"/api/v1/matches/{match}/lines/"
    headers = "authorization, content-type, idempotency-key"
    preflight = ask_first(path, origin=ALLOWED, method="POST", headers=headers)
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Origin"] == ALLOWED
    assert "POST" in list_of(preflight, "Access-Control-Allow-Methods")
    assert list_of(preflight, "Access-Control-Allow-Headers") >= set(headers.split(", "))
    assert "Access-Control-Allow-Credentials" not in preflight
    assert "origin" in preflight["Vary"].lower()
    _token, secret = make_token(
        user=make_member(club), name="elsewhere", access=TokenAccess.ORGANIZE
    )
    answer = Client().post(
        path,
        {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        content_type="application/json",
        headers={"Origin": ALLOWED, "Authorization": f"Token {secret}", "Idempotency-Key": "k"},
    )
    assert answer.status_code in (200, 201), answer.content
    assert answer["Access-Control-Allow-Origin"] == ALLOWED
    assert list_of(answer, "Access-Control-Expose-Headers") >= EXPOSED
    assert "Access-Control-Allow-Credentials" not in answer


def test_an_allowed_site_scores_as_a_phone_at_a_table(event: Event, codes: list[TableCode]) -> None:
    origin = {"origin": ALLOWED}
    assert ask_first("/api/v1/devices/", origin=ALLOWED, method="POST")[
        "Access-Control-Allow-Origin"
    ]
    phone = Phone(codes[0].code)
    match = pairing(event, "main-1-1").match_id
    body = {"kind": "hand", "data": {"points": [7, None]}, "version": 0}
    answer = phone.post(f"matches/{match}/lines/", body, idempotency_key="k", **origin)
    assert answer["Access-Control-Allow-Origin"] == ALLOWED


def test_a_refusal_can_be_read_by_an_allowed_site(club: Club) -> None:
    match = first_match(make_event(club=club, pairs=2))
    answer = Client().post(f"/api/v1/matches/{match}/lines/", headers={"Origin": ALLOWED})
    assert answer.status_code >= 400
    assert answer["Access-Control-Allow-Origin"] == ALLOWED


@pytest.mark.django_db
def test_a_browser_that_asks_first_is_told_what_it_may() -> None:
    answer = ask_first("/api/v1/events/", origin=OTHER, method="GET", headers="if-none-match")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert answer["Access-Control-Allow-Headers"] == "If-None-Match"
    assert int(answer["Access-Control-Max-Age"]) > 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "origin",
    [
        OTHER,
        "http://segnapunti.example",
        "https://segnapunti.example:8443",
        "https://segnapunti.example.evil.example",
        "https://evil-segnapunti.example",
        "null",
        "https://[",
        "",
    ],
)
def test_origins_that_only_look_allowed_are_not(origin: str) -> None:
    answer = ask_first("/api/v1/events/", origin=origin, method="POST")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()


@pytest.mark.django_db
def test_pages_are_for_no_other_site() -> None:
    for method in ("get", "options"):
        answer = getattr(Client(), method)("/", headers={"Origin": ALLOWED})
        assert "Access-Control-Allow-Origin" not in answer


def test_origins_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORS_ORIGINS", f"{ALLOWED},http://localhost:5173")
    assert read_environment().cors_origins == [ALLOWED, "http://localhost:5173"]


@pytest.mark.parametrize(
    "origin", ["segnapunti.example", "https://segnapunti.example/", "*", "null", "ftp://a.example"]
)
def test_what_is_no_origin_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    from django.core.exceptions import ImproperlyConfigured

    monkeypatch.setenv("CORS_ORIGINS", origin)
    with pytest.raises(ImproperlyConfigured, match="CORS_ORIGINS"):
        read_environment()
