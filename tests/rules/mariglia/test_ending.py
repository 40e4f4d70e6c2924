"""How a game ends, what a hand scores, and how the turn moves."""

from typing import Any

import pytest

from kernel.refusals import Refused
from rules.contract import Ending, Part
from tests.rules.mariglia.hands import BOOK, DEFAULT, HAND, START, Facts, options, plain


@pytest.mark.parametrize(
    ("totals", "ending"),
    [
        ((44, 44), None),
        ((45, 30), Ending(0, "target")),
        ((30, 52), Ending(1, "target")),
        ((46, 47), Ending(1, "higher")),
        ((47, 46), Ending(0, "higher")),
        ((46, 46), None),
    ],
)
def test_at_the_target_a_side_has_won_of_both_the_higher_and_level_goes_on(
    totals: tuple[int, int], ending: Ending | None
) -> None:
    assert BOOK.find_ending(totals, DEFAULT) == ending
    assert BOOK.find_ending(totals, DEFAULT, first=0) == ending


def test_where_the_target_must_be_passed_it_is_not_enough() -> None:
    above = options(win_above_target=True, target=70)
    assert BOOK.find_ending((70, 0), above) is None
    assert BOOK.find_ending((71, 0), above) == Ending(0, "target")
    assert (BOOK.target(above), BOOK.target(DEFAULT)) == (71, 45)


@pytest.mark.parametrize(
    ("record", "chosen", "bonus", "play"),
    [
        (HAND, {}, (3, 0), (6, 0)),
        ({**HAND, "dealer": 3}, {}, (0, 3), (6, 0)),
        ({**HAND, "totals": [29, None]}, {}, (3, 0), (0, 6)),
        ({**HAND, "totals": [35, 35], "trionfo": "2D"}, {}, (0, 0), (0, 0)),
        ({**HAND, "totals": [70, 0], "trionfo": "7D"}, {}, (5, 0), (35, 0)),
        ({**HAND, "trionfo": "AD"}, {}, (4, 0), (6, 0)),
        ({**HAND, "trionfo": "JD"}, {}, (2, 0), (6, 0)),
        ({**HAND, "trionfo": "HD"}, {}, (1, 0), (6, 0)),
        ({**HAND, "trionfo": "JD"}, {"honours": "H2J1"}, (1, 0), (6, 0)),
        ({**HAND, "trionfo": "HD"}, {"honours": "H2J1"}, (2, 0), (6, 0)),
    ],
)
def test_a_hand_is_booked_at_two_moments(
    record: Facts, chosen: Facts, bonus: tuple[int, int], play: tuple[int, int]
) -> None:
    first, second = BOOK.score(BOOK.read_record(record), options(**chosen))
    assert (first.parts, first.wins) == ((Part("bonus", bonus),), None)
    assert (second.parts, second.wins) == ((Part("play", play),), None)


def test_without_points_there_is_the_bonus_alone() -> None:
    (step,) = BOOK.score(BOOK.read_record({"dealer": 0, "trionfo": "KS"}), DEFAULT)
    assert step.add_to((43, 0)) == (46, 0)
    assert (step.at_target, step.wins) == ("bonus", None)


def test_nobody_claims_and_nothing_is_dealt_again() -> None:
    with pytest.raises(Refused) as refused:
        BOOK.decide_claim({"side": 0, "points": 9}, DEFAULT, START)
    assert plain(refused.value.violations) == [{"code": "claims_not_allowed"}]
    assert plain(BOOK.check_redeal(DEFAULT)) == [{"code": "redeal_not_allowed"}]


def test_the_deal_goes_round_to_the_right() -> None:
    assert [BOOK.next_turn(seat, DEFAULT) for seat in range(4)] == [1, 2, 3, 0]
    assert BOOK.find_turn(BOOK.read_record({**HAND, "dealer": 2})) == 2
    assert BOOK.find_first_side(BOOK.read_record(HAND), DEFAULT, START) is None


def test_the_defaults_are_those_of_the_notation() -> None:
    assert DEFAULT.model_dump() == {
        "honours": "J2H1",
        "target": 45,
        "win_above_target": False,
        "deal": "orthodox",
        "speaking": "leaders",
        "hide_mariglia": False,
    }
    assert (BOOK.unit(DEFAULT), BOOK.seats(DEFAULT), BOOK.sides) == ("points", 4, 2)


@pytest.mark.parametrize(
    "chosen",
    [{"target": 19}, {"target": 201}, {"honours": "K3"}, {"deal": "open"}, {"speaking": "all"}],
)
def test_an_option_out_of_its_bounds_is_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        BOOK.read_options(chosen)


@pytest.mark.parametrize("target", [20, 35, 45, 70, 200])
def test_a_target_may_be_any_from_20_to_200(target: int) -> None:
    assert BOOK.target(options(target=target)) == target


@pytest.mark.parametrize(
    "chosen",
    [
        {"honours": "H2J1"},
        {"target": 35},
        {"win_above_target": True},
        {"deal": "scoperto"},
        {"speaking": "winners"},
        {"hide_mariglia": True},
    ],
)
def test_every_option_changes_the_regulation_and_no_rule_stands_there_twice(chosen: Facts) -> None:
    rules = BOOK.list_rules(options(**chosen))
    assert rules != BOOK.list_rules(DEFAULT)
    assert len({rule.code for rule in rules}) == len(rules)
