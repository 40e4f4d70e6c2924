"""An evening on a server whose clock is set back by an hour between any two hands."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from scoring.models import Line
from tests.factories import NOW, make_event, make_member
from tests.tournaments.event_checks import check_event, check_exports, open_pairings
from tournaments.models import Event

pytestmark = pytest.mark.django_db

BACK = timedelta(hours=1)
SHORT = {"games": [{"game": "marafon", "options": {"target": 21}}], "wins": 1}


@pytest.fixture
def event() -> Event:
    return make_event(pairs=8, tables=4, match_format=SHORT)


@pytest.fixture
def owner(event: Event) -> Client:
    client = Client()
    with time_machine.travel(NOW):
        client.force_login(make_member(event.club))
    return client


def write(client: Client, match: Any, n: int) -> None:
    match.refresh_from_db()
    body = {"kind": "hand", "data": {"points": [11, None]}, "version": match.version}
    answer = client.post(
        f"/api/v1/matches/{match.pk}/lines/",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": f"hand-{match.pk}-{n:012}"},
    )
    assert answer.status_code == 201, answer.content


def moments() -> Iterator[time_machine.travel]:
    """Each an hour before the one that comes before it."""
    moment = NOW
    while True:
        yield time_machine.travel(moment)
        moment -= BACK


def test_every_hand_counts_in_the_order_in_which_it_was_written(
    event: Event, owner: Client
) -> None:
    clock = moments()
    while pairings := open_pairings(event):
        for n in range(2):
            for pairing in pairings:
                with next(clock):
                    write(owner, pairing.match, n)
    check_event(event)
    check_exports(event.stages.get())
    times = list(Line.objects.order_by("pk").values_list("arrived_at", flat=True))
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(
    "page",
    ["/events/{0}/", "/events/{0}/screen/", "/desk/events/{0}/", "/desk/events/{0}/tables/"],
)
def test_pages_show_what_was_written_at_a_moment_to_come(
    event: Event, owner: Client, page: str
) -> None:
    pairing = open_pairings(event)[0]
    with time_machine.travel(NOW + BACK):
        write(owner, pairing.match, 0)
    with time_machine.travel(NOW):
        shown = owner.get(page.format(event.pk))
    assert shown.status_code == 200
