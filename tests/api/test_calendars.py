"""/stages/{id}/calendar/ and /rounds/{id}/date/: when rounds are played."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event
from tests.tournaments.steps import QUICK, win
from tournaments.models import Club, Event

WEEKLY = {"start": "2026-11-03", "weekdays": [1]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=QUICK, format="round_robin")


def dates(program: Program, event: Event) -> list[str | None]:
    return [row["date"] for row in program.read(f"rounds/?event={event.pk}")["results"]]


def test_a_calendar_is_given_to_a_stage_and_read_by_everybody(
    organizer: Program, anybody: Program, event: Event
) -> None:
    stage = f"stages/{event.stages.get().pk}/"
    assert anybody.read(stage)["calendar"] is None
    assert dates(anybody, event) == [None, None, None]
    skips = {**WEEKLY, "skipped": ["2026-11-17", "2026-11-10"]}
    answer = organizer.put(f"{stage}calendar/", skips)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told == {**skips, "rounds_a_date": 1, "skipped": ["2026-11-10", "2026-11-17"]}
    assert anybody.read(stage)["calendar"] == told
    found = ["2026-11-03", "2026-11-24", "2026-12-01"]
    assert dates(anybody, event) == found
    pairings = anybody.read(f"pairings/?event={event.pk}")["results"]
    assert [row["date"] for row in pairings] == [day for day in found for _ in range(2)]
    bracket = anybody.read(f"events/{event.pk}/bracket/")
    assert [row["date"] for row in bracket["rounds"]] == found


def test_a_calendar_is_taken_away(organizer: Program, event: Event) -> None:
    stage = f"stages/{event.stages.get().pk}/"
    organizer.put(f"{stage}calendar/", WEEKLY)
    assert organizer.delete(f"{stage}calendar/").status_code == 204
    assert organizer.read(stage)["calendar"] is None
    assert dates(organizer, event) == [None, None, None]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"weekdays": []}, "calendar_without_weekdays"),
        ({"weekdays": [7]}, "no_such_weekday"),
        ({"weekdays": [-1]}, "no_such_weekday"),
        ({"weekdays": ["1"]}, "wrong_type"),
        ({"weekdays": [1] * 8}, "too_long"),
        ({"rounds_a_date": 0}, "too_few_rounds_a_date"),
        ({"rounds_a_date": 1.5}, "wrong_type"),
        ({"start": "1999-12-31"}, "date_out_of_range"),
        ({"start": 20261103}, "wrong_type"),
        ({"start": "3/11/2026"}, "wrong_type"),
        ({"skipped": ["2026-02-30"]}, "wrong_type"),
        ({"holidays": []}, "field_unknown"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(
    organizer: Program, event: Event, more: dict[str, Any], code: str
) -> None:
    answer = organizer.put(f"stages/{event.stages.get().pk}/calendar/", {**WEEKLY, **more})
    assert answer.status_code == 422, answer.content
    assert code in [violation["code"] for violation in answer.json()["violations"]]
    assert dates(organizer, event) == [None, None, None]


def test_a_round_is_moved_until_it_is_over(organizer: Program, event: Event) -> None:
    pairings = list(event.pairings.order_by("pk"))
    address = f"rounds/{pairings[0].round_id}/date/"
    answer = organizer.put(address, {"date": "2026-11-04"})
    assert answer.json() == organizer.read(f"rounds/{pairings[0].round_id}/")
    assert dates(organizer, event) == ["2026-11-04", None, None]
    for pairing in pairings[:2]:
        win(pairing)
    refused(organizer.put(address, {"date": "2026-11-05"}), 409, "round_is_over")
    refused(organizer.put(address, {"date": None}), 422, "body_refused")


def test_a_kept_copy_is_renewed(organizer: Program, event: Event) -> None:
    address = f"events/{event.pk}/bracket/"
    tag = organizer.get(address)["ETag"]
    organizer.put(f"stages/{event.stages.get().pk}/calendar/", WEEKLY)
    assert organizer.get(address, if_none_match=tag).status_code == 200
