"""Which column of a list means what: recognised by its head in Italian or English, or chosen."""

from collections.abc import Mapping, Sequence

from competition.entry_lists.table import TableRow

FIELDS = ("player1", "surname1", "player2", "surname2", "pair", "club", "seed", "group", "paid")

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
    "pair": frozenset("coppia|nomi|iscritti|iscrizione|pair|names|entry|entries".split("|")),
    "club": frozenset(
        "circolo|provenienza|bar|società|squadra|paese|club|team|from|town".split("|")
    ),
    "seed": frozenset("testa di serie|tds|ts|seed|seeding".split("|")),
    "group": frozenset("girone|gruppo|sede|serata|group|pool|venue|evening".split("|")),
    "paid": frozenset("quota|quota pagata|pagato|pagata|paid|fee".split("|")),
}
"""Without capitals."""

Columns = Mapping[str, int]
"""By field: the number of its column, from 0. A field without a column is not read."""


def has_heads(row: TableRow) -> bool:
    """Whether a row names columns: a list may begin with its first pair."""
    return bool(find_named_columns(row.cells))


def find_named_columns(heads: Sequence[str]) -> dict[str, int]:
    """The columns that their heads tell."""
    columns: dict[str, int] = {}
    for at, head in enumerate(heads):
        for field, known in HEADS.items():
            if head.casefold().rstrip(".:* ") in known:
                columns.setdefault(field, at)
    return columns


def guess_columns(rows: Sequence[TableRow]) -> dict[str, int]:
    """The columns by their heads; without heads a pair in the first column, or a player in each of
    the first two."""
    found = find_named_columns(rows[0].cells)
    if found:
        return found
    width = max(len(row.cells) for row in rows)
    filled = [
        any(row.cells[at : at + 1] != ("",) for row in rows if at < len(row.cells))
        for at in range(width)
    ]
    columns = [at for at, is_filled in enumerate(filled) if is_filled]
    if len(columns) == 1:
        return {"pair": columns[0]}
    return dict(zip(("player1", "player2", "club"), columns, strict=False))


def enough(columns: Columns, size: int) -> bool:
    """Whether these columns say who plays, ``size`` players an entry."""
    players = {f"player{number + 1}" for number in range(size)}
    return "pair" in columns or players <= columns.keys()


def letter(at: int) -> str:
    """The letter of a column, as a spreadsheet has it: A, B, … Z, AA."""
    name = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
