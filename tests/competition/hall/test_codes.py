"""The six characters of a table's card."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.hall.codes import (
    ALPHABET,
    LENGTH,
    CodeUnreadable,
    format_code,
    make_code,
    read_code,
)


@given(st.integers(min_value=0))
def test_a_code_reads_back_however_it_is_typed(seed: int) -> None:
    code = make_code(Random(seed).randrange)
    assert len(code) == LENGTH
    assert read_code(code) == read_code(format_code(code)) == read_code(f" {code.lower()} ") == code
    assert read_code("-".join(code)) == code


def test_no_sign_looks_like_another() -> None:
    for alike in ("B8", "I1L", "O0", "S5", "Z2"):
        assert not set(alike) & set(ALPHABET)


@pytest.mark.parametrize(
    ("typed", "code", "params"),
    [
        ("K7M 4P", "code_short", {"signs": 5, "needed": 6}),
        ("", "code_short", {"signs": 0, "needed": 6}),
        ("K7M 4PX Q", "code_long", {"signs": 7, "needed": 6}),
        ("K7M 40P", "code_sign", {"sign": "0"}),
        ("K7M 4P\N{SMILING FACE WITH SUNGLASSES}", "code_sign", {"sign": "😎"}),
    ],
)
def test_what_is_no_code_says_why(typed: str, code: str, params: dict[str, object]) -> None:
    with pytest.raises(CodeUnreadable) as refused:
        read_code(typed)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_only_so_much_is_looked_at() -> None:
    with pytest.raises(CodeUnreadable, match="code_long"):
        read_code("K" * 1_000_000)
