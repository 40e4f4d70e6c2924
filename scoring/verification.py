"""Compares a match with the lines of its sheet. Nothing here writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernel.refusals import Refused, Unreadable
from scoring.core.chain import START
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.state import SheetRefused
from scoring.derived import DERIVED, derive_columns
from scoring.models import Line, Match
from scoring.selectors import find_broken_line
from scoring.sheets import make_sheet_lines


@dataclass(frozen=True, slots=True)
class SheetFault:
    """What is wrong with a match or its sheet: at a ``line``, or in a ``column`` of the match."""

    code: str
    line: int | None = None
    column: str = ""
    stored: Any = None
    expected: Any = None


def find_sheet_faults(match: Match, lines: Sequence[Line]) -> list[SheetFault]:
    """All faults of a match whose lines are given in order. Lines that are missing at the end
    show in the version and the head of the match: the chain alone is complete without them."""
    faults = []
    broken_line = find_broken_line(lines)
    if broken_line is not None:
        faults.append(SheetFault("chain_broken", line=broken_line))
    last_n, last_digest = (lines[-1].n, lines[-1].digest) if lines else (0, START)
    if last_n != match.version:
        faults.append(SheetFault("lines_missing", stored=match.version, expected=last_n))
    elif match.head != last_digest:
        faults.append(SheetFault("head_differs", line=last_n, stored=match.head))
    try:
        match_format = read_format(match.format)
    except (Refused, Unreadable) as refused:
        codes = [violation.code for violation in refused.violations]
        return [*faults, SheetFault("format_refused", stored=codes)]
    try:
        state = fold(match_format, make_sheet_lines(lines))
    except SheetRefused as refused:
        codes = [violation.code for violation in refused.violations]
        return [*faults, SheetFault("line_illegal", line=refused.at, stored=codes)]
    except Unreadable as unreadable:
        return [*faults, SheetFault("line_unreadable", stored=str(unreadable))]
    # Version and head are taken from the match: whether they are right has been checked above.
    expected_columns = derive_columns(state, match.version, match.head)
    for name in DERIVED:
        stored_value, expected_value = getattr(match, name), expected_columns[name]
        if stored_value != expected_value:
            fault = SheetFault(
                "column_differs", column=name, stored=stored_value, expected=expected_value
            )
            faults.append(fault)
    return faults
