"""A query parameter that an address does not know is refused, and dates are ISO dates."""

from typing import Any
from urllib.parse import quote

import pytest

from competition.forecast.planner import list_planned_games
from tests.api.client import Program, refused
from tests.factories import first_match, make_event
from tournaments.models import Club, Entry, Event

ADDRESSES = [
    "",
    "clubs/",
    "clubs/{club}/",
    "venues/",
    "events/",
    "events/{event}/",
    "events/{event}/entries/",
    "events/{event}/standings/",
    "events/{event}/bracket/",
    "pairings/?event={event}",
    "stages/?event={event}",
    "rulebooks/",
]


@pytest.mark.parametrize("path", ADDRESSES)
def test_an_unknown_parameter_is_refused_by_name(club: Club, anybody: Program, path: str) -> None:
    event = make_event(club=club, pairs=2)
    known = path.format(event=event.pk, club=club.pk)
    address = f"{known}{'&' if '?' in known else '?'}statee=OPEN"
    (violation,) = refused(anybody.get(address), 400, "query_refused")["violations"]
    assert (violation["code"], violation["params"]["field"]) == ("parameter_unknown", "statee")
    assert "event" in violation["params"]["choices"]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("date", ["11/12/2026", "11-12-2026", "Dec 11, 2026", "2026-13-01", "oggi"])
def test_a_date_that_languages_read_differently_is_refused(
    anybody: Program, db: Any, language: str, date: str
) -> None:
    answer = anybody.get(f"events/?date_from={date}", accept_language=language)
    (violation,) = refused(answer, 400, "query_refused")["violations"]
    assert violation["params"]["field"] == "date_from"


def test_a_violation_has_a_pointer_into_the_body(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    body = {"players": [{"last_name": "Zoli"}, {"last_name": ""}], "colour/~": 1}
    answer = organizer.post(f"events/{event.pk}/entries/", body)
    violations = refused(answer, 422, "body_refused")["violations"]
    found = {violation["pointer"]: violation["code"] for violation in violations}
    assert found == {"/players/1/last_name": "too_short", "/colour~1~0": "field_unknown"}


def find_faults(answer: Any) -> dict[str, Any]:
    """The violations of a refused query, by parameter."""
    violations = refused(answer, 400, "query_refused")["violations"]
    return {violation["params"]["field"]: violation for violation in violations}


@pytest.mark.parametrize("path", ["events/{event}/standings/?first=una", "events/?date_from=oggi"])
def test_a_parameter_is_named_as_it_is_spelt(club: Club, anybody: Program, path: str) -> None:
    address = path.format(event=make_event(club=club, pairs=2).pk)
    name = address.partition("?")[2].partition("=")[0]
    (fault,) = find_faults(anybody.get(address, accept_language="it")).values()
    assert fault["sentence"] == f"Il parametro “{name}” non si legge."


@pytest.mark.parametrize(
    ("path", "bounds"),
    [
        ("clubs/{club}/planner/?pairs=0&tables=4&hours=4", ("pairs", 2)),
        ("stages/{stage}/documents/pair/?round=1", ("round", 2)),
        ("events/{event}/standings/?first=0", ("first", 1)),
    ],
)
def test_a_number_out_of_its_bounds_is_answered_with_them(
    club: Club, organizer: Program, path: str, bounds: tuple[str, int]
) -> None:
    event = make_event(club=club, pairs=2)
    address = path.format(event=event.pk, club=club.pk, stage=event.stages.get().pk)
    ((name, fault),) = find_faults(organizer.get(address)).items()
    assert (name, fault["params"]["least"]) == bounds
    assert fault["code"] == "parameter_out_of_range"
    assert f"“{name}”" in fault["sentence"]


NUMBERS_IN_OTHER_SIGNS = ["1.0", " 1", "1 ", "+1", "1_0", "1e1", "-0", "\u0661", "\uff11"]
"""Python or the framework would read each of them as a number; the last two are digits of Arabic
and of full width."""


@pytest.mark.parametrize("number", NUMBERS_IN_OTHER_SIGNS)
@pytest.mark.parametrize(
    "path",
    [
        "clubs/{club}/planner/?tables=4&hours=4&pairs=",
        "events/{event}/standings/?count=",
        "events/{event}/standings/?first=",
        "events/{event}/bracket/?group=",
        "events/{event}/regulation/?version=",
        "events/?club=",
        "events/?page_size=",
        "matches/?event={event}&table=",
        "matches/{match}/lines/?after=",
    ],
)
def test_a_number_is_written_in_digits(
    club: Club, organizer: Program, path: str, number: str
) -> None:
    event = make_event(club=club, pairs=2)
    address = path.format(event=event.pk, club=club.pk, match=first_match(event))
    name = address.replace("?", "&").rpartition("&")[2].removesuffix("=")
    faults = find_faults(organizer.get(address + quote(number)))
    assert set(faults) == {name}
    is_of_page = name == "page_size"
    assert faults[name]["code"] == ("parameter_out_of_range" if is_of_page else "parameter_refused")


@pytest.mark.parametrize("number", NUMBERS_IN_OTHER_SIGNS)
def test_a_number_in_an_address_is_written_in_digits(
    club: Club, anybody: Program, number: str
) -> None:
    make_event(club=club, pairs=2)
    # An address that the API does not have is not found.
    refused(anybody.get(f"clubs/{quote(number)}/"), 404, "not_found")


def test_faults_of_numbers_are_named_with_the_others(club: Club, organizer: Program) -> None:
    faults = find_faults(organizer.get(f"clubs/{club.pk}/planner/?pairs=%2B8&tables=0&hours=no"))
    codes = {name: fault["code"] for name, fault in faults.items()}
    assert codes == {
        "pairs": "parameter_refused",
        "tables": "parameter_out_of_range",
        "hours": "parameter_refused",
    }


@pytest.mark.parametrize(
    ("path", "choices"),
    [
        ("events/?state=OPNE", Event.State.values),
        ("events/{event}/entries/?state=OPNE", Entry.State.values),
        ("events/{event}/protests/?open=maybe", ["true", "false"]),
        ("clubs/{club}/planner/?pairs=8&tables=4&hours=4&game=bridge", list_planned_games()),
    ],
)
def test_a_choice_that_there_is_not_is_answered_with_those_that_there_are(
    club: Club, organizer: Program, path: str, choices: list[str]
) -> None:
    event = make_event(club=club, pairs=2)
    (fault,) = find_faults(organizer.get(path.format(event=event.pk, club=club.pk))).values()
    assert fault["code"] == "parameter_refused"
    assert fault["params"]["choices"] == list(choices)
    assert choices[0] in fault["sentence"]


@pytest.mark.parametrize("path", ["pairings/", "matches/", "stages/", "draws/", "jobs/"])
def test_a_missing_event_is_said_to_be_missing(organizer: Program, path: str) -> None:
    assert find_faults(organizer.get(path))["event"]["code"] == "parameter_missing"
    assert find_faults(organizer.get(f"{path}?event="))["event"]["code"] == "parameter_refused"


def test_all_missing_parameters_are_named_at_once(club: Club, organizer: Program) -> None:
    faults = find_faults(organizer.get(f"clubs/{club.pk}/planner/?hours=no"))
    codes = {name: fault["code"] for name, fault in faults.items()}
    assert codes == {
        "pairs": "parameter_missing",
        "tables": "parameter_missing",
        "hours": "parameter_refused",
    }


@pytest.mark.parametrize("name", ["date_from", "date_to", "club", "updated_since", "state"])
def test_an_empty_parameter_is_refused(anybody: Program, db: Any, name: str) -> None:
    assert set(find_faults(anybody.get(f"events/?{name}="))) == {name}


def test_an_empty_search_finds_everything(club: Club, anybody: Program) -> None:
    make_event(club=club, pairs=2)
    assert len(anybody.read("events/?q=")["results"]) == 1


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("events/?page_size=1&page_size=2", "page_size"),
        ("events/?club=1&club=2", "club"),
        ("events/{event}/?event={event}&event=x", "event"),
        ("events/{event}/standings/?first=1&first=1", "first"),
        ("events/?format=json&format=csv", "format"),
    ],
)
def test_a_parameter_with_one_value_is_given_once(
    club: Club, anybody: Program, path: str, name: str
) -> None:
    address = path.format(event=make_event(club=club, pairs=2).pk)
    assert find_faults(anybody.get(address))[name]["code"] == "parameter_twice"


def test_a_parameter_with_several_values_is_given_several_times(anybody: Program, db: Any) -> None:
    anybody.read("events/?state=OPEN&state=RUNNING")
