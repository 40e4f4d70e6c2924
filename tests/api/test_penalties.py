"""/events/{id}/penalties/, /penalties/{id}/cancel/ and /entries/{id}/disqualify/."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tests.tournaments.test_rounds import swiss
from tournaments.models import Club, Entry, Event, Penalty, Role
from tournaments.selectors.standings.rankings import load_ranking


@pytest.fixture
def event(club: Club) -> Event:
    return swiss(4, club=club)


def entry_of(event: Event) -> Entry:
    return event.entries.order_by("pk")[0]


def off(event: Event, **more: Any) -> dict[str, Any]:
    return {
        "entry": entry_of(event).pk,
        "stage": event.stages.get().pk,
        "points": 2,
        "article": "7",
        "reason": "segni",
        **more,
    }


def test_points_come_off_and_everybody_reads_why(
    organizer: Program, anybody: Program, event: Event
) -> None:
    address = f"events/{event.pk}/penalties/"
    answer = organizer.post(address, off(event))
    assert answer.status_code == 201
    told = answer.json()
    assert (told["kind"], told["points"], told["metric"]) == ("POINTS", 2, "")
    assert (told["article"], told["reason"], told["cancelled"]) == ("7", "segni", None)
    assert answer["Location"] == f"/api/v1/penalties/{told['id']}/"
    assert anybody.read(f"penalties/{told['id']}/") == told
    assert anybody.read(address)["results"] == [told]
    assert anybody.read(f"{address}?entry={told['entry']['id']}")["results"] == [told]
    other = event.entries.exclude(pk=told["entry"]["id"]).earliest("pk")
    assert anybody.read(f"{address}?entry={other.pk}")["results"] == []
    last = load_ranking(event.stages.get()).placings[-1]
    assert last.entry == entry_of(event).pk


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"points": 0}, 422, "body_refused"),
        ({"points": 10_000}, 422, "body_refused"),
        ({"points": 2.5}, 422, "body_refused"),
        ({"points": "2"}, 422, "body_refused"),
        ({"reason": " "}, 422, "reason_missing"),
        ({"metric": "lots"}, 409, "penalty_metric"),
        ({"metric": "shoe_size"}, 409, "penalty_metric"),
        ({"entry": 999_999}, 404, "not_found"),
        ({"stage": 999_999}, 404, "not_found"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(
    organizer: Program, event: Event, more: dict[str, Any], status: int, code: str
) -> None:
    refused(organizer.post(f"events/{event.pk}/penalties/", off(event, **more)), status, code)
    assert not Penalty.objects.exists()


def test_an_entry_of_another_event_has_no_penalty_here(
    organizer: Program, club: Club, event: Event
) -> None:
    other = make_event(club=club)
    body = off(event, entry=entry_of(other).pk)
    refused(organizer.post(f"events/{event.pk}/penalties/", body), 422, "entry_not_entered")


def test_a_bracket_has_no_ranking(organizer: Program, club: Club) -> None:
    event = make_event(club=club)
    answer = organizer.post(f"events/{event.pk}/penalties/", off(event))
    refused(answer, 409, "penalty_needs_a_ranking")


@pytest.mark.parametrize("voids", [False, True])
def test_a_disqualification_says_what_becomes_of_the_results(
    organizer: Program, event: Event, voids: bool
) -> None:
    entry = entry_of(event)
    body = {"voids": voids, "article": "9", "reason": "insulti"}
    told = organizer.write(f"entries/{entry.pk}/disqualify/", body)
    assert (told["kind"], told["voids"], told["stage"]) == ("DISQUALIFIED", voids, None)
    assert organizer.read(f"entries/{entry.pk}/")["state"] == "DISQUALIFIED"
    refused(organizer.post(f"entries/{entry.pk}/disqualify/", body), 422, "entry_not_entered")


def test_that_choice_is_never_made_for_the_organizer(organizer: Program, event: Event) -> None:
    address = f"entries/{entry_of(event).pk}/disqualify/"
    refused(organizer.post(address, {"reason": "insulti"}), 422, "body_refused")
    assert entry_of(event).state == "ENTERED"


def test_cancelled_it_stays_with_the_reason_and_is_cancelled_once(
    organizer: Program, anybody: Program, event: Event
) -> None:
    penalty = organizer.write(f"events/{event.pk}/penalties/", off(event))
    address = f"penalties/{penalty['id']}/cancel/"
    refused(organizer.post(address, {"reason": ""}), 422, "reason_missing")
    told = organizer.write(address, {"reason": "non era lui"})
    assert told["cancelled"]["reason"] == "non era lui"
    assert anybody.read(f"events/{event.pk}/penalties/")["results"] == [told]
    refused(organizer.post(address, {"reason": "ancora"}), 409, "penalty_cancelled_already")


def test_only_who_manages_gives_and_cancels(
    organizer: Program, stranger: Program, club: Club, event: Event
) -> None:
    penalty = organizer.write(f"events/{event.pk}/penalties/", off(event))
    for who in (stranger, Program(make_member(club, Role.Kind.REFEREE))):
        for address, body in (
            (f"events/{event.pk}/penalties/", off(event)),
            (f"penalties/{penalty['id']}/cancel/", {"reason": "x"}),
            (f"entries/{entry_of(event).pk}/disqualify/", {"voids": True, "reason": "x"}),
        ):
            refused(who.post(address, body), 403, "not_allowed")
