"""A query that cannot be read is refused to everybody, also to a reader who has the answer."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.api.client import Program, openapi, refused
from tests.factories import first_match, make_event
from tests.roles.hall import make_hall
from tournaments.models import Club

UNREADABLE: Final = {"q": "x" * 1000}
"""By the name of a parameter; “banana” cannot be read by any of the others."""


def list_queries() -> Iterator[tuple[str, str]]:
    """The addresses that may answer with 304, each with the names of its parameters."""
    for path, operations in openapi()["paths"].items():
        operation = operations.get("get", {})
        if "304" not in operation.get("responses", {}):
            continue
        for parameter in operation["parameters"]:
            # `format` chooses how an answer is written: what is not there is a 406.
            if parameter["in"] == "query" and parameter["name"] != "format":
                yield path, parameter["name"]


@pytest.mark.django_db
def test_a_query_that_cannot_be_read_is_no_304() -> None:
    hall = make_hall()
    owner = hall.clients["W"]
    answers: dict[str, Any] = {}
    for path, name in list_queries():
        address = path.format(**hall.names)
        query = {"event": str(hall.names["event_id"])} if needs_event(path) else {}
        query |= {name: UNREADABLE.get(name, "banana")}
        answer = owner.get(address, query, headers={"If-None-Match": "*"})
        answers[f"{path} {name}"] = answer
    taken = {label: each.status_code for label, each in answers.items()}
    assert [f"{label}: {status}" for label, status in taken.items() if status != 400] == []
    for answer in answers.values():
        refused(answer, 400, answer.json()["code"])


def test_a_stage_that_is_not_there_is_no_304(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    path = f"events/{event.pk}/bracket/"
    tag = anybody.get(path)["ETag"]
    for query in ("", f"?stage={event.stages.get().pk}"):
        assert anybody.get(path + query, if_none_match=tag).status_code == 304
    refused(anybody.get(f"{path}?stage=999999", if_none_match=tag), 404, "not_found")


@pytest.mark.parametrize(
    "path", ["events/{event}/", "matches/{match}/", "events/{event}/standings/", "clubs/"]
)
def test_the_id_of_an_event_that_is_none_is_refused(
    club: Club, organizer: Program, path: str
) -> None:
    event = make_event(club=club, pairs=2)
    address = path.format(event=event.pk, match=first_match(event))
    for text in ("banana", "", f"{event.pk}."):
        problem = refused(organizer.get(f"{address}?event={text}"), 400, "query_refused")
        (violation,) = problem["violations"]
        assert violation["params"] == {"field": "event"}
    assert organizer.get(f"{address}?event={event.pk}").status_code == 200


def needs_event(path: str) -> bool:
    parameters = openapi()["paths"][path]["get"]["parameters"]
    return any(each["name"] == "event" and each.get("required") for each in parameters)
