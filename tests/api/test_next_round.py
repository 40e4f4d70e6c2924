"""/stages/{id}/rounds/, absences, wishes and late entries: all before a round is paired."""

from random import Random
from typing import Any

import pytest

from jobs.services import run
from tests.api.client import Program, refused
from tests.factories import make_event
from tests.tournaments.evenings import evening, play_open
from tournaments.models import Club, Event

ROUNDS = {"rounds": 3}


@pytest.fixture
def event(club: Club) -> Event:
    """A Swiss of eight whose first round is played."""
    event = evening("swiss", 8, club=club, options=ROUNDS)
    play_open(event.stages.get(), Random(1))
    return event


@pytest.fixture
def stage(event: Event) -> str:
    return f"stages/{event.stages.get().pk}/"


def entries(event: Event) -> list[int]:
    return list(event.entries.order_by("pk").values_list("pk", flat=True))


def pair_next(organizer: Program, stage: str) -> None:
    answer = organizer.post(f"{stage}rounds/")
    assert answer.status_code == 202, answer.content
    assert answer["Location"] == f"/api/v1/jobs/{answer.json()['id']}/"
    run(job_id=answer.json()["id"], attempt=1)


def second_round(program: Program, event: Event) -> list[Any]:
    round_ = program.read(f"rounds/?event={event.pk}")["results"][1]["id"]
    rows: list[Any] = program.read(f"pairings/?event={event.pk}&round={round_}")["results"]
    return rows


def test_a_worker_pairs_the_next_round(organizer: Program, event: Event, stage: str) -> None:
    job = organizer.write(f"{stage}rounds/")
    assert organizer.write(f"{stage}rounds/")["id"] == job["id"]
    run(job_id=job["id"], attempt=1)
    assert organizer.read(f"jobs/{job['id']}/")["message"]["code"] == "paired"
    assert len(second_round(organizer, event)) == 4
    refused(organizer.post(f"{stage}rounds/"), 409, "round_not_played_out")


def test_a_stage_that_is_planned_whole_has_no_next_round(organizer: Program, club: Club) -> None:
    event = evening("round_robin", 4, club=club)
    play_open(event.stages.get(), Random(1))
    answer = organizer.post(f"stages/{event.stages.get().pk}/rounds/")
    refused(answer, 409, "no_round_left")


def test_the_last_round_is_taken_back_for_a_reason(
    organizer: Program, event: Event, stage: str
) -> None:
    refused(
        organizer.post(f"{stage}rounds/take-back/", {"reason": "manca uno"}), 409, "round_has_begun"
    )
    pair_next(organizer, stage)
    refused(organizer.post(f"{stage}rounds/take-back/", {}), 422, "reason_missing")
    assert organizer.write(f"{stage}rounds/take-back/", {"reason": "manca uno"}) == {"round": 2}
    assert len(organizer.read(f"rounds/?event={event.pk}")["results"]) == 1


def test_who_is_absent_is_not_paired_and_who_comes_after_all_is(
    organizer: Program, event: Event, stage: str
) -> None:
    away, resting, back, *_ = entries(event)
    for entry, kind in ((away, "absent"), (resting, "half_bye"), (back, "absent")):
        answer = organizer.put(f"{stage}absences/{entry}/", {"kind": kind})
        assert answer.status_code == 204
    assert organizer.delete(f"{stage}absences/{back}/").status_code == 204
    told = organizer.read(f"{stage}absences/")["results"]
    assert told == [
        {"entry": away, "round": 2, "kind": "absent"},
        {"entry": resting, "round": 2, "kind": "half_bye"},
    ]
    pair_next(organizer, stage)
    alone = {
        row["slots"][0]["entry"]["id"]: row["absence"]
        for row in second_round(organizer, event)
        if row["state"] == "BYE"
    }
    assert alone == {away: "absent", resting: "half_bye"}


def test_two_who_must_meet_do_and_two_who_must_not_do_not(
    organizer: Program, event: Event, stage: str
) -> None:
    first = {
        frozenset(slot["entry"]["id"] for slot in row["slots"])
        for row in organizer.read(f"pairings/?event={event.pk}")["results"]
    }
    everybody = entries(event)
    one = everybody[0]
    other, another = [entry for entry in everybody[1:] if frozenset((one, entry)) not in first][:2]
    for kind, entry in (("forced", other), ("forbidden", another)):
        body = {"kind": kind, "entries": [one, entry], "reason": "è giusto"}
        assert organizer.write(f"{stage}wishes/", body)["entries"] == [one, entry]
    forced, forbidden = organizer.read(f"{stage}wishes/")["results"]
    assert (forced["round"], forbidden["round"]) == (2, None)
    assert organizer.delete(f"wishes/{forbidden['id']}/").status_code == 204
    refused(organizer.delete(f"wishes/{forbidden['id']}/"), 404, "not_found")
    pair_next(organizer, stage)
    met = [{slot["entry"]["id"] for slot in row["slots"]} for row in second_round(organizer, event)]
    assert {one, other} in met


def test_a_round_that_the_wishes_make_impossible_fails_with_its_violations(
    organizer: Program, event: Event, stage: str
) -> None:
    one, *others = entries(event)
    for entry in others:
        body = {"kind": "forbidden", "entries": [one, entry], "reason": "è giusto"}
        organizer.write(f"{stage}wishes/", body)
    asked = organizer.write(f"{stage}rounds/")
    assert asked["problem"] is None
    run(job_id=asked["id"], attempt=1)
    job = organizer.read(f"jobs/{asked['id']}/", accept_language="en")
    assert job["state"] == "FAILED"
    problem = job["problem"]
    assert (problem["code"], problem["status"]) == ("refused_by_rules", 422)
    assert (job["message"]["code"], job["message"]["sentence"]) == (
        problem["code"],
        problem["title"],
    )
    (violation,) = problem["violations"]
    assert violation["code"] == "no_round_possible"
    assert violation["pointer"] is None
    assert violation["sentence"] not in ("", violation["code"])
    assert organizer.read(f"jobs/?event={event.pk}&state=FAILED", accept_language="en")[
        "results"
    ] == [job]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"reason": " "}, 422),
        ({"entries": [1]}, 422),
        ({"kind": "hoped"}, 422),
        ({"entries": [999_998, 999_999]}, 404),
    ],
)
def test_a_wish_that_cannot_be_is_refused(
    organizer: Program, event: Event, stage: str, more: dict[str, Any], status: int
) -> None:
    body = {"kind": "forced", "entries": entries(event)[:2], "reason": "sì", **more}
    assert organizer.post(f"{stage}wishes/", body).status_code == status
    assert organizer.read(f"{stage}wishes/")["results"] == []


def test_wishes_and_absences_are_for_who_manages(
    anybody: Program, stranger: Program, event: Event, stage: str
) -> None:
    for program in (anybody, stranger):
        for path in ("wishes/", "absences/"):
            refused(program.get(f"{stage}{path}"), 403, "not_allowed")


def test_who_comes_late_plays_from_the_next_round(
    organizer: Program, event: Event, stage: str
) -> None:
    players = [
        {"first_name": "Ivo", "last_name": "Neri"},
        {"first_name": "Ugo", "last_name": "Turci"},
    ]
    late = organizer.write(f"{stage}entries/", {"players": players})
    assert late["short"]
    nowhere = {"players": [{"last_name": "Bo"}, {"last_name": "Ba"}], "group": 2}
    refused(organizer.post(f"{stage}entries/", nowhere), 404, "not_found")
    assert event.entries.count() == 9
    pair_next(organizer, stage)
    seated = {
        slot["entry"]["id"]
        for row in second_round(organizer, event)
        for slot in row["slots"]
        if slot["entry"]
    }
    assert late["id"] in seated


def test_a_knock_out_takes_nobody_late_against_nobody(organizer: Program, club: Club) -> None:
    event = make_event(club=club)
    body = {"players": [{"last_name": "Neri"}, {"last_name": "Turci"}]}
    answer = organizer.post(f"stages/{event.stages.get().pk}/entries/", body)
    refused(answer, 409, "late_against_nobody")


def test_where_all_rounds_are_planned_nobody_is_absent_and_nothing_is_wished(
    organizer: Program, club: Club
) -> None:
    event = evening("round_robin", 4, club=club)
    stage, (one, other, *_) = f"stages/{event.stages.get().pk}/", entries(event)
    answer = organizer.put(f"{stage}absences/{one}/", {"kind": "absent"})
    refused(answer, 409, "absence_needs_rounds")
    body = {"kind": "forbidden", "entries": [one, other], "reason": "fratelli"}
    refused(organizer.post(f"{stage}wishes/", body), 409, "wish_needs_rounds")


class Swap:
    """Two who met in the first round are to meet again in the second."""

    def __init__(self, organizer: Program, event: Event, stage: str) -> None:
        self.organizer, self.event, self.path = organizer, event, f"{stage}rounds/swap/"
        pair_next(organizer, stage)
        first = organizer.read(f"pairings/?event={event.pk}")["results"][0]
        one, rival = (slot["entry"]["id"] for slot in first["slots"])
        beside = next(other for pair in self.meetings() for other in pair - {one} if one in pair)
        self.one, self.rival = one, rival
        self.body = {
            "entries": [beside, rival],
            "version": organizer.read(stage)["version"],
            "reason": "chiesto da tutti",
        }

    def meetings(self) -> list[set[int]]:
        rows = second_round(self.organizer, self.event)
        return [{slot["entry"]["id"] for slot in row["slots"]} for row in rows]

    def post(self, **more: Any) -> Any:
        return self.organizer.post(self.path, {**self.body, **more})


@pytest.fixture
def swap(organizer: Program, event: Event, stage: str) -> Swap:
    return Swap(organizer, event, stage)


def test_two_change_places_once_what_it_breaks_is_read(swap: Swap) -> None:
    before = swap.meetings()
    problem = refused(swap.post(), 409, "change_breaks_something")
    rematches = [fault for fault in problem["violations"] if fault["code"] == "rematch"]
    pairs = [{fault["params"]["one"], fault["params"]["other"]} for fault in rematches]
    assert {swap.one, swap.rival} in pairs
    for fault in rematches:
        for name in ("one", "other"):
            label = swap.organizer.read(f"entries/{fault['params'][name]}/")["short"]
            assert f"“{label}”" in fault["sentence"]
    assert swap.meetings() == before
    answer = swap.post(agreed=True)
    assert answer.status_code == 200
    told = answer.json()
    assert {swap.one, swap.rival} in swap.meetings()
    assert {row["why"]["code"] for row in told["pairings"]} == {"forced_pairing"}
    assert told["version"] > swap.body["version"]


def test_a_change_that_is_sent_twice_is_made_once(swap: Swap) -> None:
    told = swap.post(agreed=True).json()
    after = swap.meetings()
    problem = refused(swap.post(agreed=True), 409, "stage_has_moved_on")
    assert problem["params"] == {"version": told["version"]}
    assert [fault["pointer"] for fault in problem["violations"]] == ["/version"]
    assert swap.meetings() == after


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"reason": " "}, 422, "reason_missing"),
        ({"entries": [1]}, 422, "body_refused"),
        ({"version": None}, 422, "body_refused"),
        ({"entries": [999_998, 999_999]}, 404, "not_found"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    swap: Swap, more: dict[str, Any], status: int, code: str
) -> None:
    before = swap.meetings()
    refused(swap.post(**more), status, code)
    assert swap.meetings() == before
