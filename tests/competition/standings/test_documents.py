"""``rank``: the notation to the letter."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from competition.documents.rankings import rank
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from kernel.json_lines import answers
from kernel.refusals import Unreadable

DOCUMENT: dict[str, Any] = {
    "id": 7,
    "metrics": ["match_points", "buchholz", "average_opponents_buchholz", "lots"],
    "entries": ["a", "b", 3],
    "results": [
        {"round": 1, "slots": ["a", "b"], "score": [2, 0], "kind": "played", "points": [5, 3]},
        {"round": 1, "slots": [3], "kind": "bye"},
        {"round": 2, "slots": [3, "b"], "score": [2, 0], "kind": "forfeit"},
        {"round": 2, "slots": ["a"], "kind": "absent"},
    ],
}


def answer(**changes: Any) -> Any:
    [said] = answers([json.dumps(DOCUMENT | changes).encode()], rank)
    return json.loads(said)


def made(metric: str, **changes: Any) -> dict[Any, Any]:
    ranking = answer(metrics=[metric], **changes)["ranking"]
    return {row["entry"]: row["values"][metric] for row in ranking}


def test_a_ranking_is_answered_to_the_letter() -> None:
    assert answer() == {
        "id": 7,
        "legal": True,
        "ranking": [
            {
                "entry": 3,
                "place": 1,
                "values": {
                    "match_points": 4,
                    "buchholz": 2,
                    "average_opponents_buchholz": [0, 1],
                    "lots": None,
                },
                "why": {
                    "code": "above_by",
                    "params": {
                        "metric": "match_points",
                        "mine": 4,
                        "theirs": 2,
                        "among": 3,
                        "over": "a",
                    },
                },
            },
            {
                "entry": "a",
                "place": 2,
                "values": {
                    "match_points": 2,
                    "buchholz": 2,
                    "average_opponents_buchholz": [3, 1],
                    "lots": None,
                },
                "why": {
                    "code": "above_by",
                    "params": {
                        "metric": "match_points",
                        "mine": 2,
                        "theirs": 0,
                        "among": 3,
                        "over": "b",
                    },
                },
            },
            {
                "entry": "b",
                "place": 3,
                "values": {
                    "match_points": 0,
                    "buchholz": 3,
                    "average_opponents_buchholz": [2, 1],
                    "lots": None,
                },
                "why": None,
            },
        ],
    }


def test_entries_may_be_told_as_a_draw_has_them() -> None:
    entries = [{"id": "a", "seed": 1, "club": None}, {"id": "b"}, 3]
    assert answer(entries=entries) == answer()


def test_lots_are_by_the_text_of_the_id() -> None:
    lots = {"3": 2, "a": 1, "b": 3}
    assert made("lots", lots=lots) == {3: 2, "a": 1, "b": 3}
    assert made("lots", lots={"3": 2}, entries=["a", "b", 3, "3"]) == {
        3: None,
        "3": 2,
        "a": None,
        "b": None,
    }


@pytest.mark.parametrize(
    ("known", "scores"),
    [
        ({"games": [2, 1], "points": [3, 5]}, [2, 0]),
        ({"points": [3, 5]}, [0, 2]),
        ({"thirds": [8, 8]}, [1, 1]),
        ({"score": [3, 1], "points": [3, 5]}, [3, 1]),
    ],
)
def test_a_score_that_is_not_written_follows_from_what_is(
    known: dict[str, Any], scores: list[int]
) -> None:
    results = [{"round": 1, "slots": ["a", "b"], "kind": "played", **known}]
    assert made("match_points", results=results) == {"a": scores[0], "b": scores[1], 3: 0}


def test_a_round_alone_is_worth_what_the_options_say() -> None:
    results = [
        {"round": 1, "slots": ["a"], "kind": "bye"},
        {"round": 1, "slots": ["b"], "kind": "half_bye"},
        {"round": 1, "slots": [3], "kind": "absent"},
    ]
    assert made("match_points", results=results) == {"a": 2, "b": 1, 3: 0}
    options = {"win": 3, "loss": -1}
    assert made("match_points", results=results, options=options) == {"a": 3, "b": 1, 3: -1}
    options = {"bye": 5, "half_bye": 4, "absent": 3}
    assert made("match_points", results=results, options=options) == {"a": 5, "b": 4, 3: 3}


def test_what_one_slot_is_not_known_for_adds_nothing() -> None:
    results = [{"round": 1, "slots": ["a", "b"], "score": [2, 0], "thirds": [20, None]}]
    assert made("thirds", results=results) == {"a": 20, "b": 0, 3: 0}


def test_penalties_count_unless_cancelled() -> None:
    penalty = {"entry": 3, "points": 3, "article": "12", "reason": "late"}
    assert made("match_points", penalties=[penalty])[3] == 1
    assert made("match_points", penalties=[penalty | {"cancelled": True}])[3] == 4
    assert made("match_points", penalties=[{"entry": "b", "void": True}]) == {3: 2, "a": 0, "b": 0}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"metrics": []}, "too_short"),
        ({"metrics": ["elo"]}, "unknown_metric"),
        ({"options": {"unplayed": "2025"}}, "no_such_choice"),
        ({"results": [{"round": 0, "slots": ["a"], "kind": "bye"}]}, "too_small"),
        ({"results": [{"round": 1, "slots": ["a", "b"], "kind": "forfeit"}]}, "not_by_slot"),
        ({"results": [{"round": 1, "slots": ["a", "b"], "points": [3]}]}, "not_by_slot"),
        ({"results": [{"round": 1, "slots": [], "kind": "absent"}]}, "kind_for_slots"),
        ({"results": [{"round": 1, "slots": [], "score": []}]}, "kind_for_slots"),
        ({"penalties": [{"entry": "a", "points": -1}]}, "too_small"),
        ({"lots": {"z": 1}}, "unknown_entry"),
    ],
)
def test_what_can_be_read_but_not_ranked_is_answered(changes: dict[str, Any], code: str) -> None:
    said = answer(**changes)
    assert (said["id"], said["legal"]) == (7, False)
    assert code in {violation["code"] for violation in said["violations"]}


def test_a_kind_that_is_none_is_told_once_with_all_that_there_are() -> None:
    [violation] = answer(results=[{"round": 1, "slots": ["a"], "kind": "won"}])["violations"]
    assert violation["code"] == "no_such_choice"
    assert violation["params"] == {
        "field": "results.0.kind",
        "value": "won",
        "choices": ["played", "forfeit", "bye", "half_bye", "absent"],
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "swiss"},
        {"metrics": "lots"},
        {"options": {"elo": 1}},
        {"options": {"win": 2.5}},
        {"entries": [None]},
        {"entries": [{"seed": 1}]},
        {"results": [{"round": 1, "slots": ["a", "b"], "score": [1.5, 0.5]}]},
        {"results": [{"round": 1, "slots": ["a", "b"], "score": [None, 1]}]},
        {"results": [{"slots": ["a"], "kind": "bye"}]},
        {"lots": {"a": "1"}},
        {"penalties": [{"points": 1}]},
    ],
)
def test_what_is_no_document_is_unreadable(changes: dict[str, Any]) -> None:
    with pytest.raises(Unreadable, match="line 1: "):
        answer(**changes)


def test_the_page_on_standings_tells_the_truth() -> None:
    page = Path("docs/explanation/standings.md").read_text()
    asked, answered = re.findall(r"```json\n(.*)\n```", page)
    [said] = answers([asked.encode()], rank)
    assert json.loads(said) == json.loads(answered)
    named = set(re.findall(r"`([a-z_0-9]+)`", page))
    assert METRICS.keys() | StandingsOptions.model_fields.keys() <= named
