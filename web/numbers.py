"""Whole numbers in addresses and forms, which may contain any text."""


def parse_number(text: object, *, digits: int) -> int | None:
    """The number that a text is; None for any other text, and for one of more ``digits``."""
    # ``isdecimal`` alone also takes digits of other scripts; longer numbers overflow the columns.
    if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= digits:
        return int(text)
    return None
