"""Hands event by event, against a second, slow reading of the same rules."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.marriages import oracle, spoiling
from tests.rules.marriages.hands import begun, book_of, games, seeds, simulated, told, whole
from tests.rules.marriages.oracle import Doc

Game = tuple[str, Doc]


@given(games, seeds)
@settings(max_examples=300)
def test_a_simulated_hand_is_replayed_as_the_rules_have_it(game: Game, seed: int) -> None:
    doc = simulated(*game, seed)
    answer = oracle.replay(*game, doc)
    assert told(*game, doc) == answer
    assert answer["complete"] or answer["instant_win"] is not None


@given(games, seeds)
@settings(max_examples=300)
def test_anything_that_may_be_done_is_replayed_as_the_rules_have_it(game: Game, seed: int) -> None:
    for doc in (whole(*game, seed), begun(*game, seed)):
        answer = oracle.replay(*game, doc)
        assert "at" not in answer
        assert told(*game, doc) == answer


@given(games, seeds)
@settings(max_examples=600)
def test_a_document_with_one_thing_changed_is_judged_alike_at_the_same_event(
    game: Game, seed: int
) -> None:
    doc = whole(*game, seed) if seed % 2 else begun(*game, seed)
    changed = spoiling.spoiled(doc, Random(seed))
    assert told(*game, changed) == oracle.replay(*game, changed)


@pytest.mark.parametrize("way", spoiling.WAYS)
def test_every_way_to_change_a_document_spoils_some_and_at_different_places(way: Any) -> None:
    outcomes = []
    for seed in range(40):
        doc = whole("cinquecento", {"mi_copri": True}, seed)
        way(doc, Random(seed))
        answer = oracle.replay("cinquecento", {"mi_copri": True}, doc)
        assert told("cinquecento", {"mi_copri": True}, doc) == answer
        outcomes.append(answer.get("at", "legal"))
    assert len(set(outcomes)) > 1


@given(games, seeds)
@settings(max_examples=200)
def test_the_cards_of_a_whole_hand_make_120(game: Game, seed: int) -> None:
    result = told(*game, whole(*game, seed))
    assert result["complete"]
    assert sum(result["card_points"]) == 120
    assert sum(result["totals"]) == 120 + sum(each["value"] for each in result["declarations"])
    assert result["running"][-1] == result["totals"]


@given(games, seeds, st.data())
@settings(max_examples=200)
def test_a_hand_that_is_cut_off_says_what_the_whole_hand_said_till_then(
    game: Game, seed: int, data: st.DataObject
) -> None:
    doc = whole(*game, seed)
    count = data.draw(st.integers(0, len(doc["tricks"])))
    early, late = told(*game, {**doc, "tricks": doc["tricks"][:count]}), told(*game, doc)
    for name in ("winners", "trumps", "running"):
        assert early[name] == late[name][:count]
    so_far = [each for each in late["declarations"] if each["trick"] < count]
    assert early["declarations"] == so_far
    assert early["complete"] == (count == len(doc["tricks"]))


def test_kings_and_horses_come_often_enough_to_test_with() -> None:
    kinds = [
        each["kind"]
        for seed in range(300)
        for each in oracle.replay("marianna", MI_COPRI, whole("marianna", MI_COPRI, seed))[
            "declarations"
        ]
    ]
    for kind in ("marriage", "mi_copri", "mariannino", "mariannone"):
        assert kinds.count(kind) > 2, kind


MI_COPRI: Doc = {"mi_copri": True}


def test_nothing_is_there_before_the_first_event() -> None:
    book, chosen = book_of("briscola_151", {})
    doc = {**whole("briscola_151", {}, 1), "tricks": []}
    assert book.replay(doc, chosen) == {
        "complete": False,
        "winners": [],
        "trumps": [],
        "declarations": [],
        "card_points": [0, 0],
        "declared_points": [0, 0],
        "totals": [0, 0],
        "running": [],
        "instant_win": None,
    }
