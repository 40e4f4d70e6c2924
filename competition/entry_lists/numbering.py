"""The numbers and marks of lists, before a name."""

import re

_NUMBERED = re.compile(
    r"^\s*[-–•*·>_]*\s*"
    r"(?:(?:[Nn][.°º]?\s*)?(?:\d{1,4}\s*[.):°ª\]*_-]+|\d{1,3}\s))?"
    r"\s*[-–•·]?\s*"
)


def is_number(cell: str) -> bool:
    """Whether a cell has the number of a row, and no name: "12", "12.", "12)", "n. 12"."""
    return re.fullmatch(r"(n[.°º]? ?)?[0-9]+ ?[.)°ª]?", cell.casefold()) is not None


def strip_number(text: str) -> str:
    """A text without the number or the mark before it: "12. ", "3) ", "• ", "n. 4 - ". A number
    alone stays."""
    if is_number(text):
        return text
    return _NUMBERED.sub("", text, count=1)
