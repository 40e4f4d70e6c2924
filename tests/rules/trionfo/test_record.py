"""Records: the payments of all 81 outcomes, and what cannot have been."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kernel.refusals import Refused, Unreadable
from rules.contract import Part, Situation
from tests.rules.trionfo import oracle
from tests.rules.trionfo.hands import BOOK, DEFAULT, START, Facts, check, plain

DATA = Path(__file__).parents[2] / "data"
OUTCOMES = json.loads((DATA / "trionfo_payments.json").read_text())["rows"]
BIDS = oracle.SAID[1:]

CALL: Facts = {
    "declarer": 0,
    "bid": "chiamo",
    "partner": 2,
    "own_card": False,
    "success": True,
    "leader": 4,
}


def record_of(outcome: Facts) -> Facts:
    """A row of the table, as a record."""
    if outcome["bid"] == "all_pass":
        return {"all_pass": True}
    own_card = outcome["bid"] == "chiamo_in_mano"
    return {
        "declarer": outcome["declarer"],
        "bid": "chiamo" if own_card else outcome["bid"],
        "partner": outcome["partner"],
        "own_card": own_card,
        "success": outcome["outcome"] == "win",
    }


def test_there_are_81_outcomes_and_no_other_record_passes() -> None:
    told = [record_of(outcome) for outcome in OUTCOMES]
    assert len(told) == 81
    fields = ("declarer", "bid", "partner", "own_card", "success")
    for values in product(range(-1, 6), BIDS, (None, *range(-1, 6)), (False, True), (False, True)):
        record = dict(zip(fields, values, strict=True))
        assert (check(record) == []) == (record in told), record


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_outcome_is_paid_as_the_table_has_it(outcome: Facts) -> None:
    record = record_of(outcome)
    assert check(record) == []
    (step,) = BOOK.score(BOOK.read_record(record), DEFAULT)
    (part,) = step.parts
    assert list(part.points) == outcome["payments"]
    assert part.rule == ("own_card" if record.get("own_card") else outcome["bid"])
    if record.get("declarer") is not None:
        payments = oracle.paid(*(record[field] for field in record))
        assert payments == outcome["payments"]


@pytest.mark.parametrize(
    ("changed", "violations"),
    [
        ({"declarer": None}, [{"code": "needed_here", "field": "declarer"}]),
        ({"bid": None}, [{"code": "needed_here", "field": "bid"}]),
        ({"success": None}, [{"code": "needed_here", "field": "success"}]),
        ({"partner": None}, [{"code": "partner_missing"}]),
        ({"partner": 0}, [{"code": "partner_is_declarer", "seat": 0}]),
        ({"own_card": True}, [{"code": "partner_of_own_card", "seat": 2}]),
        ({"bid": "maso"}, [{"code": "only_with_a_call", "field": "partner"}]),
        (
            {"bid": "di_piu", "partner": None, "own_card": True},
            [{"code": "only_with_a_call", "field": "own_card"}],
        ),
        (
            {"bid": "passo"},
            [{"code": "no_such_choice", "field": "bid", "value": "passo", "choices": BIDS}],
        ),
        (
            {"declarer": 5, "partner": -1, "leader": 9},
            [
                {"code": "out_of_range", "field": "declarer", "value": 5, "least": 0, "most": 4},
                {"code": "out_of_range", "field": "partner", "value": -1, "least": 0, "most": 4},
                {"code": "out_of_range", "field": "leader", "value": 9, "least": 0, "most": 4},
            ],
        ),
        (
            {"all_pass": True},
            [
                {"code": "all_have_passed", "field": field}
                for field in ("declarer", "bid", "partner", "success")
            ],
        ),
    ],
)
def test_what_cannot_be_is_named(changed: Facts, violations: list[Facts]) -> None:
    assert check({**CALL, **changed}) == violations


def test_a_record_that_says_nothing_needs_all() -> None:
    found = check({})
    assert [fault["field"] for fault in found] == ["declarer", "bid", "success"]
    with pytest.raises(ValueError, match="not checked"):
        BOOK.score(BOOK.read_record({}), DEFAULT)


def test_a_card_that_nobody_called_need_not_be_told() -> None:
    silent = {name: value for name, value in CALL.items() if name != "own_card"}
    assert check(silent) == []
    assert check({"all_pass": True, "own_card": False, "leader": 1}) == []
    assert check({**CALL, "all_pass": False}) == []


def test_who_leads_out_of_turn_is_named_also_where_all_pass() -> None:
    before = Situation((0,) * 5, turn=3, to_target=False)
    fault = {"code": "out_of_turn", "what": "leader", "seat": 4, "turn": 3}
    assert check(CALL, before) == [fault]
    assert check({"all_pass": True, "leader": 4}, before) == [fault]


@pytest.mark.parametrize(
    "changed", [{"success": 1}, {"declarer": "0"}, {"bid": 3}, {"thirds": [18, 17]}]
)
def test_a_record_has_the_fields_of_the_notation(changed: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        BOOK.read_record({**CALL, **changed})


def test_no_total_ends_a_game_nobody_claims_and_the_lead_goes_round() -> None:
    assert BOOK.find_ending((999, 0, 0, 0, -999), DEFAULT) is None
    assert BOOK.target(DEFAULT) is None
    assert (BOOK.unit(DEFAULT), BOOK.seats(DEFAULT), BOOK.sides) == ("points", 5, 5)
    assert [BOOK.next_turn(seat, DEFAULT) for seat in range(5)] == [1, 2, 3, 4, 0]
    assert [BOOK.find_side(seat) for seat in range(5)] == [0, 1, 2, 3, 4]
    assert BOOK.find_turn(BOOK.read_record(CALL)) == 4
    assert BOOK.find_first_side(BOOK.read_record(CALL), DEFAULT, START) is None
    assert plain(BOOK.check_redeal(DEFAULT)) == [{"code": "redeal_not_allowed"}]
    with pytest.raises(Refused) as refused:
        BOOK.decide_claim({"side": 0, "points": 9}, DEFAULT, START)
    assert plain(refused.value.violations) == [{"code": "claims_not_allowed"}]


def test_there_are_no_options() -> None:
    assert DEFAULT.model_dump() == {}
    with pytest.raises(Unreadable, match="target: unknown field"):
        BOOK.read_options({"target": 41})


def test_a_step_has_one_part_by_the_rule_of_the_bid() -> None:
    (step,) = BOOK.score(BOOK.read_record(CALL), DEFAULT)
    assert (step.parts, step.wins) == ((Part("chiamo", (2, -1, 1, -1, -1)),), None)
