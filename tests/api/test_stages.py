"""/events/{id}/stages/, /stages/{id}/ and its groups: made, changed, taken away."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import draw_now, make_event
from tests.tournaments.steps import QUICK
from tournaments.models import Club, Event, Stage

CUT = {"take": "places", "stage": 1, "last": 4}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(
        club=club,
        pairs=8,
        drawn=False,
        tables=8,
        match_format=QUICK,
        format="qualifying",
        options={"rounds": 2, "groups": 2},
    )


def test_a_stage_is_added_with_its_cut_and_read_by_everybody(
    organizer: Program, anybody: Program, event: Event
) -> None:
    address = f"events/{event.pk}/stages/"
    body = {"format": "consolation", "cut": CUT, "options": {"places": 4}, "name": "Finale"}
    told = organizer.write(address, body)
    assert (told["number"], told["name"], told["drawn"]) == (2, "Finale", False)
    assert told["cut"]["last"] == 4
    first, second = anybody.read(address)["results"]
    assert (first["cut"], second) == (None, told)
    assert anybody.read(f"stages/{told['id']}/") == told
    assert anybody.read(f"stages/?event={event.pk}")["results"] == [first, second]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"format": "consolation"}, "field_missing"),
        ({"format": "consolation", "cut": 7}, "wrong_type"),
        ({"format": "consolation", "cut": {**CUT, "last": 0}}, "too_small"),
        ({"format": "consolation", "cut": {**CUT, "stage": 2}}, "cut_of_an_earlier_stage"),
        ({"format": "consolation", "cut": CUT, "options": {"places": 3}}, "no_such_choice"),
        ({"format": "swiss", "cut": CUT, "metrics": ["shoe_size"]}, "unknown_metric"),
        ({"format": "swiss", "cut": CUT, "metrics": ["lots", "wins"]}, "lots_before_others"),
        ({"format": "swiss", "cut": CUT, "shoes": 1}, "field_unknown"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(
    organizer: Program, event: Event, body: dict[str, Any], code: str
) -> None:
    answer = organizer.post(f"events/{event.pk}/stages/", body)
    assert answer.status_code == 422, answer.content
    assert code in [violation["code"] for violation in answer.json()["violations"]]
    assert event.stages.count() == 1


@pytest.mark.parametrize(
    ("cut", "violation"),
    [
        ({"take": "luck", "stage": 1}, ("no_such_choice", "/cut/take")),
        ({"take": ["places"], "stage": 1}, ("no_such_choice", "/cut/take")),
        ({"stage": 1}, ("field_missing", "/cut/take")),
        ({"take": "places", "stage": 1}, ("field_missing", "/cut/last")),
        ({**CUT, "last": "four"}, ("wrong_type", "/cut/last")),
        ({**CUT, "shoes": 1}, ("field_unknown", "/cut/shoes")),
        ([CUT], ("wrong_type", "/cut")),
    ],
)
def test_a_fault_of_a_cut_is_named_by_its_place(
    organizer: Program, event: Event, cut: Any, violation: tuple[str, str]
) -> None:
    problem = refused(
        organizer.post(f"events/{event.pk}/stages/", {"format": "swiss", "cut": cut}),
        422,
        "body_refused",
    )
    found = problem["violations"]
    assert [(each["code"], each["pointer"]) for each in found] == [violation]
    if found[0]["code"] == "no_such_choice":
        assert found[0]["params"]["choices"] == ["places", "of_each", "losers", "chosen"]


def test_what_is_named_changes_and_the_rest_stays(organizer: Program, event: Event) -> None:
    stage = organizer.write(f"events/{event.pk}/stages/", {"format": "swiss", "cut": CUT})
    answer = organizer.patch(f"stages/{stage['id']}/", {"options": {"rounds": 3}, "name": "B"})
    assert answer.status_code == 200, answer.content
    assert answer.json() == stage | {"options": {"rounds": 3}, "name": "B"}


@pytest.mark.parametrize(
    ("penalized", "metrics", "refusal"),
    [
        ("", ["points_for", "match_points"], "Match points"),
        ("", ["match_points"], None),
        ("points_for", ["match_points"], "Points made"),
        ("points_for", ["points_for"], None),
    ],
)
def test_a_criterion_that_points_are_off_stays_as_long_as_the_penalty_does(
    organizer: Program, event: Event, penalized: str, metrics: list[str], refusal: str | None
) -> None:
    body = {"format": "swiss", "cut": CUT, "metrics": ["match_points", "points_for"]}
    stage = organizer.write(f"events/{event.pk}/stages/", body)
    draw_now(event)
    off = {
        "stage": stage["id"],
        "entry": event.entries.earliest("pk").pk,
        "points": 2,
        "metric": penalized,
        "reason": "ritardo",
    }
    penalty = organizer.write(f"events/{event.pk}/penalties/", off)
    answer = organizer.patch(f"stages/{stage['id']}/", {"metrics": metrics}, accept_language="en")
    if refusal is None:
        assert answer.status_code == 200
        return
    (violation,) = refused(answer, 422, "format_refused")["violations"]
    assert violation["code"] == "metric_has_a_penalty"
    assert refusal in violation["sentence"]
    organizer.write(f"penalties/{penalty['id']}/cancel/", {"reason": "non era lui"})
    assert organizer.patch(f"stages/{stage['id']}/", {"metrics": metrics}).status_code == 200


def test_the_first_stage_takes_no_cut_and_changes_until_it_is_drawn(
    organizer: Program, event: Event
) -> None:
    first = event.stages.get()
    refused(organizer.patch(f"stages/{first.pk}/", {"cut": CUT}), 422, "format_refused")
    ranked = organizer.patch(f"stages/{first.pk}/", {"metrics": ["points_for", "lots"]})
    assert ranked.json()["metrics"] == ["points_for", "lots"]
    draw_now(event)
    refused(organizer.patch(f"stages/{first.pk}/", {"name": "A"}), 409, "stage_is_drawn")
    assert organizer.read(f"stages/{first.pk}/")["drawn"]


def test_the_last_stage_is_taken_away_and_the_first_is_not(
    organizer: Program, event: Event
) -> None:
    stage = organizer.write(f"events/{event.pk}/stages/", {"format": "swiss", "cut": CUT})
    assert organizer.delete(f"stages/{stage['id']}/").status_code == 204
    refused(organizer.get(f"stages/{stage['id']}/"), 404, "not_found")
    first = event.stages.get()
    refused(organizer.delete(f"stages/{first.pk}/"), 409, "only_the_last_stage")
    assert Stage.objects.filter(pk=first.pk).exists()


def test_a_group_has_its_name_its_place_and_its_tables(
    organizer: Program, anybody: Program, event: Event
) -> None:
    stage = event.stages.get().pk
    venue = organizer.write("venues/", {"club": event.club_id, "name": "Bar Fiume"})["id"]
    body = {"name": "Bar Fiume", "venue": venue, "tables": [1, 4]}
    answer = organizer.put(f"stages/{stage}/groups/1/", body)
    group = {"id": event.stages.get().groups.get().pk, "number": 1, **body}
    assert answer.json() == group
    assert anybody.read(f"stages/{stage}/")["groups"] == [group]


@pytest.mark.parametrize(
    ("number", "body", "status"),
    [
        (1, {"tables": [4, 1]}, 422),
        (1, {"tables": [1, 9]}, 422),
        (1, {"tables": [1]}, 422),
        (1, {"venue": 999_999}, 404),
        (65, {}, 404),
        (1, {"name": "a" * 81}, 422),
    ],
)
def test_a_group_that_cannot_be_is_refused(
    organizer: Program, event: Event, number: int, body: dict[str, Any], status: int
) -> None:
    stage = event.stages.get()
    answer = organizer.put(f"stages/{stage.pk}/groups/{number}/", body)
    assert answer.status_code == status, answer.content
    assert not stage.groups.exists()


def test_after_the_start_a_stage_is_taken_away_for_a_reason(organizer: Program, club: Club) -> None:
    event = make_event(club=club)
    body = {"format": "single_elimination", "cut": CUT, "reason": "una finale"}
    path = f"stages/{organizer.write(f'events/{event.pk}/stages/', body)['id']}/"
    refused(organizer.delete(path), 422, "reason_missing")
    assert organizer.delete(f"{path}?reason=troppo%20tardi").status_code == 204
