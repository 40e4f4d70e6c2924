"""Swaps and late entries of a drawn bracket over the API, and the public list of changes."""

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event
from tests.tournaments.steps import QUICK, entry_in, pairing, win
from tournaments.models import Club, Event

LATE = {"players": [{"first": "Ines", "last": "Fabbri"}, {"first": "Gino", "last": "Ricci"}]}


@pytest.fixture
def event(club: Club) -> Event:
    """A knock-out of five: three have a bye."""
    return make_event(club=club, pairs=5, match_format=QUICK, format="single_elimination")


@pytest.fixture
def stage(event: Event) -> str:
    return f"stages/{event.stages.get().pk}/"


def test_two_entries_are_swapped_and_everybody_reads_why(
    organizer: Program, anybody: Program, event: Event, stage: str
) -> None:
    one, other = entry_in(event, "main-1-2", 0), entry_in(event, "main-1-3", 0)
    body = {
        "entries": [one, other],
        "version": event.stages.get().version,
        "reason": "vengono insieme da Cesena",
    }
    refused(organizer.post(f"{stage}rounds/swap/", body), 409, "change_breaks_something")
    told = organizer.write(f"{stage}rounds/swap/", {**body, "agreed": True})
    assert {row["code"] for row in told["pairings"]} == {"main-1-2", "main-1-3"}
    (change,) = anybody.read(f"{stage}changes/")["results"]
    assert change["entries"] == [one, other]
    assert change["reason"] == "vengono insieme da Cesena"
    assert {warning["code"] for warning in change["warnings"]} == {"gets_bye", "loses_bye"}
    assert anybody.read(f"changes/{change['id']}/") == change
    refused(anybody.get("changes/9999/"), 404, "not_found")
    answer = organizer.post(f"changes/{change['id']}/undo/", {"reason": "errore"})
    undone = answer.json()
    assert (answer.status_code, undone["undoes"]) == (201, change["id"])
    assert answer["Location"] == f"/api/v1/changes/{undone['id']}/"
    assert anybody.read(f"changes/{undone['id']}/") == undone
    assert entry_in(event, "main-1-2", 0) == one


def test_a_late_entry_takes_a_bye(organizer: Program, event: Event, stage: str) -> None:
    refused(organizer.post(f"{stage}entries/", LATE), 409, "late_against_nobody")
    against = entry_in(event, "main-1-1", 0)
    refused(organizer.post(f"{stage}entries/", {**LATE, "against": against}), 422, "reason_missing")
    body = {**LATE, "reason": "tardi", "against": against}
    entry = organizer.write(f"{stage}entries/", body)
    assert entry_in(event, "main-1-1", 1) == entry["id"]


def test_a_match_that_has_begun_is_named(organizer: Program, event: Event, stage: str) -> None:
    begun = next(
        row for row in event.pairings.filter(round__section="main", round__number=1) if row.match_id
    )
    win(begun)
    against = entry_in(event, begun.code, 0)
    body = {**LATE, "reason": "tardi", "against": against, "preliminary": True}
    problem = refused(organizer.post(f"{stage}entries/", body), 409, "bracket_change_refused")
    assert pairing(event, begun.code).state == "DECIDED"
    assert problem["violations"][0]["code"] == "match_has_begun"
