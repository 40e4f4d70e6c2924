"""From data to a model: what has not the form is unreadable, what is out of bounds refused."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused, Unreadable


class Inner(Frozen):
    """A part of a document."""

    kind: Literal["a", "b"]


class Sample(Frozen):
    """A document with a field of each sort."""

    number: Annotated[int, Field(ge=1, le=9)]
    text: Annotated[str, Field(max_length=3)] = ""
    choice: Literal[1, 2] | None = None
    pair: Annotated[tuple[int, int] | None, Field(strict=False)] = None
    inner: list[Inner] = []


def violations(data: dict[str, Any]) -> list[dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        read(Sample, data)
    return [{"code": violation.code, **violation.params} for violation in refused.value.violations]


def test_what_fits_becomes_the_model() -> None:
    assert read(Sample, {"number": 3, "pair": [1, 2]}) == Sample(number=3, pair=(1, 2))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({}, "number: field missing"),
        ({"number": 3, "colour": 1}, "colour: unknown field"),
        ({"number": "3"}, "number: wrong type"),
        ({"number": 3.0}, "number: wrong type"),
        ({"number": True}, "number: wrong type"),
        ({"number": None}, "number: wrong type"),
        ({"number": 3, "text": "\ud800"}, "text: wrong type"),
        ({"number": 3, "choice": "1"}, "choice: wrong type"),
        ({"number": 3, "pair": [1, "2"]}, "pair.1: wrong type"),
        ({"number": 3, "inner": [{"kind": 1}]}, "inner.0.kind: wrong type"),
        ({"number": 3, "inner": [{}]}, "inner.0.kind: field missing"),
        ({"number": 3, "x" * 99: 1}, "x" * 40 + "…: unknown field"),
        ({"number": 3, "x\ud800y": 1}, "x\\ud800y: unknown field"),
        ({"number": 3, "inner": [{"kind": "a", "\udfff": 1}]}, "inner.0.\\udfff: unknown field"),
        ([], "wrong type"),
        (None, "wrong type"),
    ],
)
def test_what_has_not_the_form_is_unreadable_and_the_field_named(data: Any, complaint: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read(Sample, data)
    assert str(unreadable.value) == complaint


def test_everything_out_of_bounds_is_named_at_once() -> None:
    assert violations({"number": 0, "text": "abcd", "choice": 3, "inner": [{"kind": "c"}]}) == [
        {"code": "too_small", "field": "number", "value": 0, "least": 1},
        {"code": "too_long", "field": "text", "value": "abcd", "most": 3},
        {"code": "no_such_choice", "field": "choice", "value": 3, "choices": [1, 2]},
        {"code": "no_such_choice", "field": "inner.0.kind", "value": "c", "choices": ["a", "b"]},
    ]


def test_a_list_of_the_wrong_length_is_out_of_bounds() -> None:
    assert violations({"number": 1, "pair": [1]}) == [{"code": "item_missing", "field": "pair.1"}]
    assert violations({"number": 1, "pair": [1, 2, 3]}) == [
        {"code": "too_long", "field": "pair", "most": 2}
    ]


def test_what_cannot_be_read_is_not_judged() -> None:
    with pytest.raises(Unreadable):
        read(Sample, {"number": 0, "text": 5})


def test_a_long_text_is_not_given_back_whole() -> None:
    (violation,) = violations({"number": 1, "text": "a" * 1000})
    assert violation["value"] == "a" * 40 + "…"
