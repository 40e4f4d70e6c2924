"""The first rows of a list as a table, from which the row that names the columns is chosen."""

from dataclasses import dataclass
from typing import Final

from competition.entry_lists.columns import FIELDS, letter
from tournaments.models import EntryImport
from tournaments.selectors.registration.imports import Preview
from wording.entries import word_column

OTHER_ROW: Final = "other"
"""The choice of a row by its number, as it may stand below those that are shown."""
MOST_SHOWN = 60
"""Characters of a cell that a preview shows."""


@dataclass(frozen=True, slots=True)
class SampleColumn:
    """A column of the sheet: its letter, and the fields that are read from it."""

    letter: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A row of the sheet as it is in the file. ``is_title``: it stands above the row of heads."""

    line: int
    cells: tuple[str, ...]
    is_heads: bool
    is_title: bool


@dataclass(frozen=True, slots=True)
class SheetSample:
    """The first rows of a sheet. ``other``: the number of the row of heads, if it is further
    down."""

    columns: tuple[SampleColumn, ...]
    rows: tuple[SampleRow, ...]
    other: int | None


def build_sample(entry_import: EntryImport, preview: Preview) -> SheetSample:
    """The first rows, with what is read from each column. No query."""
    heads_line = entry_import.heads_line
    columns: list[SampleColumn] = []
    size = entry_import.event.entry_size
    for column in range(preview.width):
        names = [name for name in FIELDS if entry_import.columns.get(name) == column]
        words = tuple(word_column(name, size) for name in names)
        columns.append(SampleColumn(letter(column), words))
    rows: list[SampleRow] = []
    for row in preview.first_rows:
        # Rows may be shorter than the widest one: the rest of their cells is empty.
        cells = [shorten_cell(cell) for cell in row.cells[: preview.width]]
        cells += [""] * (preview.width - len(cells))
        rows.append(
            SampleRow(
                line=row.line,
                cells=tuple(cells),
                is_heads=row.line == heads_line,
                is_title=heads_line is not None and row.line < heads_line,
            )
        )
    other = heads_line
    # The heads are among the rows that are shown.
    if any(row.is_heads for row in rows):
        other = None
    return SheetSample(tuple(columns), tuple(rows), other)


def shorten_cell(cell: str) -> str:
    """The beginning of a cell, as much as a preview shows."""
    if len(cell) <= MOST_SHOWN:
        return cell
    return f"{cell[:MOST_SHOWN]}…"
