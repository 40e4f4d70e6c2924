"""Long lists are cut into pages by cursors."""

from base64 import b64encode
from typing import Any

import pytest

from api.pagination import Cursor, KeysetPagination
from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club, Event

BY_NAME = ("order_name_0", "pk")
"""The columns of a list ordered by name."""


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=16, drawn=False)


def pages(program: Program, path: str) -> list[list[Any]]:
    """All pages, from the first to the last."""
    found = []
    while path:
        page = program.read(path)
        found.append(page["results"])
        path = (page["next"] or "").partition("/api/v1/")[2]
    return found


def test_pages_together_are_the_list(event: Event, anybody: Program) -> None:
    path = f"events/{event.pk}/entries/"
    (whole,) = pages(anybody, path)
    cut = pages(anybody, f"{path}?page_size=5")
    assert [len(page) for page in cut] == [5, 5, 5, 1]
    assert [entry for page in cut for entry in page] == whole


def test_a_page_leads_back_to_the_one_before(event: Event, anybody: Program) -> None:
    first = anybody.read(f"events/{event.pk}/entries/?page_size=10")
    second = anybody.read(first["next"].partition("/api/v1/")[2])
    back = anybody.read(second["previous"].partition("/api/v1/")[2])
    assert back["results"] == first["results"]


def test_events_of_one_day_are_all_listed_once(club: Club, anybody: Program) -> None:
    made = {str(make_event(club=club, pairs=1, drawn=False).pk) for _ in range(5)}
    cut = pages(anybody, "events/?page_size=2")
    assert [len(page) for page in cut] == [2, 2, 1]
    assert {event["id"] for page in cut for event in page} == made


@pytest.mark.parametrize("size", ["0", "-1", "x", "1e3", "", "abc", "9999", "٣", "9" * 40])
def test_a_page_size_out_of_range_is_refused(event: Event, anybody: Program, size: str) -> None:
    answer = anybody.get(f"events/{event.pk}/entries/?page_size={size}")
    (violation,) = refused(answer, 400, "query_refused")["violations"]
    assert violation["code"] == "parameter_out_of_range"
    assert violation["params"] == {"field": "page_size", "least": 1, "most": 500}


def test_the_largest_page_size_is_accepted(
    event: Event, anybody: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeysetPagination, "max_page_size", 10)
    assert len(anybody.read(f"events/{event.pk}/entries/?page_size=10")["results"]) == 10


def cursor(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize("path", ["events/", "events/{event}/entries/"])
@pytest.mark.parametrize("made_up", ["x", "è", cursor("o=-1"), cursor("r=x"), cursor("p=x")])
def test_a_cursor_that_was_made_up_is_refused(
    event: Event, anybody: Program, path: str, made_up: str
) -> None:
    answer = anybody.get(f"{path.format(event=event.pk)}?cursor={made_up}")
    refused(answer, 400, "cursor_unknown")


@pytest.mark.parametrize("position", ["9" * 40, 10**30, -1, "2026-02-30", "\ud800", True, "è"])
def test_a_position_that_was_made_up_breaks_nothing(
    event: Event, anybody: Program, position: Any
) -> None:
    made_up = Cursor(BY_NAME, (position, event.pk)).encode()
    answer = anybody.get(f"events/?ordering=name&cursor={made_up}")
    assert answer.status_code in (200, 400), answer.content


def test_a_position_that_postgresql_refuses_is_refused(event: Event, anybody: Program) -> None:
    made_up = Cursor(BY_NAME, ("a\0b", str(event.pk))).encode()
    refused(anybody.get(f"events/?ordering=name&cursor={made_up}"), 400, "cursor_unknown")


def test_rows_that_come_in_between_show_none_twice_and_hide_none(
    club: Club, anybody: Program
) -> None:
    made = {
        str(make_event(club=club, pairs=1, drawn=False, date=f"2026-03-0{day}").pk)
        for day in range(1, 6)
    }
    page = anybody.read("events/?page_size=2")
    seen = [event["id"] for event in page["results"]]
    for day in (9, 4):
        make_event(club=club, pairs=1, drawn=False, date=f"2026-03-0{day}")
        page = anybody.read(page["next"].partition("/api/v1/")[2])
        seen += [event["id"] for event in page["results"]]
    assert len(seen) == len(set(seen))
    assert made <= {*seen, *(event["id"] for event in rest(anybody, page))}


def rest(program: Program, page: Any) -> list[Any]:
    path = (page["next"] or "").partition("/api/v1/")[2]
    return [event for found in pages(program, path) for event in found]


def test_an_event_of_the_same_day_that_comes_in_between_repeats_none(
    club: Club, anybody: Program
) -> None:
    made = {str(make_event(club=club, pairs=1, drawn=False).pk) for _ in range(6)}
    page = anybody.read("events/?page_size=2")
    seen = [event["id"] for event in page["results"]]
    for _ in range(2):
        for _ in range(3):
            make_event(club=club, pairs=1, drawn=False)
        page = anybody.read(page["next"].partition("/api/v1/")[2])
        seen += [event["id"] for event in page["results"]]
    seen += [event["id"] for event in rest(anybody, page)]
    assert len(seen) == len(set(seen))
    assert made <= set(seen)


def test_every_page_leads_back_to_the_first(event: Event, anybody: Program) -> None:
    path = f"events/{event.pk}/entries/?page_size=5"
    forward = pages(anybody, path)
    last = anybody.read(path)
    while last["next"]:
        last = anybody.read(last["next"].partition("/api/v1/")[2])
    backward = [last["results"]]
    while last["previous"]:
        last = anybody.read(last["previous"].partition("/api/v1/")[2])
        backward.insert(0, last["results"])
    assert backward == forward


def test_a_cursor_of_another_order_is_refused(event: Event, anybody: Program) -> None:
    following = anybody.read(f"events/{event.pk}/entries/?page_size=5")["next"]
    made = following.partition("cursor=")[2].partition("&")[0]
    refused(anybody.get(f"events/?cursor={made}"), 400, "cursor_unknown")
