"""The codes on paper, of characters that are not mixed up: of a table, six of them; of an
entry that checks in, ten."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"
"""Without those that a hand or an old eye mixes up: B 8, I 1 L, O 0, S 5, Z 2."""
LENGTH = 6
LONGEST = 24
"""What is looked at of what was typed."""
CHECK_IN_LENGTH: Final = 10
"""46 random bits: none is found by guessing."""
_CHECK_IN_AT_END: Final = re.compile(
    rf"(?:^|[^A-Z0-9])([{ALPHABET}]{{{CHECK_IN_LENGTH}}})[^A-Z0-9]*$"
)


class CodeUnreadable(ValueError):
    """What was typed is no code: ``code_short``, ``code_long`` or ``code_sign``."""

    def __init__(self, code: str, params: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def make_code(below: Callable[[int], int]) -> str:
    """A code of characters chosen by ``below(n)``, a source of numbers from 0 to n - 1."""
    return _draw_characters(below, LENGTH)


def read_code(typed: str) -> str:
    """The code in what was typed: small letters, spaces and dashes do not count.

    Raises CodeUnreadable.
    """
    written = typed[:LONGEST].upper()
    code = "".join(each for each in written if not (each.isspace() or each in "-.–"))
    for character in code:
        if character not in ALPHABET:
            raise CodeUnreadable("code_sign", {"sign": character})
    if len(code) < LENGTH:
        raise CodeUnreadable("code_short", {"signs": len(code), "needed": LENGTH})
    if len(code) > LENGTH:
        raise CodeUnreadable("code_long", {"signs": len(code), "needed": LENGTH})
    return code


def format_code(code: str) -> str:
    """As it is printed: ``K7M 4PX``."""
    return f"{code[:3]} {code[3:]}"


def make_check_in_code(below: Callable[[int], int]) -> str:
    """A code for an entry, of characters chosen as those of a table are."""
    return _draw_characters(below, CHECK_IN_LENGTH)


def _draw_characters(below: Callable[[int], int], length: int) -> str:
    return "".join(ALPHABET[below(len(ALPHABET))] for _ in range(length))


def find_check_in_code(typed: str) -> str:
    """The code at the end of what a scanner has typed; empty if there is none.

    Scanners press keys: on an Italian keyboard one that is set to the American arrives with other
    signs in place of ``:/-``, and with Caps Lock in small letters. The letters and digits of a code
    are the same on both, so only they are looked at.
    """
    code_match = _CHECK_IN_AT_END.search(typed.strip().upper())
    if code_match is None:
        return ""
    return code_match[1]
