"""A filter that names a stage, a group, a round, a table or an entry of the event: 404 if it is not
there, for an empty list would say that nothing belongs to it."""

import pytest

from tests.api.client import Program, openapi, refused
from tests.factories import make_club, make_event
from tournaments.models import Club, Event

ROWS = ("stage", "group", "round", "table", "entry")


def list_named_rows() -> list[tuple[str, str]]:
    """The addresses that take such a filter, and its name."""
    return [
        (path, parameter["name"])
        for path, operations in openapi()["paths"].items()
        for parameter in operations.get("get", {}).get("parameters", ())
        if parameter["in"] == "query" and parameter["name"] in ROWS and "/documents/" not in path
    ]


def make_address(path: str, event: Event) -> str:
    """The path below ``/api/v1/``, up to the filter."""
    address = path.removeprefix("/api/v1/")
    if "{event_id}" in address:
        return f"{address.format(event_id=event.pk)}?"
    return f"{address}?event={event.pk}&"


def test_the_document_has_these_filters() -> None:
    assert len(list_named_rows()) > 15


def find_row(event: Event, name: str, *, group: int, table: int) -> int | None:
    """What a filter of this name takes: the id of a row of the event, or a number."""
    rows = {
        "stage": event.stages.get().pk,
        "group": group,
        "round": event.pairings.earliest("pk").round_id,
        "table": table,
        "entry": event.entries.earliest("pk").pk,
    }
    return rows[name]


@pytest.mark.parametrize(("path", "name"), list_named_rows())
def test_what_a_filter_names_and_is_not_there(
    organizer: Program, club: Club, path: str, name: str
) -> None:
    event = make_event(club=club, pairs=4, tables=3)
    elsewhere = make_event(club=make_club("Circolo di Bagno"), pairs=4, tables=5)
    row = find_row(elsewhere, name, group=2, table=4)
    answer = organizer.get(f"{make_address(path, event)}{name}={row}", accept_language="en")
    problem = refused(answer, 404, "not_found")
    (fault,) = problem["violations"]
    assert (fault["code"], fault["params"]) == ("named_not_found", {"field": name})
    assert fault["pointer"] is None
    assert problem["title"] == f"What “{name}” names is not there, or you may not see it."


@pytest.mark.parametrize(("path", "name"), list_named_rows())
def test_what_a_filter_names_and_is_there(
    organizer: Program, club: Club, path: str, name: str
) -> None:
    event = make_event(club=club, pairs=4, tables=3)
    row = find_row(event, name, group=1, table=3)
    organizer.read(f"{make_address(path, event)}{name}={row}")


def test_groups_are_there_before_they_are_drawn(anybody: Program, club: Club) -> None:
    options = {"groups": 2, "rounds": 3}
    event = make_event(club=club, pairs=8, format="qualifying", options=options, drawn=False)
    stage = event.stages.get().pk
    assert anybody.read(f"events/{event.pk}/bracket/?group=2")["rounds"] == []
    assert anybody.read(f"rounds/?event={event.pk}&stage={stage}&group=2")["results"] == []
    refused(anybody.get(f"events/{event.pk}/bracket/?group=3"), 404, "not_found")
    refused(anybody.get(f"rounds/?event={event.pk}&group=3"), 404, "not_found")


def test_a_group_that_was_not_drawn_has_no_name(organizer: Program, event: Event) -> None:
    address = f"stages/{event.stages.get().pk}/groups/"
    refused(organizer.put(f"{address}2/", {"name": "Sala rossa"}), 404, "not_found")
    assert event.stages.get().groups.count() == 1


def test_all_that_is_not_there_is_named_at_once(anybody: Program, event: Event) -> None:
    answer = anybody.get(f"pairings/?event={event.pk}&round=9999&table=99&state=READY")
    problem = refused(answer, 404, "not_found")
    assert [fault["params"]["field"] for fault in problem["violations"]] == ["round", "table"]
