"""Swaps and late entries of a drawn bracket over the API, and the public list of changes."""

import pytest

from competition.documents.draws import verify
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


def read_label(program: Program, entry: int | None) -> str:
    """What everybody calls an entry."""
    return str(program.read(f"entries/{entry}/")["short"])


def test_two_entries_are_swapped_and_everybody_reads_why(
    organizer: Program, anybody: Program, event: Event, stage: str
) -> None:
    one, other = entry_in(event, "main-1-2", 0), entry_in(event, "main-1-3", 0)
    body = {
        "entries": [one, other],
        "version": event.stages.get().version,
        "reason": "vengono insieme da Cesena",
    }
    answer = organizer.post(f"{stage}rounds/swap/", body, accept_language="en")
    problem = refused(answer, 409, "change_breaks_something")
    labels = {entry: read_label(organizer, entry) for entry in (one, other)}
    sentences = {fault["code"]: fault["sentence"] for fault in problem["violations"]}
    assert {fault["params"]["entry"] for fault in problem["violations"]} == {one, other}
    assert sentences["gets_bye"] in [f"“{label}” gets the bye." for label in labels.values()]
    told = organizer.write(f"{stage}rounds/swap/", {**body, "agreed": True})
    assert {row["code"] for row in told["pairings"]} == {"main-1-2", "main-1-3"}
    (change,) = anybody.read(f"{stage}changes/")["results"]
    assert change["entries"] == [one, other]
    assert change["reason"] == "vengono insieme da Cesena"
    assert {warning["code"] for warning in change["warnings"]} == {"gets_bye", "loses_bye"}
    change = anybody.read(f"changes/{change['id']}/", accept_language="en")
    assert sentences == {each["code"]: each["sentence"] for each in change["warnings"]}
    refused(anybody.get("changes/9999/"), 404, "not_found")
    answer = organizer.post(f"changes/{change['id']}/undo/", {"reason": "errore"})
    undone = answer.json()
    assert (answer.status_code, undone["undoes"]) == (201, change["id"])
    assert answer["Location"] == f"/api/v1/changes/{undone['id']}/"
    assert anybody.read(f"changes/{undone['id']}/") == undone
    assert entry_in(event, "main-1-2", 0) == one


def test_a_changed_bracket_is_verified_from_its_document(
    organizer: Program, anybody: Program, event: Event, stage: str
) -> None:
    address = f"draws/{event.stages.get().draws.get().pk}/documents/verify/"
    before = anybody.read(address)
    one, other = entry_in(event, "main-1-2", 0), entry_in(event, "main-1-3", 0)
    version = event.stages.get().version
    body = {"entries": [one, other], "version": version, "reason": "da Cesena", "agreed": True}
    organizer.write(f"{stage}rounds/swap/", body)
    record = anybody.read(address)
    valid = {"legal": True, "valid": True, "differs": []}
    assert verify(before) == verify(record) == valid
    assert record["changes"] == [{"kind": "swap", "entries": [one, other]}]
    assert verify({**record, "changes": []})["differs"] == ["pairings"]


def test_a_late_entry_takes_a_bye(organizer: Program, event: Event, stage: str) -> None:
    refused(organizer.post(f"{stage}entries/", LATE), 409, "late_against_nobody")
    against = entry_in(event, "main-1-1", 0)
    refused(organizer.post(f"{stage}entries/", {**LATE, "against": against}), 422, "reason_missing")
    body = {**LATE, "reason": "tardi", "against": against}
    entry = organizer.write(f"{stage}entries/", body)
    assert entry_in(event, "main-1-1", 1) == entry["id"]


def test_a_late_entry_that_breaks_something_is_named_without_an_id(
    organizer: Program, club: Club
) -> None:
    event = make_event(
        club=club, pairs=5, format="single_elimination", constraints={"clubs_apart": True}
    )
    against = entry_in(event, "main-1-1", 0)
    assert against is not None
    event.entries.filter(pk=against).update(club_name="Bar Centrale", club_as_drawn="Bar Centrale")
    body = {**LATE, "club_name": "Bar Centrale", "reason": "tardi", "against": against}
    answer = organizer.post(f"stages/{event.stages.get().pk}/entries/", body, accept_language="en")
    (fault,) = refused(answer, 409, "change_breaks_something")["violations"]
    # Nothing was entered: an id of the late pair would be that of the next entry of all.
    assert {fault["params"]["one"], fault["params"]["other"]} == {0, against}
    label = read_label(organizer, against)
    assert label in fault["sentence"]
    assert "Fabbri – Ricci" in fault["sentence"]


def test_a_match_that_has_begun_is_named(organizer: Program, event: Event, stage: str) -> None:
    begun = next(
        row for row in event.pairings.filter(round__section="main", round__number=1) if row.match_id
    )
    win(begun)
    against = entry_in(event, begun.code, 0)
    body = {**LATE, "reason": "tardi", "against": against, "preliminary": True}
    problem = refused(organizer.post(f"{stage}entries/", body), 409, "bracket_change_refused")
    assert pairing(event, begun.code).state == "DECIDED"
    (fault,) = problem["violations"]
    assert fault["code"] == "match_has_begun"
    rival = entry_in(event, begun.code, 1)
    assert {fault["params"]["one"], fault["params"]["other"]} == {against, rival}
    for entry in (against, rival):
        assert read_label(organizer, entry) in fault["sentence"]
