"""The column that says what was paid: yes or no, or the amount."""

import re
from collections.abc import Iterable
from enum import StrEnum

YES = frozenset("si|sì|s|yes|y|x|✓|✔|vero|true|pagato|pagata|ha pagato|paid|ok".split("|"))
NO = frozenset("|no|n|0|falso|false|non pagato|non ha pagato|unpaid|-".split("|"))
ONE = "1"
_CURRENCY = r"(?:€|euro|eur)"
_AMOUNT = re.compile(
    rf"(?:{_CURRENCY}\s?)?"
    r"(?P<euros>[0-9]{1,6}|[0-9]{1,3}(?:[.,][0-9]{3})+)(?:[.,](?P<cents>[0-9]{1,2}))?"
    rf"(?:\s?{_CURRENCY})?"
)


class Ones(StrEnum):
    """What a cell with "1" alone means."""

    FEE = "fee"
    """Yes: workbooks write it for a ticked box."""
    EURO = "euro"
    """An amount, as other cells of the column have amounts."""


def read_cents(text: str) -> int | None:
    """An amount of euros in cents, with a point or a comma before the cents; None: it is none."""
    found = _AMOUNT.fullmatch(text.strip().casefold())
    if found is None:
        return None
    # In whole numbers: a float would not be exact. "2,5" is two euros and fifty cents.
    euros = int(re.sub("[.,]", "", found["euros"]))
    return euros * 100 + int((found["cents"] or "").ljust(2, "0"))


def read_ones(cells: Iterable[str]) -> Ones | None:
    """What "1" means in a column of these cells; None: no cell is a "1"."""
    has_ones = has_amounts = False
    for cell in cells:
        if cell == ONE:
            has_ones = True
        elif read_cents(cell):
            has_amounts = True
    if not has_ones:
        return None
    if has_amounts:
        return Ones.EURO
    return Ones.FEE
