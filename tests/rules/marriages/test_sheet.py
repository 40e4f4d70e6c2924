"""A sheet of whole plays folds to what a sheet of their records folds to, and both to the sums."""

from typing import Any

import pytest
from hypothesis import given, settings

from rules.contract import Situation
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.lines import SheetLine
from tests.rules.marriages import oracle
from tests.rules.marriages.hands import book_of, games, seeds, whole
from tests.rules.marriages.oracle import Doc


def sheet(hands: list[Doc]) -> list[SheetLine]:
    return [SheetLine(n, "hand", data) for n, data in enumerate(hands, start=1)]


def match(game: str, options: Doc, **more: Any) -> Any:
    return read_format({"games": [{"game": game, "options": options, **more}], "wins": 1})


def in_turn(game: str, options: Doc, seed: int, count: int) -> list[Doc]:
    """``count`` whole hands, each led by the neighbour of the leader of the one before it."""
    docs: list[Doc] = []
    while len(docs) < count:
        doc = whole(game, options, seed)
        seed += 1
        answer = oracle.replay(game, options, {**doc, "leader": doc["leader"]})
        if answer["instant_win"] is None:
            docs.append(doc)
    first, seats = docs[0]["leader"], docs[0]["players"]
    return [turned(doc, (first + at - doc["leader"]) % seats) for at, doc in enumerate(docs)]


def turned(doc: Doc, by: int) -> Doc:
    """The same hand with everybody moved ``by`` seats."""
    seats = doc["players"]
    hands = doc["hands"]
    return {
        **doc,
        "leader": (doc["leader"] + by) % seats,
        "hands": [hands[(seat - by) % seats] for seat in range(seats)],
        "tricks": [
            [[kind, (seat + by) % seats, *what] for kind, seat, *what in trick]
            for trick in doc["tricks"]
        ],
    }


@given(games, seeds)
@settings(max_examples=60)
def test_plays_and_their_records_fold_alike_hand_by_hand(game: tuple[str, Doc], seed: int) -> None:
    book, chosen = book_of(*game)
    format_ = match(*game, hands=5)
    docs = in_turn(*game, seed, 5)
    plays = fold(format_, sheet([{"play": doc} for doc in docs]))
    records: list[Doc] = []
    totals, running = (0, 0), []
    for doc in docs:
        record = book.record_of_play(doc, chosen, Situation(totals, to_target=False))
        records.append(record.model_dump(mode="json"))
        added = oracle.replay(*game, doc)["totals"]
        totals = (totals[0] + added[0], totals[1] + added[1])
        running.append(list(totals))
    by_records = fold(format_, sheet(records))
    assert by_records.as_json()["games"] == plays.as_json()["games"]
    assert plays.as_json()["games"][0]["running"] == running


@given(seeds)
@settings(max_examples=60)
def test_a_race_folds_alike_too_and_says_who_was_first(seed: int) -> None:
    book, chosen = book_of("briscola_151", {})
    format_ = match("briscola_151", {})
    plays: list[Doc] = []
    records: list[Doc] = []
    for doc in in_turn("briscola_151", {}, seed, 12):
        state = fold(format_, sheet(plays))
        if state.over:
            break
        totals = state.games[-1].totals if state.games else (0, 0)
        record = book.record_of_play(doc, chosen, Situation(totals))
        plays.append({"play": doc})
        records.append(record.model_dump(mode="json"))
        expected = oracle.first_there("briscola_151", {}, doc, (totals[0], totals[1]))
        assert record.first == expected
    by_plays, by_records = fold(format_, sheet(plays)), fold(format_, sheet(records))
    assert by_plays.over
    assert by_plays.as_json() == by_records.as_json()
    (game,) = by_plays.games
    if min(game.totals) >= 151:
        assert (game.why, game.winner) == ("first", records[-1]["first"])
    else:
        assert (game.why, game.winner) == ("target", game.totals.index(max(game.totals)))


def test_a_mariannone_ends_the_game_with_its_500_in_the_totals() -> None:
    format_ = match("marianna", {})
    lines: list[Doc] = [
        {"card_points": [20, 100]},
        {"card_points": [20, 100]},
        {"card_points": None, "declarations": [{"side": 0, "kind": "mariannone"}]},
    ]
    (game,) = fold(format_, sheet(lines)).games
    assert (game.totals, game.winner, game.why) == ((540, 200), 0, "mariannone")


@pytest.mark.parametrize(("points", "winner", "why"), [(60, 0, "claim"), (59, 1, "wrong_claim")])
def test_a_claim_ends_a_game_of_mariaccia_and_its_hand_is_not_booked(
    points: int, winner: int, why: str
) -> None:
    declared = [{"side": 0, "kind": "marriage", "suit": "D"}]
    hand = {"card_points": [100, 20], "declarations": declared, "trump": "D"}
    lines = [*sheet([hand]), SheetLine(2, "claim", {"side": 0, "points": points})]
    (game,) = fold(match("mariaccia", {}), lines).games
    assert (game.totals, game.winner, game.why) == ((140, 20), winner, why)
