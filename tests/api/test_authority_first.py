"""Missing permission is reported before any fault of the body."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern

from tests.api.client import find_methods
from tests.factories import first_match, make_event, make_member, make_user
from tests.tournaments.steps import pairing
from tournaments.models import Event

pytestmark = pytest.mark.django_db
BROKEN = "{"
METHODS = ("post", "put", "patch")
OF_PHONES = ("devices/", "device/", "device/referee/")
"""A phone comes in by the code in its body, and writes for itself alone."""
FOR_A_CLUB = ("post events/", "post venues/")
"""Their club is in the body."""


def addresses(event: Event) -> Iterator[tuple[str, Any]]:
    """Every address of the API that has its row in the event, with its view."""
    stage = event.stages.get()
    ids = {
        "event_id": str(event.pk),
        "stage_id": str(stage.pk),
        "entry_id": str(event.entries.earliest("pk").pk),
        "pairing_id": str(pairing(event, "main-1-1").pk),
        "round_id": str(pairing(event, "main-1-1").round_id),
        "match_id": str(first_match(event)),
        "draw_id": str(stage.draws.earliest("pk").pk),
        "group_number": "1",
    }
    for pattern in get_resolver("api.urls").url_patterns:
        for each in getattr(pattern, "url_patterns", [pattern]):
            assert isinstance(each, URLPattern)
            path = str(each.pattern)
            for name, value in ids.items():
                for converter in ("uuid", "id", "int"):
                    path = path.replace(f"<{converter}:{name}>", value)
            if "<" not in path and "(" not in path:
                yield path, each.callback


def writing(event: Event) -> list[tuple[str, str]]:
    return [
        (method, path)
        for path, view in addresses(event)
        for method in METHODS
        if method.upper() in find_methods(view)
        and path
        and path not in OF_PHONES
        and "what-if" not in path
    ]


def statuses(client: Client, event: Event) -> dict[str, int]:
    return {
        f"{method} {path}": getattr(client, method)(
            f"/api/v1/{path}", BROKEN, content_type="application/json"
        ).status_code
        for method, path in writing(event)
    }


def test_the_public_may_write_nothing() -> None:
    event = make_event()
    found = statuses(Client(), event)
    assert len(found) > 30
    assert set(found.values()) == {403}, found


@pytest.mark.parametrize("kind", ["STRANGER", "ORGANIZER ELSEWHERE", "REFEREE"])
def test_who_may_not_write_is_told_so(kind: str) -> None:
    event = make_event()
    client = Client()
    if kind == "STRANGER":
        client.force_login(make_user())
    elif kind == "ORGANIZER ELSEWHERE":
        other = make_event()
        client.force_login(make_member(other.club, "ORGANIZER"))
    else:
        client.force_login(make_member(event.club, "REFEREE"))
    found = statuses(client, event)
    may_all = {
        "STRANGER": (),
        "ORGANIZER ELSEWHERE": FOR_A_CLUB,
        "REFEREE": (
            f"post matches/{first_match(event)}/lines/",
            f"post events/{event.pk}/protests/",
            f"post events/{event.pk}/sheet-conflicts/rescued-lines/",
            f"post events/{event.pk}/undo/",
        ),
    }[kind]
    allowed = {name: status for name, status in found.items() if name in may_all}
    assert set(allowed.values()) <= {400, 428}, allowed
    refused = {name: status for name, status in found.items() if name not in may_all}
    assert set(refused.values()) == {403}, refused


def test_an_event_of_the_club_alone_is_not_told_of() -> None:
    event = make_event()
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.CLUB)
    client = Client()
    client.force_login(make_user())
    found = statuses(client, event)
    rest = {
        name: status
        for name, status in found.items()
        if name not in ("post events/", "post venues/")
    }
    assert set(rest.values()) == {404}, rest


def test_who_may_write_is_told_what_is_wrong_with_the_body() -> None:
    event = make_event()
    client = Client()
    client.force_login(make_member(event.club, "OWNER"))
    found = statuses(client, event)
    assert not {401, 403, 404} & set(found.values()), found
