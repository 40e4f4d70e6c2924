"""Compares a match with the lines of its sheet. Nothing here writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernel.refusals import Unreadable
from scoring.core.chain import START
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.state import MatchState, SheetRefused
from scoring.derived import DERIVED, derive_columns
from scoring.models import Line, Match
from scoring.selectors import broken_at
from scoring.sheets import sheet_lines


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
    found = []
    broken = broken_at(lines)
    if broken is not None:
        found.append(SheetFault("chain_broken", line=broken))
    last = lines[-1].n if lines else 0
    if last != match.version:
        found.append(SheetFault("lines_missing", stored=match.version, expected=last))
    elif match.head != (lines[-1].digest if lines else START):
        found.append(SheetFault("head_differs", line=last, stored=match.head))
    state = _read_state(match, lines)
    if isinstance(state, SheetFault):
        return [*found, state]
    expected = derive_columns(state, match.version, match.head)
    return found + [
        SheetFault("column_differs", column=name, stored=getattr(match, name), expected=value)
        for name in DERIVED
        if getattr(match, name) != (value := expected[name])
    ]


def _read_state(match: Match, lines: Sequence[Line]) -> MatchState | SheetFault:
    try:
        return fold(read_format(match.format), sheet_lines(lines))
    except SheetRefused as refused:
        codes = [violation.code for violation in refused.violations]
        return SheetFault("line_illegal", line=refused.at, stored=codes)
    except Unreadable as unreadable:
        return SheetFault("line_unreadable", stored=str(unreadable))
