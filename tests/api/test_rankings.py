"""/stages/{id}/ranking/ and its documents: who stands where, why, and how anyone finds the same."""

import io
import json
from random import Random
from typing import Any

import pytest

from competition.documents.plans import plan
from competition.documents.rankings import rank
from competition.documents.rounds import pair
from kernel.json_lines import answers
from tests.api.client import Program, refused
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.evenings import evening, play_open, play_stage
from tests.tournaments.steps import QUICK
from tests.tournaments.tied_event import make_tied_event
from tournaments.models import Club, Event
from tournaments.services.events.events import start_play
from tournaments.tasks import pair_here


def answered(verb: Any, document: dict[str, Any]) -> Any:
    (line,) = answers(io.BytesIO(json.dumps(document).encode()), verb)
    return json.loads(line)


def stage_id(event: Event) -> int:
    return event.stages.get(number=1).pk


@pytest.fixture
def swiss(club: Club) -> Event:
    event = evening("swiss", 7, club=club, options={"rounds": 3})
    play_stage(event.stages.get(), Random(7))
    return event


def test_a_ranking_has_its_values_and_its_reasons(anybody: Program, swiss: Event) -> None:
    told = anybody.read(f"stages/{stage_id(swiss)}/ranking/")
    assert told["metrics"][0] == "match_points"
    values = [row["values"]["match_points"] for row in told["rows"]]
    assert values == sorted(values, reverse=True)
    assert all(list(row["values"]) == told["metrics"] for row in told["rows"])
    assert told["rows"][0]["why"]["code"].startswith("above_by")
    assert told["rows"][0]["why"]["sentence"].startswith("Davanti per")
    assert (told["cuts"], told["by_group"]) == ([], False)


def test_who_has_the_version_is_not_told_again(anybody: Program, swiss: Event) -> None:
    address = f"stages/{stage_id(swiss)}/ranking/"
    tag = anybody.get(address)["ETag"]
    assert anybody.get(address, if_none_match=tag).status_code == 304


def test_the_cut_says_who_goes_on_and_who_is_level(anybody: Program, club: Club) -> None:
    event = make_tied_event(club)
    (cut,) = anybody.read(f"stages/{stage_id(event)}/ranking/")["cuts"]
    assert (cut["stage"], len(cut["through"]), len(cut["level"]), cut["places"]) == (2, 2, 2, 1)
    assert cut["cut"]["last"] == 3


def test_groups_that_rank_alone_are_told_one_after_the_other(anybody: Program, club: Club) -> None:
    event = evening("groups", 8, club=club, options={"group_size": 4})
    told = anybody.read(f"stages/{stage_id(event)}/ranking/")
    assert told["by_group"]
    assert [row["group"] for row in told["rows"]] == [1] * 4 + [2] * 4


def test_a_bracket_ranks_without_metrics(anybody: Program, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    told = anybody.read(f"stages/{stage_id(event)}/ranking/")
    assert told["metrics"] == []
    assert {row["why"]["code"] for row in told["rows"]} == {"still_in"}


def test_before_the_draw_nobody_stands_anywhere(anybody: Program, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert anybody.read(f"stages/{stage_id(event)}/ranking/")["rows"] == []


def test_the_ranking_is_found_again_from_its_document(anybody: Program, swiss: Event) -> None:
    address = f"stages/{stage_id(swiss)}/"
    document = anybody.read(f"{address}documents/rank/")
    rows = anybody.read(f"{address}ranking/")["rows"]
    again = answered(rank, document)["ranking"]
    assert {(row["entry"], row["place"]) for row in again} == {
        (row["entry"]["id"], row["first"]) for row in rows
    }


def test_the_pairings_are_found_again_from_the_drawn_order(anybody: Program, club: Club) -> None:
    event = evening("double_elimination", 6, club=club)
    planned = answered(plan, anybody.read(f"stages/{stage_id(event)}/documents/plan/"))["pairings"]
    codes = [row["code"] for row in anybody.read(f"pairings/?event={event.pk}")["results"]]
    assert sorted(row["id"] for row in planned) == sorted(codes)


def test_a_round_is_found_again_from_its_document(anybody: Program, swiss: Event) -> None:
    address = f"stages/{stage_id(swiss)}/documents/pair/"
    (document,) = anybody.read(f"{address}?round=2")["documents"]
    round_ = anybody.read(f"rounds/?event={swiss.pk}")["results"][1]["id"]
    rows = anybody.read(f"pairings/?event={swiss.pk}&round={round_}")["results"]
    told = answered(pair, document)
    assert told["pairings"] == [
        [slot["entry"]["id"] for slot in row["slots"]] for row in rows if row["state"] != "BYE"
    ]
    (bye,) = [row for row in rows if row["state"] == "BYE"]
    assert told["bye"] == bye["slots"][0]["entry"]["id"]


@pytest.mark.parametrize(("query", "status"), [("", 400), ("?round=1", 400), ("?round=9", 404)])
def test_a_round_that_there_is_not_has_no_document(
    anybody: Program, swiss: Event, query: str, status: int
) -> None:
    answer = anybody.get(f"stages/{stage_id(swiss)}/documents/pair/{query}")
    assert answer.status_code == status
    (fault,) = answer.json()["violations"]
    assert fault["params"]["field"] == "round"


def test_pairings_say_why_they_meet(anybody: Program, swiss: Event) -> None:
    rows = anybody.read(f"pairings/?event={swiss.pk}")["results"]
    assert all(row["why"]["sentence"] for row in rows)
    assert {row["stage"] for row in rows} == {stage_id(swiss)}
    byes = [row["absence"] for row in rows if row["state"] == "BYE"]
    assert byes == ["bye"] * 3
    bracket = anybody.read(f"events/{swiss.pk}/bracket/")
    assert bracket["rounds"][0]["pairings"][0]["why"]["code"] == "first_round_fold"


def test_brackets_by_stage_and_group(anybody: Program, club: Club) -> None:
    event = evening("double_elimination", 8, 2, club=club)
    stage, path = stage_id(event), f"events/{event.pk}/bracket/"
    play_open(event.stages.get(), Random(1))
    told = anybody.read(f"{path}?stage={stage}&group=2")
    assert told["stage"] == stage
    assert {row["group"] for row in told["rounds"]} == {2}
    states = {each["state"] for row in anybody.read(path)["rounds"] for each in row["pairings"]}
    assert states <= {"DECIDED", "NOT_NEEDED"}
    refused(anybody.get(f"{path}?stage={stage + 1}"), 404, "not_found")
    refused(anybody.get(f"{path}?group=x"), 400, "query_refused")


def test_it_costs_the_same_number_of_queries_at_any_size(
    club: Club, anybody: Program, django_assert_max_num_queries: Any
) -> None:
    for pairs in (6, 30):
        event = evening("swiss", pairs, club=club, options={"rounds": 2}, running=False)
        start_play(event=event, actor=owner_of(club), now=NOW)
        play_open(event.stages.get(), Random(1))
        pair_here(stage=event.stages.get(), actor=owner_of(club), now=NOW)
        with django_assert_max_num_queries(15):
            anybody.get(f"stages/{stage_id(event)}/ranking/")
