"""Reads matches and sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.chain import first_break
from scoring.core.fold import fold
from scoring.core.format import MatchFormat, read_format
from scoring.core.state import MatchState, Reading
from scoring.models import Line, Match
from scoring.sheets import seal_line, sheet_lines


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line beside what it came to."""

    line: Line
    reading: Reading


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet, read."""

    match: Match
    format: MatchFormat
    state: MatchState
    rows: tuple[SheetRow, ...]


def sheet_of(match: Match) -> Sheet:
    """The sheet of a match with what every line came to. Two queries' worth: the match is given."""
    lines = list(match.lines.order_by("n"))
    format_ = read_format(match.format)
    state = fold(format_, sheet_lines(lines))
    readings = {reading.n: reading for reading in state.readings}
    return Sheet(match, format_, state, tuple(SheetRow(line, readings[line.n]) for line in lines))


def broken_at(lines: Sequence[Line]) -> int | None:
    """The number of the first line that does not close the chain of its match, or None."""
    return first_break([(seal_line(line), line.digest) for line in lines])
