"""The code on a table's card: six signs that nobody takes for one another."""

from collections.abc import Callable, Mapping
from typing import Any

SIGNS = "ACDEFGHJKMNPQRTUVWXY34679"
"""Without those that a hand or an old eye mixes up: B 8, I 1 L, O 0, S 5, Z 2."""
LENGTH = 6
LONGEST = 24
"""What is looked at of what was typed."""


class CodeUnreadable(ValueError):
    """What was typed is no code: ``code_short``, ``code_long`` or ``code_sign``."""

    def __init__(self, code: str, params: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def make_code(below: Callable[[int], int]) -> str:
    """A code of signs chosen by ``below(n)``, a source of numbers from 0 to n - 1."""
    return "".join(SIGNS[below(len(SIGNS))] for _ in range(LENGTH))


def read_code(typed: str) -> str:
    """The code in what was typed: small letters, spaces and dashes do not count.

    Raises CodeUnreadable.
    """
    signs = [sign for sign in typed[:LONGEST].upper() if not (sign.isspace() or sign in "-.–")]
    for sign in signs:
        if sign not in SIGNS:
            raise CodeUnreadable("code_sign", {"sign": sign})
    if len(signs) < LENGTH:
        raise CodeUnreadable("code_short", {"signs": len(signs), "needed": LENGTH})
    if len(signs) > LENGTH:
        raise CodeUnreadable("code_long", {"signs": len(signs), "needed": LENGTH})
    return "".join(signs)


def format_code(code: str) -> str:
    """As it is printed: ``K7M 4PX``."""
    return f"{code[:3]} {code[3:]}"
