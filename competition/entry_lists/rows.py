"""From the rows of a list to its entries, each fault with the row it stands in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from competition.entry_lists.columns import Columns
from competition.entry_lists.names import Name, read_name
from competition.entry_lists.table import LONGEST_CELL, TableRow
from database.limits import LONGEST_PERSON_NAME
from kernel.violations import Violation

YES = frozenset("si|sì|s|yes|y|x|1|vero|true|pagato|pagata|paid|ok".split("|"))
NO = frozenset("|no|n|0|falso|false|non pagato|unpaid|-".split("|"))
A_GROUP = re.compile(r"(?:(?:girone|gruppo|group)\s+)?(?:([a-z])|([1-9][0-9]{0,2}))")
NO_GROUPS: Mapping[str, int] = {}
BETWEEN_NAMES = (" - ", " – ", " / ", "/", " e ", " & ", " and ", "+")


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A row of the list, read. ``line`` is its number in the file, from 1."""

    line: int
    players: tuple[Name, ...]
    club_name: str = ""
    seed: int | None = None
    paid: bool = False
    group: int | None = None


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row, what it says, and what is wrong with it; ``cells`` by field, as they are written."""

    line: int
    cells: Mapping[str, str]
    entry: ListedEntry
    faults: tuple[Violation, ...]


@dataclass(slots=True)
class _Row:
    line: int
    cells: Mapping[str, str]
    groups: Mapping[str, int]
    faults: list[Violation] = field(default_factory=list)

    def fault(self, code: str, **params: object) -> None:
        self.faults.append(Violation(code, params, at=self.line))


def read_rows(
    rows: Sequence[TableRow], columns: Columns, size: int, groups: Mapping[str, int] = NO_GROUPS
) -> tuple[ReadRow, ...]:
    """The entries of rows that are no heads, ``size`` players each (two at most), with the faults
    of each (``at`` is the line). ``groups`` are those that have a name, by it, without capitals."""
    return tuple(_read_row(row, columns, size, groups) for row in rows)


def _read_row(row: TableRow, columns: Columns, size: int, groups: Mapping[str, int]) -> ReadRow:
    cells = {name: row.cells[at] if at < len(row.cells) else "" for name, at in columns.items()}
    reading = _Row(row.line, cells, groups)
    return ReadRow(row.line, cells, _read_entry(reading, size), tuple(reading.faults))


def _read_entry(row: _Row, size: int) -> ListedEntry:
    for name, text in row.cells.items():
        if len(text) > LONGEST_CELL:
            row.fault("cell_too_long", column=name, most=LONGEST_CELL)
        elif text.startswith(("=", "@")):
            row.fault("cell_is_a_formula", column=name)
    return ListedEntry(
        row.line,
        _read_players(row, size),
        row.cells.get("club", ""),
        _read_seed(row),
        _read_paid(row),
        _read_group(row),
    )


def _read_players(row: _Row, size: int) -> tuple[Name, ...]:
    if "player1" in row.cells:
        names = [_read_name(row, number + 1) for number in range(size)]
    else:
        names = _read_names(row.cells.get("pair", ""), size)
    for number, name in enumerate(names, start=1):
        if name is None:
            row.fault("player_missing", number=number)
        elif name.is_too_long:
            _refuse_long_name(row, number)
    return tuple(name for name in names if name is not None)


def _refuse_long_name(row: _Row, number: int) -> None:
    column = f"player{number}" if "player1" in row.cells else "pair"
    # A longer cell has its fault already.
    if len(row.cells.get(column, "")) <= LONGEST_CELL:
        row.fault("cell_too_long", column=column, most=LONGEST_PERSON_NAME)


def _read_name(row: _Row, number: int) -> Name | None:
    """A player in one column, or with the surname in a column of its own."""
    text = row.cells.get(f"player{number}", "")
    surname = row.cells.get(f"surname{number}", "")
    if surname:
        return Name(text, surname)
    return read_name(text) if text else None


def _read_names(text: str, size: int) -> list[Name | None]:
    """All players in one column."""
    parts = [text] if size == 1 else _split_pair(text)
    return [read_name(part) if part else None for part in parts]


def _split_pair(pair: str) -> list[str]:
    for between in BETWEEN_NAMES:
        if between in pair:
            first, _, second = pair.partition(between)
            return [first.strip(), second.strip()]
    return [pair, ""]


def _read_seed(row: _Row) -> int | None:
    text = row.cells.get("seed", "")
    if not text:
        return None
    if text.isascii() and text.isdecimal() and 0 < len(text) < 5 and int(text) > 0:
        return int(text)
    row.fault("seed_is_no_number", value=text[:LONGEST_CELL])
    return None


def _read_group(row: _Row) -> int | None:
    """By its name or its place's, its letter, or its number."""
    text = row.cells.get("group", "")
    if not text:
        return None
    name = text.casefold()
    if name in row.groups:
        return row.groups[name]
    found = A_GROUP.fullmatch(name)
    if found is None:
        row.fault("group_is_unknown", value=text[:LONGEST_CELL])
        return None
    letter, number = found.groups()
    return ord(letter) - ord("a") + 1 if letter else int(number)


def _read_paid(row: _Row) -> bool:
    text = row.cells.get("paid", "").casefold()
    if text in YES:
        return True
    if text in NO:
        return False
    amount = text.removesuffix("€").removeprefix("€").strip().replace(",", "").replace(".", "")
    if not (amount.isascii() and amount.isdecimal()):
        row.fault("paid_is_unclear", value=text[:LONGEST_CELL])
    return amount.strip("0") != ""
