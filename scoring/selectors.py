"""Selectors of matches and sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, F, JSONField, When

from scoring.core.chain import find_first_break
from scoring.core.fold import fold_stored
from scoring.core.format import MatchFormat, read_format
from scoring.core.state import MatchState, Reading
from scoring.models import Line, Match
from scoring.sheets import make_chained_line, make_sheet_lines


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line and its effect."""

    line: Line
    reading: Reading


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet with the state that it folds to."""

    match: Match
    format: MatchFormat
    state: MatchState
    rows: tuple[SheetRow, ...]


def load_sheet(match: Match) -> Sheet:
    """The sheet of a match with the effect of every line: one query."""
    lines = list(match.lines.order_by("n"))
    match_format = read_format(match.format)
    state = fold_stored(match_format, make_sheet_lines(lines)).build_state()
    readings = {reading.n: reading for reading in state.readings}
    rows = tuple(SheetRow(line, readings[line.n]) for line in lines)
    return Sheet(match, match_format, state, rows)


def snapshot_while_on(match: str) -> Case:
    """The snapshot of a match that is on, as a column of a query; null for any other. ``match`` is
    the field with the match. Whole snapshots are read of these alone: to read a thousand costs more
    than all else."""
    is_on = {f"{match}__begun": True, f"{match}__state": Match.State.OPEN}
    return Case(When(**is_on, then=F(f"{match}__snapshot")), output_field=JSONField())


def find_broken_line(lines: Sequence[Line]) -> int | None:
    """The number of the first line at which the chain of a match is broken, or None."""
    return find_first_break([(make_chained_line(line), line.digest) for line in lines])
