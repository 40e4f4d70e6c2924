"""The entries of a list, read from its rows; each fault has the line of its row."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from competition.entry_lists.columns import Columns, find_longest_cell, split_names
from competition.entry_lists.messages import is_notice
from competition.entry_lists.names import Name, read_name, split_birth_year
from competition.entry_lists.numbering import is_number, strip_number
from competition.entry_lists.paid import NO, ONE, YES, Ones, read_cents, read_ones
from competition.entry_lists.states import is_left_state
from competition.entry_lists.table import LONGEST_CELL, TableRow
from database.limits import LONGEST_PERSON_NAME, LONGEST_PHONE, MOST_CENTS
from kernel.violations import Violation

A_GROUP = re.compile(r"(?:(?:girone|gruppo|group)\s+)?(?:([a-z])|([1-9][0-9]{0,2}))")
FORMULA = ("=", "@")
NO_LETTERS = re.compile(r"[\d()\[\]{}<>:@!?]")
"""What is in no name: it came along from a message, or it belongs into another column."""
NO_GROUPS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """The entry of one row. ``line`` is its number in the file, from 1."""

    line: int
    players: tuple[Name, ...]
    club_name: str = ""
    seed: int | None = None
    paid: bool = False
    group: int | None = None
    phone: str = ""
    notes: str = ""
    paid_cents: int | None = None
    """The amount that was paid, where the list has no "yes"."""


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row with its entry and its faults; ``cells`` by field, as they are written. ``has_left``:
    it says that its entry was withdrawn, disqualified or replaced; it has no faults then."""

    line: int
    cells: Mapping[str, str]
    entry: ListedEntry
    faults: tuple[Violation, ...]
    has_left: bool = False

    @property
    def is_compared(self) -> bool:
        """Whether it is compared with the event: it may enter, or change an entry."""
        return not self.faults and not self.has_left


@dataclass(slots=True)
class _Row:
    """A row while it is read; faults are collected, so that all of a list are shown at once."""

    line: int
    cells: Mapping[str, str]
    groups: Mapping[str, int]
    surname_first: bool = False
    ones: Ones | None = None
    faults: list[Violation] = field(default_factory=list)

    def get_cell(self, name: str) -> str:
        """The text of a field; empty if the list does not have it."""
        return self.cells.get(name, "")

    def read_name(self, text: str) -> Name | None:
        """A full name in one cell; None for an empty one."""
        if not text:
            return None
        return read_name(text, surname_first=self.surname_first)

    def fault(self, code: str, **params: object) -> None:
        self.faults.append(Violation(code, params, at=self.line))

    def read_entry(self, size: int) -> ListedEntry:
        for name, text in self.cells.items():
            longest = find_longest_cell(name)
            if len(text) > longest:
                self.fault("cell_too_long", column=name, most=longest)
            elif text.startswith(FORMULA):
                # Its text is no name, and nothing is computed here.
                self.fault("cell_is_a_formula", column=name)
        players = self.read_players(size)
        seed = None
        if seed_text := self.get_cell("seed"):
            is_short_number = seed_text.isascii() and seed_text.isdecimal() and len(seed_text) < 5
            if is_short_number and int(seed_text) > 0:
                seed = int(seed_text)
            else:
                self.fault("seed_is_no_number", value=seed_text[:LONGEST_CELL])
        paid, paid_cents = self.read_paid()
        group = self.read_group()
        # Phone and e-mail together: they are kept in one place.
        contact = ", ".join(filter(None, (self.get_cell("phone"), self.get_cell("email"))))
        if len(contact) > LONGEST_PHONE:
            self.fault("cell_too_long", column="phone", most=LONGEST_PHONE)
        return ListedEntry(
            self.line,
            players,
            club_name=self.get_cell("club"),
            seed=seed,
            paid=paid,
            group=group,
            phone=contact,
            notes=self.get_cell("notes"),
            paid_cents=paid_cents,
        )

    def read_players(self, size: int) -> tuple[Name, ...]:
        if is_notice(self.get_cell(self.find_player_column(1))):
            self.fault("row_is_no_pair")
            return ()
        if "player1" in self.cells:
            names = [self.read_player(number) for number in range(1, size + 1)]
        else:
            pair = strip_number(self.get_cell("pair"))
            parts: Sequence[str] = [pair]
            if size > 1:
                # Without a second name, the second player is missing.
                parts = split_names(pair) or (pair, "")
            names = [self.read_name(part) for part in parts]
        players: list[Name] = []
        for number, name in enumerate(names, start=1):
            if name is None:
                self.fault("player_missing", number=number)
                continue
            players.append(name)
            column = self.find_player_column(number)
            cell = self.get_cell(column)
            if name.is_too_long:
                # A longer cell has its fault already.
                if len(cell) <= LONGEST_CELL:
                    self.fault("cell_too_long", column=column, most=LONGEST_PERSON_NAME)
            elif is_number(name.full):
                self.fault("name_is_a_number", value=name.full)
            elif NO_LETTERS.search(name.full) and not cell.startswith(FORMULA):
                self.fault("name_has_other_signs", value=name.full)
        return tuple(players)

    def find_player_column(self, number: int) -> str:
        """The field in which this player stands: one for each of them, or one for all."""
        if "player1" in self.cells:
            return f"player{number}"
        return "pair"

    def read_player(self, number: int) -> Name | None:
        """A player in one column, or with the surname in a column of its own."""
        text = self.get_cell(f"player{number}")
        if number == 1:
            text = strip_number(text)
        if surname := self.get_cell(f"surname{number}"):
            surname_words, birth_year = split_birth_year(surname)
            return Name(text, " ".join(surname_words), birth_year)
        return self.read_name(text)

    def read_group(self) -> int | None:
        """The number of a group from its name (or that of its place), its letter or its number."""
        text = self.get_cell("group")
        if not text:
            return None
        # A name comes first: a group may be called "B" and not be the second one.
        name = text.casefold()
        if name in self.groups:
            return self.groups[name]
        letter_or_number = A_GROUP.fullmatch(name)
        if letter_or_number is None:
            self.fault("group_is_unknown", value=text[:LONGEST_CELL])
            return None
        letter, number = letter_or_number.groups()
        if letter:
            return ord(letter) - ord("a") + 1
        return int(number)

    def read_paid(self) -> tuple[bool, int | None]:
        """Whether the whole fee was paid, or the amount in cents."""
        text = self.get_cell("paid").casefold()
        if text == ONE and self.ones is not Ones.EURO:
            return True, None
        if text in YES or text in NO:
            return text in YES, None
        cents = read_cents(text)
        if cents is None:
            self.fault("paid_is_unclear", value=text[:LONGEST_CELL])
        elif cents > MOST_CENTS:
            self.fault("payment_out_of_bounds")
        elif cents:
            return False, cents
        return False, None


def read_rows(
    rows: Sequence[TableRow],
    columns: Columns,
    size: int,
    groups: Mapping[str, int] = NO_GROUPS,
    *,
    surname_first: bool = False,
) -> tuple[ReadRow, ...]:
    """The entries of rows that are no heads, ``size`` players each (two at most), with the faults
    of each (``at`` is the line). ``groups``: the numbers of the groups with a name, by their name
    in lower case. ``surname_first``: how names are written that stand in one cell."""
    entry_rows: list[ReadRow] = []
    ones = find_ones(rows, columns)
    for row in rows:
        # Rows of a CSV file may end early.
        cells = {name: row.cell(column) for name, column in columns.items()}
        reading = _Row(row.line, cells, groups, surname_first, ones)
        entry = reading.read_entry(size)
        has_left = is_left_state(reading.get_cell("state"))
        if has_left:
            # It does not enter: nothing of it is to be corrected.
            reading.faults.clear()
        entry_rows.append(ReadRow(row.line, cells, entry, tuple(reading.faults), has_left))
    return tuple(entry_rows)


def find_ones(rows: Sequence[TableRow], columns: Columns) -> Ones | None:
    """What "1" means in the column of what was paid; None where it does not occur."""
    column = columns.get("paid")
    if column is None:
        return None
    return read_ones(row.cell(column) for row in rows)
