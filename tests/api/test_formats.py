"""/formats/: every format of play, with the schema of its options."""

import pytest
from jsonschema import Draft202012Validator

from competition.formats import FORMATS
from tests.api.client import Program, refused
from tournaments.models import Club


def test_all_formats_are_listed_in_the_readers_language(anybody: Program) -> None:
    listed = anybody.read("formats/", accept_language="it")["results"]
    assert [row["name"] for row in listed] == list(FORMATS)
    assert all(row["label"] and row["least"] <= row["most"] for row in listed)
    english = anybody.read("formats/", accept_language="en")["results"]
    assert english[0]["label"] != listed[0]["label"]


@pytest.mark.parametrize("name", FORMATS)
def test_the_defaults_of_a_format_follow_its_schema(anybody: Program, name: str) -> None:
    told = anybody.read(f"formats/{name}/")
    Draft202012Validator.check_schema(told["options"])
    Draft202012Validator(told["options"]).validate(told["defaults"])
    assert set(told["defaults"]) == set(told["options"]["properties"])
    assert set(told["words"]) <= set(told["defaults"])


def test_a_format_that_is_not_there_is_answered_with_those_that_are(anybody: Program) -> None:
    answer = anybody.get("formats/lotteria/", accept_language="it")
    problem = refused(answer, 404, "format_not_found")
    assert problem["params"] == {"name": "lotteria", "choices": list(FORMATS)}
    assert problem["title"].startswith("Non esiste la formula “lotteria”. Ci sono: ")


def test_an_unknown_format_of_an_event_names_the_formats(club: Club, organizer: Program) -> None:
    body = {
        "club": club.pk,
        "name": "Maraffa",
        "date": "2026-12-13",
        "match_format": {"games": [{"game": "marafon"}], "wins": 1},
        "format": "lotteria",
    }
    problem = refused(organizer.post("events/", body), 422, "format_unreadable")
    (violation,) = problem["violations"]
    assert violation["params"]["choices"] == list(FORMATS)
