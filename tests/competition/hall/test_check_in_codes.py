"""The code by which an entry checks in, as scanners type it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.hall.codes import (
    ALPHABET,
    CHECK_IN_LENGTH,
    find_check_in_code,
    make_check_in_code,
)

CODES = st.text(ALPHABET, min_size=CHECK_IN_LENGTH, max_size=CHECK_IN_LENGTH)


def test_a_code_is_made_of_signs_that_nobody_mixes_up() -> None:
    code = make_check_in_code(Random(1).randrange)
    assert len(code) == CHECK_IN_LENGTH
    assert set(code) <= set(ALPHABET)


@given(
    CODES,
    st.sampled_from(["", "https://x.it/c/", "httpsç--x.it-c-", "HTTP://10.0.0.1:8000/C/"]),
    st.sampled_from(["", "/", "-", " ", "\n"]),
    st.booleans(),
)
def test_a_code_is_found_whatever_the_keyboard_makes_of_its_address(
    code: str, before: str, after: str, is_lower: bool
) -> None:
    typed = f"{before}{code}{after}"
    assert find_check_in_code(typed.lower() if is_lower else typed) == code


@pytest.mark.parametrize(
    "typed", ["", "Zoffoli", "ACDEFGHJK", "ACDEFGHJKMN", "ACDEFGHJKM then more", "ACDEFGHJK0"]
)
def test_anything_else_is_no_code(typed: str) -> None:
    assert find_check_in_code(typed) == ""
