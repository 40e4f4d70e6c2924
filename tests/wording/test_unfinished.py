"""Matches that are not played out, in words."""

from itertools import product
from typing import Any, get_args

import pytest
from django.utils import translation

from scoring.core.unfinished import CASES, DEFAULT_RULES, UnfinishedRules
from wording.unfinished import CASES as CASE_WORDS
from wording.unfinished import (
    LOST,
    SETTINGS,
    SHORT,
    describe_unfinished_end,
    describe_unfinished_rules,
)

SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")


def settled(**rules: Any) -> UnfinishedRules:
    return UnfinishedRules.model_validate(rules).settle(is_knockout=True)


@pytest.mark.parametrize("words", [CASE_WORDS, LOST, SHORT])
def test_every_case_has_words(words: Any) -> None:
    assert set(words) == set(CASES)


def test_every_setting_has_words_for_each_of_its_choices() -> None:
    assert set(SETTINGS) == set(UnfinishedRules.model_fields)
    for case, words in SETTINGS.items():
        model = type(getattr(DEFAULT_RULES, case))
        assert set(words) == set(model.model_fields)
        for name, field in model.model_fields.items():
            choices = [one for one in get_args(field.annotation) if isinstance(one, str)]
            assert set(choices) <= set(words[name].choices)


def variants() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for case in SETTINGS:
        fields = type(getattr(DEFAULT_RULES, case)).model_fields
        for name, field in fields.items():
            for arg in get_args(field.annotation) or (bool,):
                inner = get_args(arg) or ((True, False) if arg is bool else (arg,))
                found += [{case: {name: one}} for one in inner if one not in (type(None), None)]
    return found


@pytest.mark.parametrize("changed", variants(), ids=str)
def test_every_setting_changes_the_rules_in_words(changed: dict[str, Any]) -> None:
    ((case, said),) = changed.items()
    ((name, value),) = said.items()
    usual = getattr(settled(), case)
    is_changed = getattr(usual, name) != value
    for language in ("it", "en"):
        with translation.override(language):
            assert (
                describe_unfinished_rules(settled(**changed))
                != describe_unfinished_rules(settled())
            ) == is_changed


def test_the_usual_rules_of_a_walkover_in_a_knock_out() -> None:
    with translation.override("en"):
        assert describe_unfinished_rules(settled())[0] == (
            "Walkover. If a side is not there, the other wins every game it needs, to nothing."
            " The ranking counts the games shown on the sheet. It counts the points shown on the"
            " sheet. The side that loses this way is out of the event."
        )


@pytest.mark.parametrize(("case", "side"), list(product(CASES, (0, None))))
def test_how_a_match_ended_is_one_sentence(case: str, side: int | None) -> None:
    for language in ("it", "en"):
        with translation.override(language):
            said = describe_unfinished_end(case, side, SIDES)
            assert said
            assert "%" not in said


def test_an_award_to_nobody_is_a_draw_by_the_referee() -> None:
    with translation.override("en"):
        assert (
            describe_unfinished_end("award", None, SIDES) == "Match declared drawn by the referee"
        )
        assert describe_unfinished_end("double_forfeit", None, SIDES, advances=1).endswith(
            "Bartolini – Faedi take the place in the next match"
        )
