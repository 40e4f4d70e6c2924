"""Reads a list of entries as clubs write it: CSV, as Excel saves it in Italy too."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from rules.contract import Refused, Violation
from tournaments.core.names import Name, read_name

LARGEST = 2 * 1024 * 1024
MOST_ROWS = 10_000
MOST_COLUMNS = 50
LONGEST_CELL = 120

HEADERS: Mapping[str, frozenset[str]] = {
    "player1": frozenset(
        "giocatore 1|giocatore1|primo giocatore|primo|nome 1|player 1|player1|first player".split(
            "|"
        )
    ),
    "player2": frozenset(
        "giocatore 2|giocatore2|secondo giocatore|secondo|nome 2|player 2|player2"
        "|second player".split("|")
    ),
    "pair": frozenset("coppia|nomi|iscritti|pair|names|entry".split("|")),
    "club": frozenset("circolo|provenienza|bar|società|squadra|club|team|from".split("|")),
    "seed": frozenset("testa di serie|tds|ts|seed|seeding".split("|")),
    "paid": frozenset("quota|pagato|pagata|paid|fee".split("|")),
}
"""Which heads of columns mean what, in Italian and English, without capitals."""

YES = frozenset("si|sì|s|yes|y|x|1|vero|true|pagato|pagata|paid|ok".split("|"))
NO = frozenset("|no|n|0|falso|false|non pagato|unpaid|-".split("|"))
BETWEEN_NAMES = (" - ", " – ", " / ", "/", " e ", " & ", " and ", "+")


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A row of the list, read. ``line`` is its number in the file, from 1."""

    line: int
    players: tuple[Name, ...]
    club_name: str = ""
    seed: int | None = None
    paid: bool = False


@dataclass(frozen=True, slots=True)
class EntryList:
    """What a file came to: its entries, and the faults of its rows (``at`` is the line)."""

    entries: tuple[ListedEntry, ...]
    faults: tuple[Violation, ...]


@dataclass(slots=True)
class _Row:
    line: int
    cells: Mapping[str, str]
    faults: list[Violation] = field(default_factory=list)

    def fault(self, code: str, **params: object) -> None:
        self.faults.append(Violation(code, params, at=self.line))


def read_entry_list(content: bytes) -> EntryList:
    """The entries of a CSV file: commas, semicolons or tabs; UTF-8 with or without a mark, or the
    encoding of an Italian Windows; the first row names the columns. Never raises."""
    try:
        return _read(_table(content))
    except Refused as refused:
        return EntryList((), refused.violations)


def _table(content: bytes) -> list[tuple[int, list[str]]]:
    """The rows that hold something, with their lines. Raises Refused for what is no list."""
    if len(content) > LARGEST:
        raise _whole("file_too_large", most=LARGEST // 1024 // 1024)
    if content.startswith(b"PK"):
        raise _whole("file_is_a_workbook")
    text = _decoded(content)
    try:
        rows = list(islice(_rows(text), MOST_ROWS + 2)) if "\0" not in text else []
    except csv.Error:
        raise _whole("file_is_no_list") from None
    if len(rows) > MOST_ROWS + 1:
        raise _whole("file_too_long", most=MOST_ROWS)
    if not rows:
        raise _whole("file_is_no_list" if "\0" in text else "file_is_empty")
    if max(len(cells) for _, cells in rows) > MOST_COLUMNS:
        raise _whole("file_too_wide", most=MOST_COLUMNS)
    return rows


def _whole(code: str, **params: object) -> Refused:
    return Refused([Violation(code, params)])


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip().partition("\n")[0]
    delimiter = max(";,\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for cells in reader:
        stripped = [" ".join(cell.split()) for cell in cells]
        if any(stripped):
            yield reader.line_num, stripped


def _read(rows: Sequence[tuple[int, list[str]]]) -> EntryList:
    (_, heads), *body = rows
    columns = _columns(heads)
    if "pair" not in columns and not {"player1", "player2"} <= columns.keys():
        raise _whole("columns_missing", found=", ".join(heads)[:LONGEST_CELL])
    entries, faults = [], []
    for line, cells in body:
        row = _Row(line, {name: _cell(cells, at) for name, at in columns.items()})
        entry = _entry(row)
        faults += row.faults
        if not row.faults:
            entries.append(entry)
    if not body:
        faults.append(Violation("file_is_empty"))
    return EntryList(tuple(entries), tuple(faults))


def _columns(heads: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at, head in enumerate(heads):
        for name, known in HEADERS.items():
            if head.casefold().rstrip(".:") in known:
                columns.setdefault(name, at)
    return columns


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _entry(row: _Row) -> ListedEntry:
    for name, text in row.cells.items():
        if len(text) > LONGEST_CELL:
            row.fault("cell_too_long", column=name, most=LONGEST_CELL)
        elif text.startswith(("=", "@")):
            row.fault("cell_is_a_formula", column=name)
    return ListedEntry(
        row.line,
        _players(row),
        row.cells.get("club", ""),
        _seed(row),
        _paid(row),
    )


def _players(row: _Row) -> tuple[Name, ...]:
    if "player1" in row.cells:
        texts = [row.cells["player1"], row.cells.get("player2", "")]
    else:
        texts = _parted(row.cells["pair"])
    for number, text in enumerate(texts, start=1):
        if not text:
            row.fault("player_missing", number=number)
    return tuple(read_name(text) for text in texts if text)


def _parted(pair: str) -> list[str]:
    for between in BETWEEN_NAMES:
        if between in pair:
            first, _, second = pair.partition(between)
            return [first.strip(), second.strip()]
    return [pair, ""]


def _seed(row: _Row) -> int | None:
    text = row.cells.get("seed", "")
    if not text:
        return None
    if text.isascii() and text.isdecimal() and 0 < len(text) < 5 and int(text) > 0:
        return int(text)
    row.fault("seed_is_no_number", value=text[:LONGEST_CELL])
    return None


def _paid(row: _Row) -> bool:
    text = row.cells.get("paid", "").casefold()
    if text in YES:
        return True
    if text in NO:
        return False
    amount = text.removesuffix("€").removeprefix("€").strip().replace(",", "").replace(".", "")
    if not (amount.isascii() and amount.isdecimal()):
        row.fault("paid_is_unclear", value=text[:LONGEST_CELL])
    return amount.strip("0") != ""
