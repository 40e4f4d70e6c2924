"""``?ordering=``: lists in another order, page by page."""

from datetime import timedelta
from typing import Any

import pytest

from tests.api.client import Program, openapi, refused
from tests.api.test_pages import pages
from tests.factories import NOW, make_event
from tournaments.models import Club, Entry, Event, Pairing


@pytest.fixture
def event(club: Club) -> Event:
    """Eight pairs of which two are seeded; two of four matches are called, and one is decided."""
    event = make_event(club=club, pairs=8, tables=2)
    for seed, entry in enumerate(event.entries.order_by("-pk")[:2], start=1):
        Entry.objects.filter(pk=entry.pk).update(seed=seed)
    decided = event.pairings.order_by("-pk")[:2]
    for hours, pairing in enumerate(decided):
        Pairing.objects.filter(pk=pairing.pk).update(decided_at=NOW + timedelta(hours=hours))
    return event


ORDERS = {
    "events/": ("date", "name"),
    "clubs/": ("name",),
    "venues/": ("name",),
    "clubs/{club}/players/": ("last_name", "first_name"),
    "events/{event}/entries/": ("seed", "name", "entered_at"),
    "matches/?event={event}": ("table", "called_at", "decided_at"),
    "pairings/?event={event}": ("table", "called_at", "decided_at"),
    "jobs/?event={event}": ("queued_at",),
    "events/{event}/payments/": ("made_at",),
}
"""By list, what it can be ordered by."""


@pytest.mark.parametrize("path", ORDERS)
def test_a_list_is_the_same_in_any_order_and_backwards_in_the_opposite_one(
    club: Club, event: Event, organizer: Program, path: str
) -> None:
    for venue_name in ("Sala", "sala grande", "Èlite"):
        club.venues.create(name=venue_name)
        make_event(club=club, pairs=1, drawn=False, name=venue_name)
    names, path = ORDERS[path], path.format(club=club.pk, event=event.pk)
    mark = "&" if "?" in path else "?"
    whole = organizer.read(f"{path}{mark}page_size=500")["results"]
    for name in names:
        for sign in ("", "-"):
            address = f"{path}{mark}ordering={sign}{name}"
            (ordered,) = pages(organizer, f"{address}&page_size=500")
            cut = pages(organizer, f"{address}&page_size=3")
            assert [row for page in cut for row in page] == ordered, address
            assert sorted(map(str, ordered)) == sorted(map(str, whole)), address
            last = organizer.read(f"{address}&page_size=3")
            while last["next"]:
                last = organizer.read(last["next"].partition("/api/v1/")[2])
            if last["previous"]:
                back = organizer.read(last["previous"].partition("/api/v1/")[2])
                assert back["results"] == cut[-2]


def read_column(program: Program, path: str, name: str) -> list[Any]:
    return [row[name] for row in program.read(path)["results"]]


def test_rows_without_a_value_come_last(event: Event, anybody: Program) -> None:
    entries = f"events/{event.pk}/entries/?ordering="
    assert read_column(anybody, f"{entries}seed", "seed") == [1, 2, *[None] * 6]
    assert read_column(anybody, f"{entries}-seed", "seed") == [*[None] * 6, 2, 1]
    decided = read_column(anybody, f"matches/?event={event.pk}&ordering=decided_at", "decided_at")
    assert decided == [*sorted(filter(None, decided)), *[None] * decided.count(None)]


def test_names_are_ordered_without_accents_and_capitals(club: Club, anybody: Program) -> None:
    for name in ("zoli", "Éva", "Anna", "bella"):
        make_event(club=club, pairs=1, drawn=False, name=name)
    assert read_column(anybody, "events/?ordering=name", "name") == ["Anna", "bella", "Éva", "zoli"]


def test_a_second_field_orders_what_is_equal_in_the_first(club: Club, anybody: Program) -> None:
    for name, date in (("B", "2026-03-02"), ("A", "2026-03-02"), ("C", "2026-03-01")):
        make_event(club=club, pairs=1, drawn=False, name=name, date=date)
    names = read_column(anybody, "events/?ordering=-date,name", "name")
    assert names == ["A", "B", "C"]


def test_entries_are_ordered_by_what_the_event_shows_of_names(
    event: Event, organizer: Program
) -> None:
    Event.objects.filter(pk=event.pk).update(names=Event.Names.INITIAL)
    first = event.entries.earliest("pk").members.get(position=0).player
    first.first_name, first.last_name = "Zeno", "Abati"
    first.save()
    path = f"events/{event.pk}/entries/?ordering=name"
    assert organizer.read(path)["results"][-1]["players"][0] == "Zeno A."


@pytest.mark.parametrize("asked", ["size", "-size", "", "name,size", "date,"])
def test_an_unknown_order_is_answered_with_those_that_there_are(
    anybody: Program, db: Any, asked: str
) -> None:
    answer = anybody.get(f"events/?ordering={asked}")
    (fault,) = refused(answer, 400, "query_refused")["violations"]
    assert (fault["code"], fault["params"]["field"]) == ("parameter_refused", "ordering")
    assert fault["params"]["choices"] == ["date", "-date", "name", "-name"]


def test_a_page_of_another_order_is_refused(event: Event, anybody: Program) -> None:
    path = f"events/{event.pk}/entries/?page_size=2&ordering="
    following = anybody.read(f"{path}seed")["next"]
    cursor = following.partition("cursor=")[2].partition("&")[0]
    refused(anybody.get(f"{path}name&cursor={cursor}"), 400, "cursor_unknown")


def test_an_order_is_described() -> None:
    parameters = openapi()["paths"]["/api/v1/events/"]["get"]["parameters"]
    (ordering,) = [each for each in parameters if each["name"] == "ordering"]
    assert "`date`, `name`" in ordering["description"]
    assert ordering["schema"]["pattern"] == "^-?(date|name)(,-?(date|name))*$"
