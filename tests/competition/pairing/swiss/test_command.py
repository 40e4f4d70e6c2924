"""``python -m competition pair``: documents in, the same rounds out on any machine."""

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from competition.documents.rounds import pair
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import pair_best_round
from kernel.refusals import Refused, Unreadable
from tests.competition.pairing.swiss.tournaments import rounds_of


def entry(player: PresentEntry) -> dict[str, Any]:
    return {
        "id": player.id,
        "seed": player.seed,
        "club": player.club,
        "points": player.points,
        "met": sorted(player.met, key=str),
        "had_bye": player.had_bye,
        "floated": player.floated,
    }


def document(entries: int) -> dict[str, Any]:
    *_, (players, _) = rounds_of(
        entries, 5, Random(entries), lambda there: pair_best_round(there, PairingPreferences())
    )
    return {"format": "swiss", "options": {}, "entries": [entry(player) for player in players]}


def run(*documents: dict[str, Any], hash_seed: str) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "competition", "pair"],
        input="\n".join(map(json.dumps, documents)).encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_round_does_not_hang_on_the_process_that_pairs_it() -> None:
    documents = [document(101), document(450)]
    first = run(*documents, hash_seed="1")
    assert first == run(*documents, hash_seed="2")
    assert first == [{"id": None, **pair(each)} for each in documents]
    assert all(each["proved"] for each in first)


def test_danese_takes_neighbours_and_says_what_they_come_to_by_score_groups() -> None:
    entries = [
        {"id": name, "points": points, "met": met}
        for name, points, met in (("a", 6, ["b"]), ("b", 4, []), ("c", 4, []), ("d", 2, ["c"]))
    ]
    asked = {"format": "danese", "entries": entries}
    again = pair(asked)
    assert again["pairings"] == [["a", "b"], ["c", "d"]]
    assert again["levels"] == [2, 0, 2, 0, 0, 0]
    apart = pair({**asked, "options": {"rematches": False}})
    assert apart["pairings"] == [["a", "c"], ["b", "d"]]
    assert apart["levels"][0] == 0


def test_the_last_of_the_standings_rests_in_a_danese_round() -> None:
    entries = [{"id": number, "points": -number} for number in range(5)]
    entries[-1]["had_bye"] = True
    found = pair({"format": "danese", "entries": entries})
    assert (found["bye"], found["pairings"]) == (3, [[0, 1], [2, 4]])


def test_a_format_that_plans_ahead_pairs_no_round() -> None:
    with pytest.raises(Refused) as refused:
        pair({"format": "single_elimination", "entries": []})
    assert refused.value.violations[0].code == "not_paired_by_rounds"


@pytest.mark.parametrize(
    "wrong",
    [
        {"forced": [["a"]]},
        {"options": {"club_level": 6}},
        {"entries": []},
        {"forced": [["a", "b"]]},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        pair({"format": "swiss", "entries": [{"id": "a"}], **wrong})


@pytest.mark.parametrize("wrong", [{"options": {"clubs": 1}}, {"entries": [{"seed": 1}]}])
def test_what_has_no_form_is_unreadable(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        pair({"format": "swiss", "entries": [{"id": "a"}], **wrong})


def test_one_who_is_alone_rests() -> None:
    found = pair({"format": "swiss", "entries": [{"id": "a"}]})
    assert (found["pairings"], found["bye"], found["levels"]) == ([], "a", [0] * 6)
