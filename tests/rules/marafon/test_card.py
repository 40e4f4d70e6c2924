"""The card says what the rulebook says: every row, every end, every claim, every turn."""

import json
from itertools import product
from typing import Any

import pytest

from kernel.refusals import Refused
from rules.contract import Situation
from tests.js.write_firsts import FIXTURE, written
from tests.rules.marafon import pad
from tests.rules.marafon.hands import BOOK, VARIANTS, Facts, options

TOTALS = {"points": 11, "thirds": 35}
BEFORE = [(0, 0), (38, 38), (40, 29), (33, 38), (39, 40)]
CLAIM_VARIANTS: list[Facts] = [
    {},
    {"count": "figure", "claim_plus_figure": True},
    {"plus_figure": True, "marafona_in_claim": False},
    {"marafona_points": 0, "target": 31},
]


def card_of(chosen: Facts) -> dict[str, Any]:
    """The card as it comes to the pad: through JSON."""
    card: dict[str, Any] = json.loads(json.dumps(BOOK.build_card(options(**chosen))))
    return card


def rows(card: dict[str, Any]) -> list[tuple[str, Facts]]:
    """Every record that the card has a row for, with its form."""
    return [
        (form["name"], dict(zip(step["fields"], row["key"], strict=True)))
        for form in card["forms"]
        for step in form["steps"]
        for row in step["rows"]
    ]


def told(record: Facts, chosen: Facts, before: Situation) -> pad.Walked:
    """What the rulebook makes of a record."""
    rules = options(**chosen)
    read = BOOK.read_record(record)
    assert BOOK.check(read, rules, before) == ()
    (step,) = BOOK.score(read, rules)
    totals = step.add_to(before.totals)
    ending = BOOK.find_ending(totals, rules, BOOK.find_first_side(read, rules, before))
    if ending is None:
        return pad.Walked(totals)
    return pad.Walked(totals, ending.winner, over=True)


@pytest.mark.parametrize("chosen", VARIANTS)
def test_every_row_is_booked_and_ends_a_game_as_the_rulebook_has_it(chosen: Facts) -> None:
    card = card_of(chosen)
    unit = 3 if chosen["count"] == "figure" else 1
    for (form, record), totals in product(rows(card), BEFORE):
        before = Situation((totals[0] * unit, totals[1] * unit))
        named = {**record, "first": first_of(record, chosen, before)}
        assert pad.hand(card, form, named, before.totals) == told(named, chosen, before)


def first_of(record: Facts, chosen: Facts, before: Situation) -> int:
    """A side that this record may name: side 1, unless it shows that side 0 was first."""
    shown = BOOK.find_first_side(BOOK.read_record(record), options(**chosen), before)
    return 1 if shown is None else shown


@pytest.mark.parametrize("chosen", VARIANTS)
def test_a_key_has_a_row_if_and_only_if_it_can_be(chosen: Facts) -> None:
    card, rules = card_of(chosen), options(**chosen)
    for form, total in TOTALS.items():
        has_row = [record for name, record in rows(card) if name == form]
        for (ours, theirs), marafona, called in product(
            pairs_about(total), (None, 0, 1), callers(chosen)
        ):
            record = {form: [ours, theirs], "marafona": marafona, **called}
            can_be = not BOOK.check(BOOK.read_record(record), rules, Situation((0, 0)))
            assert can_be == (record in has_row), record


def pairs_about(total: int) -> list[tuple[int, int]]:
    """Every pair that makes the total, and pairs that make one more or have one below nothing."""
    return [
        (ours, sum_of_both - ours)
        for sum_of_both in (total, total + 1)
        for ours in range(-1, total + 2)
    ]


def callers(chosen: Facts) -> list[Facts]:
    """What may be said of the caller, where the key asks for him."""
    if chosen.get("marafona_who") != "caller":
        return [{}]
    return [{"caller": caller} for caller in (None, 0, 1, 2, 3)]


@pytest.mark.parametrize("chosen", CLAIM_VARIANTS)
def test_every_claim_is_won_by_whom_the_rulebook_says(chosen: Facts) -> None:
    card, rules = card_of(chosen), options(**chosen)
    for side, thirds, marafona, total in product(
        (0, 1), range(-1, 37), (None, 0, 1), range(0, rules.total_needed + 2, 3)
    ):
        claimed = {"side": side, "thirds": thirds, "marafona": marafona}
        totals = (total, 7) if side == 0 else (7, total)
        try:
            winner = BOOK.decide_claim(claimed, rules, Situation(totals)).winner
        except Refused:
            with pytest.raises(pad.CannotBe):
                pad.claim(card, claimed, totals)
        else:
            assert pad.claim(card, claimed, totals) == winner


def test_a_card_without_claims_has_none() -> None:
    assert card_of({"claims": False})["claim"] is None


def test_a_figure_there_is_no_form_for_points() -> None:
    assert [form["name"] for form in card_of({"count": "figure"})["forms"]] == ["thirds"]
    assert [form["name"] for form in card_of({})["forms"]] == ["points", "thirds"]


def test_the_card_says_how_the_turn_moves() -> None:
    turn = {"field": "caller", "after_hand": [1, 2, 3, 0], "after_redeal": None}
    assert card_of({})["turn"] == turn
    assert card_of({"redeal": True})["turn"] == {**turn, "after_redeal": [0, 1, 2, 3]}


def test_the_card_names_what_it_is_for() -> None:
    card = card_of({"target": 31, "both_reach": "first_in_play"})
    assert (card["game"], card["sides"], card["options"]["target"]) == ("marafon", 2, 31)
    assert card["end"] == {"unit": "points", "need": 31, "both": "first"}


def test_only_a_race_has_a_proof_of_who_was_first() -> None:
    assert card_of({})["first_proof"] is None
    proof = card_of({"both_reach": "first_in_play", "count": "figure"})["first_proof"]
    assert (proof["need"], proof["factor"], proof["opening"]["points"]) == (123, 1, 9)


def test_the_pad_is_tested_with_what_the_rulebook_says_now() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == written(), "python -m tests.js.write_firsts"
