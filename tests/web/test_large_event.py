"""The pages of the largest event: their queries do not depend on its size."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_event
from tournaments.models import Club, Event

PAIRS = 4096
MOST_QUERIES = 12
MOST_OF_A_RANKING = 15
"""It reads the stages, their groups and their cuts besides."""


@pytest.fixture
def large(club: Club) -> Event:
    return make_event(club=club, pairs=PAIRS, tables=64)


def list_pages(event: Event) -> Iterator[tuple[str, int]]:
    desk, board = f"/desk/events/{event.pk}/", f"/events/{event.pk}/"
    # With the phones that disagree; and with a search in a bracket that may be changed by hand.
    yield desk, MOST_QUERIES + 1
    yield f"{desk}bracket/?q=zoffoli77", MOST_QUERIES + 1
    for path in (
        f"{desk}tables/",
        f"{desk}results/",
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
    ):
        yield path, MOST_QUERIES
    yield f"{desk}stages/1/ranking/", MOST_OF_A_RANKING
    yield f"{board}stages/1/ranking/", MOST_OF_A_RANKING


def test_no_page_of_4096_pairs_makes_more_than_a_dozen_queries(
    desk: Client, anybody: Client, large: Event
) -> None:
    # Whether the worker lives is asked every ten seconds.
    desk.get("/desk/")
    many = {}
    for path, most in list_pages(large):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            reader = anybody if path.startswith("/events/") else desk
            assert reader.get(path).status_code == 200, path
        if len(queries) > most:
            many[path] = len(queries)
    assert many == {}
