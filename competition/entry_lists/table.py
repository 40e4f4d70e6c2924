"""The table of a file: rows of text, within limits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from database.limits import LONGEST_REASON
from kernel.refusals import Refused
from kernel.violations import Violation

LARGEST = 2 * 1024 * 1024
MOST_ROWS = 10_000
MOST_COLUMNS = 50
MOST_TEXT = 4 * 1024 * 1024
"""Characters in all cells together."""
LONGEST_CELL = 120
LONGEST_NOTES = LONGEST_REASON
"""The notes of an entry: the one cell that has more than a name."""
CUT = max(LONGEST_CELL, LONGEST_NOTES) + 1
"""The characters kept of a cell that is too long: enough to report that it is."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row that is not empty; ``line`` is its number in the file, from 1."""

    line: int
    cells: tuple[str, ...]

    @property
    def filled_cells(self) -> int:
        """The number of cells that are not empty."""
        return len(self.cells) - self.cells.count("")

    def cell(self, column: int) -> str:
        """The cell of a column, from 0; empty where the row is shorter."""
        if column >= len(self.cells):
            return ""
        return self.cells[column]


@dataclass(frozen=True, slots=True)
class ListTable:
    """The rows of a file. Of a workbook, ``sheet`` is the one of its ``sheets`` that was read."""

    rows: tuple[TableRow, ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""


def limit_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> tuple[TableRow, ...]:
    """The rows that are not empty. Raises Refused for more than a list of entries can have."""
    kept_rows: list[TableRow] = []
    characters = 0
    for line, cells in rows:
        if not any(cells):
            continue
        # Cut before they are cleaned: a cell may have megabytes of spaces.
        clean = tuple(" ".join(cell[: 4 * CUT].split())[:CUT] for cell in cells[: MOST_COLUMNS + 1])
        if not any(clean):
            continue
        if any(clean[MOST_COLUMNS:]):
            raise refuse_file("file_too_wide", most=MOST_COLUMNS)
        characters += sum(map(len, clean))
        if len(kept_rows) > MOST_ROWS or characters > MOST_TEXT:
            raise refuse_file("file_too_long", most=MOST_ROWS)
        kept_rows.append(TableRow(line, clean))
    if not kept_rows:
        raise refuse_file("file_is_empty")
    return tuple(kept_rows)


def list_filled_columns(rows: Iterable[TableRow]) -> list[tuple[int, list[str]]]:
    """The columns (from 0) in which anything stands, each with its cells that are not empty.
    Spreadsheets often have empty columns at the margin or in between."""
    cells_by_column: dict[int, list[str]] = {}
    for row in rows:
        for column, cell in enumerate(row.cells):
            if cell:
                cells_by_column.setdefault(column, []).append(cell)
    return sorted(cells_by_column.items())


def refuse_file(code: str, **params: object) -> Refused:
    """A refusal of a file as a whole."""
    return Refused([Violation(code, params)])
