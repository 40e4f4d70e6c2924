"""The letters of groups: A to Z, then numbers."""

from typing import Final

LETTERS: Final = 26


def group_letter(number: int) -> str:
    """A … Z, then the number."""
    if 1 <= number <= LETTERS:
        return chr(ord("A") + number - 1)
    return str(number)
