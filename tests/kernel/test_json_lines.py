"""Lines in, answers out, and what is no document."""

import json
from typing import Any

import pytest

from kernel.json_lines import LONGEST_LINE, answers, parse
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation


def echo(document: dict[str, Any]) -> dict[str, Any]:
    return {"legal": True, "said": document.get("say")}


def square(document: dict[str, Any]) -> dict[str, Any]:
    return {"legal": True, "said": document["say"] ** 2}


def refuse(document: dict[str, Any]) -> dict[str, Any]:
    raise Refused([Violation("too_loud", {"at_most": 3}, at=document["at"])])


def test_each_document_has_an_answer_in_order_blank_lines_have_none() -> None:
    lines = [b'{"id": 1, "say": "a"}\n', b"\n", b"  \r\n", b'{"say": "b"}']
    assert [json.loads(answer) for answer in answers(lines, echo)] == [
        {"id": 1, "legal": True, "said": "a"},
        {"id": None, "legal": True, "said": "b"},
    ]


@pytest.mark.parametrize("identity", [None, 7, "perché", 1.5, [1, {"a": None}], "\ud800"])
def test_any_id_is_echoed(identity: Any) -> None:
    (answer,) = answers([json.dumps({"id": identity}).encode()], echo)
    assert json.loads(answer)["id"] == identity
    assert answer.isascii()


def test_a_refusal_is_an_answer_with_its_violations() -> None:
    (answer,) = answers([b'{"id": 1, "at": 4}'], refuse)
    assert json.loads(answer) == {
        "id": 1,
        "legal": False,
        "violations": [{"code": "too_loud", "at": 4, "params": {"at_most": 3}}],
    }


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{} {}", "not JSON"),
        (b'{"id": "\xff"}', "not JSON"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"id": NaN}', "NaN is no JSON"),
        (b'{"id": -Infinity}', "-Infinity is no JSON"),
        (b'{"id": 1e999}', "1e999 is too large a number"),
        (b'{"id": ' + b"9" * 5000 + b"}", "5000 digits are too large a number"),
        (b'{"id": -' + b"9" * 1001 + b"}", "1001 digits are too large a number"),
        (b'{"id": 1, "id": 2}', "a key stands twice"),
        (b'{"id": {"a": 1, "a": 1}}', "a key stands twice"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b'"' + b"a" * LONGEST_LINE + b'"', "longer than 4194304 bytes"),
    ],
)
def test_a_line_that_is_no_document_is_unreadable(line: bytes, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        parse(line)


def test_what_is_made_of_numbers_that_can_be_read_can_be_written() -> None:
    most = 10**1000 - 1
    (answer,) = answers([json.dumps({"say": most}).encode()], square)
    assert json.loads(answer)["said"] == most**2


def said_of(line: bytes) -> str:
    """The answer, or the complaint."""
    try:
        (said,) = answers([line], echo)
    except Unreadable as unreadable:
        return str(unreadable)
    return said


@pytest.mark.parametrize("depth", [100, *range(900, 1000, 7), 100_000])
def test_what_is_nested_too_deeply_is_unreadable_never_a_crash(depth: int) -> None:
    nest = "[" * depth + "]" * depth
    echoed = f'{{"id": {nest}, "legal": true, "said": null}}'
    possible = {100: {echoed}, 100_000: {"line 1: nested too deeply"}}
    said = said_of(b'{"id": ' + nest.encode() + b"}")
    assert said in possible.get(depth, {echoed, "line 1: nested too deeply"})


def test_the_line_that_cannot_be_read_is_numbered_and_nothing_after_it_is_read() -> None:
    lines = iter([b"\n", b'{"id": 1}\n', b"nonsense\n", b'{"id": 2}\n'])
    said = answers(lines, echo)
    assert json.loads(next(said))["id"] == 1
    with pytest.raises(Unreadable, match="line 3: not JSON"):
        next(said)
    assert list(lines) == [b'{"id": 2}\n']


def test_a_blank_line_that_is_too_long_is_no_blank_line() -> None:
    # As it comes: in pieces that are one byte too long.
    pieces = iter([b" " * (LONGEST_LINE + 1), b'  {"id": 1}\n'])
    with pytest.raises(Unreadable, match="line 1: longer than 4194304 bytes"):
        list(answers(pieces, echo))
