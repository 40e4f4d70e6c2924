"""The house rules: their defaults and bounds, and what cannot have been meant together."""

from typing import Any

import pytest

from kernel.refusals import Refused, Unreadable
from rules.games.marafon.options import MarafonOptions
from tests.rules.marafon.hands import BOOK, options, plain


def refusal(**chosen: Any) -> list[dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        BOOK.read_options(chosen)
    return plain(refused.value.violations)


def test_the_defaults_are_those_of_the_notation() -> None:
    assert options().model_dump() == {
        "count": "points",
        "target": 41,
        "plus_figure": False,
        "claims": True,
        "claim_plus_figure": False,
        "marafona_in_claim": True,
        "marafona_points": 3,
        "marafona_who": "any",
        "marafona_must_declare": True,
        "marafona_lead_ace": False,
        "redeal": False,
        "both_reach": "higher",
        "announcements": ("busso", "volo", "striscio"),
        "false_announcements": True,
    }


@pytest.mark.parametrize("target", [11, 31, 41, 101])
def test_a_target_may_be_any_from_11_to_101(target: int) -> None:
    assert options(target=target).target == target


@pytest.mark.parametrize(
    ("chosen", "violation"),
    [
        ({"target": 10}, {"code": "too_small", "field": "target", "value": 10, "least": 11}),
        ({"target": 102}, {"code": "too_large", "field": "target", "value": 102, "most": 101}),
        (
            {"marafona_points": -1},
            {"code": "too_small", "field": "marafona_points", "value": -1, "least": 0},
        ),
        (
            {"marafona_points": 12},
            {"code": "too_large", "field": "marafona_points", "value": 12, "most": 11},
        ),
        (
            {"count": "goals"},
            {
                "code": "no_such_choice",
                "field": "count",
                "value": "goals",
                "choices": ["points", "figure"],
            },
        ),
        (
            {"announcements": ["busso", "<b>"]},
            {"code": "malformed", "field": "announcements.1", "value": "<b>"},
        ),
        (
            {"announcements": list("abcdefghi")},
            {"code": "too_long", "field": "announcements", "most": 8},
        ),
        (
            {"announcements": ["busso", "busso"]},
            {"code": "announcement_twice", "field": "announcements"},
        ),
    ],
)
def test_an_option_out_of_its_bounds_is_refused_with_them(
    chosen: dict[str, Any], violation: dict[str, Any]
) -> None:
    assert refusal(**chosen) == [violation]


def test_all_options_out_of_bounds_are_named_at_once() -> None:
    found = refusal(target=3, marafona_who="dealer", both_reach="never")
    assert [fault["field"] for fault in found] == ["target", "marafona_who", "both_reach"]


@pytest.mark.parametrize(
    "chosen",
    [{"colour": "red"}, {"target": "41"}, {"target": 41.0}, {"target": True}, {"claims": 1},
     {"count": 3}, {"count": None}, {"announcements": "busso"}, {"announcements": [1]}],
)  # fmt: skip
def test_an_unknown_name_or_a_wrong_type_makes_options_unreadable(chosen: dict[str, Any]) -> None:
    with pytest.raises(Unreadable, match=r"unknown field|wrong type"):
        BOOK.read_options(chosen)


@pytest.mark.parametrize(
    ("switched_off", "refinement"),
    [
        ({"claims": False}, {"claim_plus_figure": True}),
        ({"claims": False}, {"marafona_in_claim": False}),
        ({"marafona_points": 0}, {"marafona_who": "caller"}),
        ({"marafona_points": 0}, {"marafona_must_declare": False}),
        ({"marafona_points": 0}, {"marafona_lead_ace": True}),
        ({"announcements": []}, {"false_announcements": False}),
    ],
)
def test_a_refinement_of_what_is_switched_off_is_refused_either_alone_is_not(
    switched_off: dict[str, Any], refinement: dict[str, Any]
) -> None:
    assert options(**switched_off)
    assert options(**refinement)
    ((option, value),) = refinement.items()
    (without,) = switched_off
    assert refusal(**switched_off, **refinement) == [
        {"code": "option_without_meaning", "option": option, "value": value, "without": without}
    ]


def test_a_figure_more_for_all_and_for_claims_is_said_twice_and_no_contradiction() -> None:
    assert options(plus_figure=True, claim_plus_figure=True).thirds_to_claim == 124


@pytest.mark.parametrize(
    ("chosen", "unit", "target"),
    [
        ({}, "points", 41),
        ({"target": 31}, "points", 31),
        ({"plus_figure": True}, "points", 42),
        ({"count": "figure"}, "thirds", 123),
        ({"count": "figure", "plus_figure": True}, "thirds", 124),
        ({"claim_plus_figure": True}, "points", 41),
    ],
)
def test_the_target_is_in_the_unit_of_the_sheet(
    chosen: dict[str, Any], unit: str, target: int
) -> None:
    assert (BOOK.unit(options(**chosen)), BOOK.target(options(**chosen))) == (unit, target)


def test_the_schema_has_what_a_form_needs() -> None:
    schema = MarafonOptions.model_json_schema()
    assert schema["additionalProperties"] is False
    assert all("default" in field for field in schema["properties"].values())
    target = schema["properties"]["target"]
    assert (target["type"], target["minimum"], target["maximum"]) == ("integer", 11, 101)
    assert schema["properties"]["both_reach"]["enum"] == ["higher", "first_in_play"]
    assert schema["properties"]["announcements"]["items"]["maxLength"] == 30
