"""The columns of a list: recognised by their heads in Italian or English, or chosen."""

from collections.abc import Mapping, Sequence

from competition.entry_lists.contacts import take_contacts
from competition.entry_lists.numbering import is_number
from competition.entry_lists.table import (
    LONGEST_CELL,
    LONGEST_NOTES,
    TableRow,
    list_filled_columns,
)

FIELDS = (
    *("player1", "surname1", "player2", "surname2", "pair", "club", "seed", "group", "paid"),
    *("phone", "email", "notes", "state"),
)

OF_SECOND_PLAYER = frozenset({"player2", "surname2"})

HEADS: Mapping[str, frozenset[str]] = {
    "player1": frozenset(
        "giocatore 1|giocatore1|giocatore a|primo giocatore|primo|nome 1|nome1|player 1|player1"
        "|first player|1° giocatore|first name 1|giocatore|nome|player|name|first name".split("|")
    ),
    "surname1": frozenset(
        "cognome 1|cognome1|cognome primo giocatore|surname 1|last name 1|cognome|surname"
        "|last name".split("|")
    ),
    "player2": frozenset(
        "giocatore 2|giocatore2|giocatore b|secondo giocatore|secondo|nome 2|nome2|player 2|player2"
        "|second player|2° giocatore|compagno|partner|first name 2".split("|")
    ),
    "surname2": frozenset(
        "cognome 2|cognome2|cognome secondo giocatore|surname 2|last name 2".split("|")
    ),
    "pair": frozenset(
        "coppia|nomi|iscritti|iscrizione|pair|names|entry|entries|tutti i nomi in una colonna"
        "|all names in one column".split("|")
    ),
    "club": frozenset(
        "circolo|provenienza|bar|società|squadra|paese|club|team|from|town".split("|")
    ),
    "seed": frozenset("testa di serie|tds|ts|seed|seeding".split("|")),
    "group": frozenset("girone|gruppo|sede|serata|group|pool|venue|evening".split("|")),
    "paid": frozenset("quota|quota pagata|pagato|pagata|paid|fee".split("|")),
    "phone": frozenset(
        "telefono|tel|cell|cellulare|numero di telefono|recapito|contatto|phone|mobile"
        "|contact".split("|")
    ),
    "email": frozenset("email|e-mail|mail|posta elettronica|indirizzo email".split("|")),
    "notes": frozenset("note|annotazioni|osservazioni|commenti|notes|remarks".split("|")),
    "state": frozenset("stato|state|status".split("|")),
}
"""The known heads of each field, in lower case."""

BETWEEN_NAMES = (" - ", " – ", " / ", "/", " e ", " & ", " and ", "+", ",")
"""What stands between the two names of a cell with a pair."""

Columns = Mapping[str, int]
"""By field: the number of its column, from 0. A field without a column is not read."""


PAID_WORDS = frozenset({"ha pagato", "non ha pagato"})
"""What a pasted list has in the column of what was paid. No heads: "pagato" is one."""

MOST_TITLES = 20
"""The rows among which the heads are looked for: a list may begin with titles."""


def find_heads(rows: Sequence[TableRow]) -> TableRow | None:
    """The row that names the columns; None: a list may begin with its first pair instead.

    A title such as "Iscritti" is a known head too, so the row that names most columns is taken, and
    of two such the one with more cells.
    """
    first, *below = rows[:MOST_TITLES]
    candidates: list[TableRow] = []
    for row in below:
        # Below others, heads name who plays, and most cells are heads: a Primo Montanari may play,
        # and there are clubs that are called "Bar".
        named, cells = _count_cells(row)
        says_who = {"player1", "pair"} & find_named_columns(row.cells).keys()
        if says_who and cells - named <= max(named - 1, 1):
            candidates.append(row)
    if find_named_columns(first.cells):
        candidates.append(first)
    return max(candidates, key=_count_cells, default=None)


def _count_cells(row: TableRow) -> tuple[int, int]:
    """The columns that a row names, and its cells that are not empty."""
    return len(find_named_columns(row.cells)), row.filled_cells


def find_named_columns(heads: Sequence[str]) -> dict[str, int]:
    """The columns that are recognised by their heads; of two with the same meaning, the first."""
    columns: dict[str, int] = {}
    for column, head in enumerate(heads):
        for field, known_heads in HEADS.items():
            # Abbreviations have points: "Tel.", "T.S.", "T.d.S."
            if head.casefold().replace(".", "").rstrip(":* ") in known_heads:
                columns.setdefault(field, column)
    return columns


def select_rows_below(rows: Sequence[TableRow], heads_line: int | None) -> Sequence[TableRow]:
    """The rows of entries: those below the heads, or all."""
    if heads_line is None:
        return rows
    return [row for row in rows if row.line > heads_line]


def list_fields(size: int) -> tuple[str, ...]:
    """The fields of entries of ``size`` players, in their usual order."""
    return tuple(field for field in FIELDS if size > 1 or field not in OF_SECOND_PLAYER)


def find_longest_cell(field: str) -> int:
    """The characters that a cell of a field can have."""
    return LONGEST_NOTES if field == "notes" else LONGEST_CELL


def guess_columns(
    rows: Sequence[TableRow], heads: TableRow | None, *, size: int = 2
) -> dict[str, int]:
    """The columns by their heads, or by what is in them: telephone numbers, e-mail addresses and
    payments tell themselves. Of the others a single one has pairs; of more, the first two have a
    player each and the third has the club; where an entry has only one player (``size``), the
    second has the club. ``rows`` are those below the heads."""
    filled_columns = list_filled_columns(rows)
    # A title above several columns ("Iscritti") names none of them.
    is_title = heads is not None and heads.filled_cells == 1 < len(filled_columns)
    if heads is not None and not is_title:
        named = find_named_columns(heads.cells)
        if named:
            fields = list_fields(size)
            return {field: column for field, column in named.items() if field in fields}
    columns: dict[str, int] = {}
    others: list[int] = []
    for column, cells in filled_columns:
        # Titles above a column of numbers are texts too: they are left out of a long list.
        cells_below_titles = cells[MOST_TITLES:] or cells
        if field := _find_field(cells_below_titles):
            columns.setdefault(field, column)
        elif not all(map(is_number, cells_below_titles)):
            others.append(column)
    other_fields: tuple[str, ...] = ("player1", "player2", "club")
    if size == 1:
        other_fields = ("player1", "club")
    elif len(others) == 1 or (len(others) == 2 and are_pairs(rows, *others)):
        other_fields = ("pair", "club")
    return {**dict(zip(other_fields, others, strict=False)), **columns}


def _find_field(cells: Sequence[str]) -> str:
    """ "phone", "email" or "paid", if these cells have nothing else."""
    if PAID_WORDS.issuperset(cells):
        return "paid"
    for field in ("phone", "email"):
        found = map(take_contacts, cells)
        if all(getattr(contacts, field) and not contacts.text for contacts in found):
            return field
    return ""


def are_pairs(rows: Sequence[TableRow], column: int, next_column: int) -> bool:
    """Whether most rows with something in the next column have two names in this one."""
    cells = 0
    with_two_names = 0
    for row in rows:
        if row.cell(next_column):
            cells += 1
            with_two_names += split_names(row.cell(column)) is not None
    return 2 * with_two_names > cells


def split_names(cell: str) -> tuple[str, str] | None:
    """The two names of a cell; None if nothing separates them."""
    for separator in BETWEEN_NAMES:
        if separator in cell:
            first_name, _, second_name = cell.partition(separator)
            return first_name.strip(), second_name.strip()
    return None


def enough(columns: Columns, size: int) -> bool:
    """Whether these columns have all players, ``size`` of them in an entry."""
    players = {f"player{number + 1}" for number in range(size)}
    return "pair" in columns or players <= columns.keys()


def letter(at: int) -> str:
    """The name of a column (from 0) in a spreadsheet: A, B, … Z, AA."""
    name = ""
    # A numeral system without a zero: the digits are 1 to 26, so 1 is taken off at each step.
    number = at + 1
    while number:
        number, digit = divmod(number - 1, 26)
        name = chr(ord("A") + digit) + name
    return name
