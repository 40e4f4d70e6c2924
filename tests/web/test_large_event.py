"""The pages of the largest event: their queries do not depend on its size."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_event
from tournaments.models import Club, Event
from web.board.urls import urlpatterns as board_routes
from web.desk.urls import urlpatterns as desk_routes

PAIRS = 4096
MOST_QUERIES = 12


@pytest.fixture
def large(club: Club) -> Event:
    return make_event(club=club, pairs=PAIRS, tables=64)


def list_searches(event: Event) -> list[str]:
    """Pages as they are searched, sorted and leafed through; and those of no single event."""
    desk, board = f"/desk/events/{event.pk}/", f"/events/{event.pk}/"
    return [
        desk,
        f"{desk}bracket/?q=zoffoli77",
        f"{desk}results/",
        f"{desk}tables/",
        f"{desk}entries/",
        f"{desk}entries/?sort=surname&page=20",
        f"{desk}entries/?show=absent&sort=club&q=zoffoli",
        f"{desk}bracket/",
        f"{desk}bracket/?section=finals",
        f"{desk}places/",
        f"{desk}places/?q=zoffoli77",
        f"/desk/clubs/{event.club.slug}/players/?sort=events",
        board,
        f"{board}?q=zoffoli77",
        f"{board}rounds/",
        f"{board}bracket/",
        f"{board}entries/?sort=surname",
        f"{board}places/",
        f"{board}screen/",
        f"{desk}stages/1/ranking/",
        f"{board}stages/1/ranking/",
    ]


MOST_BYTES = 1_000_000


def list_every_page(event: Event) -> Iterator[tuple[str, str]]:
    """The name and the path of each page of the desk and the board that belongs to an event, a
    stage, an entry, a match or a pairing of it."""
    match = event.pairings.filter(match__isnull=False).order_by("pk")[0]
    values = {
        "event_id": event.pk,
        "number": 1,
        "club_slug": event.club.slug,
        "entry_id": event.entries.order_by("-pk")[0].pk,
        "match_id": match.match_id,
        "pairing_id": match.pk,
        "draw_id": event.stages.get().draws.get().pk,
    }
    for namespace, routes in (("desk", desk_routes), ("board", board_routes)):
        for route in routes:
            needed = set(route.pattern.converters)
            if route.name is None or not needed <= values.keys():
                continue
            arguments = {name: values[name] for name in needed}
            yield (
                f"{namespace}:{route.name}",
                reverse(f"{namespace}:{route.name}", kwargs=arguments),
            )


def test_every_page_of_4096_pairs_is_small_and_makes_few_queries(
    desk: Client, anybody: Client, large: Event
) -> None:
    desk.get("/desk/")
    many, heavy = {}, {}
    for name, path in list_every_page(large):
        with CaptureQueriesContext(connection) as queries:
            reader = anybody if name.startswith("board:") else desk
            answer = reader.get(path)
        assert answer.status_code < 500, path
        if len(queries) > MOST_QUERIES:
            many[name] = len(queries)
        if not answer.streaming and len(answer.content) > MOST_BYTES:
            heavy[name] = len(answer.content)
    assert many == {}
    assert heavy == {}


def test_no_page_of_4096_pairs_makes_more_than_a_dozen_queries(
    desk: Client, anybody: Client, large: Event
) -> None:
    # Whether the worker lives is asked every ten seconds.
    desk.get("/desk/")
    many = {}
    for path in list_searches(large):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            reader = anybody if path.startswith("/events/") else desk
            assert reader.get(path).status_code == 200, path
        if len(queries) > MOST_QUERIES:
            many[path] = len(queries)
    assert many == {}
