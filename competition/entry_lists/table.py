"""What a file holds: rows of text, within limits that are looked at before it is opened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernel.refusals import Refused
from kernel.violations import Violation

LARGEST = 2 * 1024 * 1024
MOST_ROWS = 10_000
MOST_COLUMNS = 50
MOST_TEXT = 4 * 1024 * 1024
"""Signs in all cells together."""
LONGEST_CELL = 120
CUT = LONGEST_CELL + 1
"""So much is kept of a cell that is too long: enough to say that it is."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row that holds something; ``line`` is its number in the file, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListTable:
    """The rows of a file; of a workbook, those of the ``sheet`` that was read of its ``sheets``."""

    rows: tuple[TableRow, ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""


def limit_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> tuple[TableRow, ...]:
    """The rows that hold something. Raises Refused for more than a list has."""
    kept: list[TableRow] = []
    text = 0
    for line, cells in rows:
        clean = tuple(" ".join(cell[: 4 * CUT].split())[:CUT] for cell in cells[: MOST_COLUMNS + 1])
        if not any(clean):
            continue
        if any(clean[MOST_COLUMNS:]):
            raise whole("file_too_wide", most=MOST_COLUMNS)
        text += sum(map(len, clean))
        if len(kept) > MOST_ROWS or text > MOST_TEXT:
            raise whole("file_too_long", most=MOST_ROWS)
        kept.append(TableRow(line, clean))
    if not kept:
        raise whole("file_is_empty")
    return tuple(kept)


def whole(code: str, **params: object) -> Refused:
    """A refusal of a file as a whole."""
    return Refused([Violation(code, params)])
