"""The house rules: their defaults and bounds, and what cannot have been meant together."""

import json
from typing import Any

import pytest

from kernel.refusals import Refused, Unreadable
from tests.rules.marriages import oracle
from tests.rules.marriages.hands import book_of, plain
from tests.rules.marriages.oracle import Doc


def refusal(game: str, **chosen: Any) -> list[Doc]:
    with pytest.raises(Refused) as refused:
        book_of(game, chosen)
    return plain(refused.value.violations)


@pytest.mark.parametrize("game", oracle.DEFAULTS)
def test_the_defaults_are_those_of_the_notation(game: str) -> None:
    _, chosen = book_of(game, {})
    assert json.loads(chosen.model_dump_json()) == oracle.DEFAULTS[game]


TARGETS = {
    "marianna": (101, 2001),
    "cinquecento": (101, 2001),
    "briscola_151": (51, 1001),
    "mariaccia": (51, 1001),
}


@pytest.mark.parametrize("game", TARGETS)
def test_a_target_has_bounds(game: str) -> None:
    least, most = TARGETS[game]
    for target in (least, most):
        book, chosen = book_of(game, {"target": target})
        assert book.target(chosen) == target
    low = {"code": "too_small", "field": "target", "value": least - 1, "least": least}
    high = {"code": "too_large", "field": "target", "value": most + 1, "most": most}
    assert refusal(game, target=least - 1) == [low]
    assert refusal(game, target=most + 1) == [high]


@pytest.mark.parametrize("game", ["marianna", "cinquecento"])
def test_values_are_four_from_0_to_200(game: str) -> None:
    for values in ([0, 0, 0, 0], [200, 200, 200, 200], [20, 40, 60, 80]):
        assert list(book_of(game, {"values": values})[1].values) == values
    assert refusal(game, values=[40, 60, 80]) == [{"code": "item_missing", "field": "values.3"}]
    assert [fault["code"] for fault in refusal(game, values=[40] * 5)] == ["too_long"]
    assert refusal(game, values=[40, 201, 80, -1]) == [
        {"code": "too_large", "field": "values.1", "value": 201, "most": 200},
        {"code": "too_small", "field": "values.3", "value": -1, "least": 0},
    ]


@pytest.mark.parametrize(
    ("game", "option", "value", "choices"),
    [
        ("marianna", "timing", "any", ["own_turn", "trick_start", "leader"]),
        ("cinquecento", "timing", "own_turn", ["any"]),
        ("cinquecento", "players", 3, [4, 2]),
        ("briscola_151", "race", "later", ["immediate", "end_of_deal"]),
    ],
)
def test_a_choice_is_one_of_those_there_are(
    game: str, option: str, value: Any, choices: list[Any]
) -> None:
    assert refusal(game, **{option: value}) == [
        {"code": "no_such_choice", "field": option, "value": value, "choices": choices}
    ]


def test_two_have_no_partners_to_cover_each_other() -> None:
    assert refusal("cinquecento", players=2, mi_copri=True) == [
        {
            "code": "option_without_meaning",
            "option": "mi_copri",
            "value": True,
            "without": "players",
        }
    ]


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("marianna", {"players": 2}),
        ("cinquecento", {"mariannino": True}),
        ("briscola_151", {"claims": True}),
        ("mariaccia", {"ace_exchange": True}),
        ("marianna", {"target": "501"}),
        ("marianna", {"mi_copri": 1}),
        ("mariaccia", {"claims": None}),
    ],
)
def test_an_option_that_there_is_not_or_of_the_wrong_type_is_unreadable(
    game: str, chosen: Doc
) -> None:
    with pytest.raises(Unreadable):
        book_of(game, chosen)
