"""GET /stages/{id}/outlook/ and POST /stages/{id}/what-if/."""

from typing import Any

import pytest

from jobs.models import Job
from jobs.services import run
from tests.api.client import Program, refused
from tests.factories import make_event
from tests.tournaments.steps import QUICK, pairing, win
from tests.web.test_outlook import decide, robin
from tournaments.models import Club
from tournaments.selectors.standings import outlooks


def test_before_the_draw_there_are_no_rows(club: Club, anybody: Program) -> None:
    stage = make_event(club=club, drawn=False).stages.get()
    told = anybody.read(f"stages/{stage.pk}/outlook/")
    assert told == {"stage": stage.pk, "version": 0, "ready": True, "rows": []}


def test_everybody_is_through_can_be_or_is_out_with_a_sentence(
    club: Club, anybody: Program
) -> None:
    event = robin(club)
    decide(event, but=0)
    stage = event.stages.get(number=1)
    told = anybody.read(f"stages/{stage.pk}/outlook/", accept_language="en")
    assert [row["fate"] for row in told["rows"]] == ["through", "through", "out", "out"]
    assert told["rows"][0]["why"] == {
        "code": "through_now",
        "params": {},
        "sentence": "Through.",
    }
    assert all(row["exact"] and row["endings"] is None for row in told["rows"])


def test_a_rival_is_named_in_the_sentence(club: Club, anybody: Program) -> None:
    for last in (1, 2, 3):
        event = robin(club, last=last)
        decide(event, but=1)
        stage = event.stages.get(number=1)
        rows = anybody.read(f"stages/{stage.pk}/outlook/", accept_language="en")["rows"]
        names = {row["entry"]["id"]: row["entry"]["short"] for row in rows}
        for row in rows:
            if "rival" in row["why"]["params"]:
                assert names[row["why"]["params"]["rival"]] in row["why"]["sentence"]


def test_a_large_one_is_counted_by_a_worker(
    club: Club, anybody: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlooks, "SMALL", 1)
    stage = robin(club).stages.get(number=1)
    path = f"stages/{stage.pk}/outlook/"
    told = anybody.get(path)
    assert told.json()["ready"] is False
    job = Job.objects.get(kind="outlook")
    run(job_id=job.pk, attempt=job.attempt)
    again = anybody.get(path, if_none_match=told["ETag"])
    assert again.status_code == 200
    assert len(again.json()["rows"]) == 4
    assert anybody.get(path, if_none_match=again["ETag"]).status_code == 304


def supposed(program: Program, stage: int, *results: dict[str, Any]) -> Any:
    return program.post(f"stages/{stage}/what-if/", {"results": list(results)})


def test_what_if_ranks_what_is_supposed_and_writes_nothing(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    stage = event.stages.get()
    first = pairing(event, "main-1-1")
    told = supposed(anybody, stage.pk, {"pairing": first.pk, "winner": 1}).json()
    by_entry = {row["entry"]["id"]: row for row in told["rows"]}
    loser = by_entry[first.slots.get(position=0).entry_id]
    assert (loser["first"], loser["last"], loser["fate"], loser["fate_now"]) == (3, 4, "out", "can")
    assert (loser["first_now"], loser["last_now"]) == (1, 4)
    assert event.stages.get().version == told["version"] == stage.version


def test_nothing_supposed_is_the_ranking_as_it_is(club: Club, anybody: Program) -> None:
    stage = robin(club).stages.get(number=1)
    rows = supposed(anybody, stage.pk).json()["rows"]
    assert all(row["first"] == row["first_now"] for row in rows)


def test_what_cannot_be_supposed_is_refused(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    other = pairing(make_event(club=club, pairs=2), "main-1-1")
    stage, first = event.stages.get(), pairing(event, "main-1-1")
    win(first)
    second, final = pairing(event, "main-1-2"), pairing(event, "main-2-1")
    for results in (
        [{"pairing": other.pk, "winner": 0}],
        [{"pairing": first.pk, "winner": 0}],
        [{"pairing": final.pk, "winner": 0}],
        [{"pairing": second.pk, "winner": 3}],
        [{"pairing": second.pk, "winner": None}],
        [{"pairing": second.pk, "winner": 0}, {"pairing": second.pk, "winner": 1}],
        [{"pairing": second.pk, "winner": 0, "games": [0, 1]}],
    ):
        refused(supposed(anybody, stage.pk, *results), 422, "refused_by_rules")
    refused(supposed(anybody, stage.pk, {"pairing": "x"}), 422, "body_refused")
