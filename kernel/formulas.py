"""Texts that a spreadsheet would take for formulas, in files for spreadsheets and from them."""

from typing import Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet may take for a formula."""


def escape_formula(text: str) -> str:
    """The text behind an apostrophe, if a spreadsheet could take it for a formula: names come from
    strangers, and a phone number with its ``+`` would become a sum."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """The text as it was before ``escape_formula``."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
