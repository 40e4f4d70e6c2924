"""The rows of a list of entries, and the choices of its columns, as the page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass

from competition.entry_lists.columns import find_longest_cell, letter, list_fields
from printing.tables import PlainTable
from tournaments.models import EntryImport
from tournaments.selectors.registration.imports import Preview, PreviewRow
from web.desk.import_samples import shorten_cell
from wording.entries import word_change, word_column, word_listed_payment
from wording.sentences import word_violations


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The columns that a field may be read from: ``options`` are (number, words, chosen)."""

    field: str
    label: str
    options: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True, slots=True)
class CellInput:
    """A cell as it can be corrected."""

    field: str
    label: str
    text: str
    longest: int


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row on the page: its cells in the order of the chosen fields."""

    line: int
    cells: tuple[tuple[str, str], ...]
    """The label of the field, and the text."""
    inputs: tuple[CellInput, ...]
    surnames: str
    """How the pair will be called, of names that stand in one cell."""
    reasons: tuple[str, ...]
    known: bool
    left: str
    """The state of an entry that has left, as the list has it."""
    changes: tuple[str, ...]
    """What it changes of an entry: "Seed: 1 → 2"."""
    payment: str
    """What is noted as paid with it."""


def label_chosen_fields(entry_import: EntryImport) -> dict[str, str]:
    """The labels of the fields that are read from a column, in their usual order."""
    size = entry_import.event.entry_size
    fields = [name for name in list_fields(size) if name in entry_import.columns]
    return {name: word_column(name, size) for name in fields}


def build_row(row: PreviewRow, labels: Mapping[str, str], typed: Mapping[str, str]) -> ShownRow:
    """``typed``: the cells as somebody has typed them, where they were refused."""
    cells, inputs = [], []
    for name, label in labels.items():
        text = row.row.cells.get(name, "")
        cells.append((label, shorten_cell(text)))
        inputs.append(CellInput(name, label, typed.get(name, text), find_longest_cell(name)))
    payment = ""
    if row.payment is not None and not row.faults:
        planned = row.payment
        payment = word_listed_payment(planned.cents, planned.missing, planned.surplus)
    left = ""
    if row.row.has_left:
        left = row.row.cells["state"]
    return ShownRow(
        line=row.row.line,
        cells=tuple(cells),
        inputs=tuple(inputs),
        surnames=" – ".join(name.last for name in row.row.entry.players),
        reasons=tuple(word_violations(row.faults)),
        known=row.known,
        left=left,
        changes=tuple(word_change(name, *values) for name, values in row.changes.items()),
        payment=payment,
    )


def list_choices(
    entry_import: EntryImport, preview: Preview, columns: Mapping[str, int] | None
) -> tuple[ColumnChoice, ...]:
    """For each field the columns of the sheet, by letter and heading. ``columns`` are those that
    were chosen and refused, if any."""
    if columns is None:
        columns = entry_import.columns
    column_titles = [letter(column) for column in range(preview.width)]
    # The row of headings may be shorter than others.
    for column, heading in enumerate(preview.heads[: preview.width]):
        if heading:
            column_titles[column] += f" · {shorten_cell(heading)}"

    choices = []
    size = entry_import.event.entry_size
    for name in list_fields(size):
        chosen = columns.get(name)
        options = [(number, title, number == chosen) for number, title in enumerate(column_titles)]
        choices.append(ColumnChoice(name, word_column(name, size), tuple(options)))
    return tuple(choices)


def tabulate_faults(entry_import: EntryImport, preview: Preview) -> PlainTable:
    """The rows with faults, with what is to be corrected in each."""
    labels = label_chosen_fields(entry_import)
    size = entry_import.event.entry_size
    rows: list[tuple[str | int, ...]] = []
    for row in preview.rows:
        if row.faults:
            cells = [row.row.cells.get(name, "") for name in labels]
            rows.append((row.row.line, *cells, " ".join(word_violations(row.faults))))
    heads = (word_column("line", size), *labels.values(), word_column("why", size))
    return PlainTable(entry_import.name, heads, tuple(rows))
