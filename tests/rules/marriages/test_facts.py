"""The tables that were handed to us: declarations in their order, card points by tricks."""

from typing import Any

import pytest
from hypothesis import given, settings

from rules.marriages.ending import CLAIMABLE
from tests.rules.marriages import facts, oracle
from tests.rules.marriages.hands import added, check, codes, games, seeds, told, whole
from tests.rules.marriages.oracle import Doc


def record(sequence: str) -> Doc:
    declarations = [
        {"side": "AB".index(side), "kind": "marriage", "suit": suit}
        for side, suit in zip(sequence, "DCSB", strict=False)
    ]
    return {"card_points": [70, 50], "declarations": declarations}


@pytest.mark.parametrize("scheme", facts.SCHEMES)
def test_every_sequence_of_declarations_gives_what_the_table_says(scheme: str) -> None:
    game, options = facts.SCHEMES[scheme]
    table = facts.DECLARATIONS[scheme]
    given_to: set[tuple[int, ...]] = set()
    for row in table["sequences"]:
        written = record(row["declared_in_order"])
        assert check(game, options, written) == []
        gained = added(game, options, written)
        assert gained == (70 + row["bonus_a"], 50 + row["bonus_b"])
        given_to.add((gained[0] - 70, gained[1] - 50))
    assert len(table["sequences"]) == 31
    assert sorted(given_to) == sorted(map(tuple, table["distinct_pairs"]))


@pytest.mark.parametrize("kind", ["mariannino", "mariannone"])
def test_a_combination_is_worth_what_the_table_says(kind: str) -> None:
    written = {"card_points": [70, 50], "declarations": [{"side": 1, "kind": kind}]}
    assert added("marianna", {}, written) == (70, 50 + facts.DECLARATIONS[kind]["points"])


def test_a_cover_is_worth_what_the_table_says() -> None:
    cover = {"side": 0, "kind": "mi_copri", "suit": "D"}
    written = {"card_points": [70, 50], "declarations": [cover]}
    assert check("marianna", {"mi_copri": True}, written) == []
    points = facts.DECLARATIONS["split_marianna_mi_copri"]["points"]
    assert added("marianna", {"mi_copri": True}, written) == (70 + points, 50)


@pytest.mark.parametrize("game", oracle.DEFAULTS)
@pytest.mark.parametrize("name", facts.CARDS)
def test_card_points_can_be_what_the_tables_have_and_nothing_else(game: str, name: str) -> None:
    possible = set().union(*facts.card_points(name).values())
    assert facts.read(name)["any_tricks_unreachable"] == [1, 119]
    for ours in range(-1, 122):
        for pair in ([ours, 120 - ours], [ours, None], [None, 120 - ours]):
            found = codes(check(game, {}, {"card_points": pair}))
            assert (found == []) == (ours in possible), pair


@given(games, seeds)
@settings(max_examples=150)
def test_a_hand_played_out_stands_in_the_table(game: tuple[str, Doc], seed: int) -> None:
    doc = whole(*game, seed)
    result: dict[str, Any] = told(*game, doc)
    name = facts.CARDS[0] if doc["players"] == 4 else facts.CARDS[1]
    taken = [seat % 2 for seat in result["winners"]]
    for side in (0, 1):
        assert result["card_points"][side] in facts.card_points(name)[taken.count(side)]


@given(seeds)
@settings(max_examples=150)
def test_what_a_side_has_after_a_trick_of_mariaccia_can_be_claimed(seed: int) -> None:
    result = told("mariaccia", {}, whole("mariaccia", {}, seed))
    assert {points for totals in result["running"] for points in totals} <= CLAIMABLE
