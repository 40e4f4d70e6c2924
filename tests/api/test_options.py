"""HEAD and OPTIONS, on every address there is."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, resolve

from api.urls import resources
from tests.api.client import PARAMETER, WRITES, Program, find_methods, refused
from tests.factories import make_event
from tournaments.models import Club

MADE_UP = {"uuid": str(uuid4()), "id": "7", "slug": "marafon"}
KINDS = re.compile(r"<(\w+):\w+>")
ROUTES = [route for route in resources if route.name]


def address(route: URLPattern) -> str:
    return "/api/v1/" + KINDS.sub(lambda found: MADE_UP[found.group(1)], str(route.pattern))


def allowed(answer: Any) -> set[str]:
    return set(answer["Allow"].split(", "))


def methods_of(route: URLPattern) -> set[str]:
    return find_methods(resolve(address(route)).func)


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_address_says_what_it_takes_and_nothing_else(client: Client, route: Any) -> None:
    answer = client.options(address(route))
    takes = methods_of(route)
    reads = {"HEAD"} if "GET" in takes else set()
    assert (answer.status_code, answer.content) == (204, b"")
    assert allowed(answer) == takes | reads | {"OPTIONS"}


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_browser_may_read_from_another_site_and_never_write(client: Client, route: Any) -> None:
    if route.name == "docs":
        return
    asked = {"Origin": "https://giornale.example", "Access-Control-Request-Method": "POST"}
    answer = client.options(address(route), headers=asked)
    told = answer.get("Access-Control-Allow-Methods", "")
    assert told == ("GET, HEAD" if "GET" in allowed(answer) else "")
    assert not WRITES & set(told.split(", "))
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.django_db
def test_an_address_that_is_not_there_takes_nothing(client: Client) -> None:
    refused(client.options("/api/v1/nothing/"), 404, "not_found")


def test_head_is_get_without_the_content(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    pairing = event.pairings.get()
    known = {"event_id": event.pk, "match_id": pairing.match_id, "pairing_id": pairing.pk}
    for path in ("", "events/", "events/<:event_id>/standings/", "matches/<:match_id>/lines/"):
        full = "/api/v1/" + re.sub(r"<:(\w+)>", lambda found: str(known[found.group(1)]), path)
        told, asked = anybody.client.get(full), anybody.client.head(full)
        assert (asked.status_code, asked.content) == (200, b"")
        same = ("Content-Type", "Content-Length", "ETag", "Access-Control-Allow-Origin", "Vary")
        assert [asked.get(name) for name in same] == [told.get(name) for name in same], path
    etag = anybody.client.get(full)["ETag"]
    assert anybody.client.head(full, headers={"If-None-Match": etag}).status_code == 304


def test_every_parameter_of_an_address_is_known_to_this_test() -> None:
    routes = [str(route.pattern) for route in ROUTES]
    assert {kind for route in routes for kind in KINDS.findall(route)} <= set(MADE_UP)
    assert all(PARAMETER.search(route) is None or KINDS.search(route) for route in routes)
