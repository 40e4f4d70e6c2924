"""Lists that were pasted from messages and from sheets."""

import pytest

from competition.entry_lists.columns import find_heads, guess_columns, rows_below
from competition.entry_lists.names import Name, read_name
from competition.entry_lists.pasted import LONGEST_PASTED, read_pasted
from competition.entry_lists.rows import ReadRow, read_rows
from kernel.refusals import Refused


def read(text: str, *, surname_first: bool = False) -> tuple[ReadRow, ...]:
    table = read_pasted(text)
    heads = find_heads(table.rows)
    body = rows_below(table.rows, heads.line if heads else None)
    columns = guess_columns(body, heads)
    return read_rows(body, columns, 2, surname_first=surname_first)


def names_in(text: str, *, surname_first: bool = False) -> list[str]:
    (row,) = read(text, surname_first=surname_first)
    assert row.faults == ()
    return [f"{name.last}, {name.first}" for name in row.entry.players]


@pytest.mark.parametrize(
    "line",
    [
        "Mario Rossi / Luca Bianchi",
        "1. Mario Rossi / Luca Bianchi",
        "12) Mario Rossi - Luca Bianchi",
        "• Mario Rossi e Luca Bianchi",
        "- Mario Rossi – Luca Bianchi",
        "3 Mario Rossi/Luca Bianchi",
        "n. 4 - Mario Rossi + Luca Bianchi",
        "5° Mario Rossi, Luca Bianchi",
        "*6* Mario Rossi & Luca Bianchi",
    ],
)
def test_a_line_of_a_message_is_a_pair(line: str) -> None:
    assert names_in(line) == ["Rossi, Mario", "Bianchi, Luca"]


def test_a_name_that_begins_with_n_keeps_it() -> None:
    assert names_in("nino neri / Nora N. Turci") == ["neri, nino", "Turci, Nora N."]


def test_surnames_may_come_first() -> None:
    line = "1. Rossi Mario / De Luca Anna Maria"
    assert names_in(line, surname_first=True) == ["Rossi, Mario", "De Luca, Anna Maria"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zoffoli Loris", Name("Loris", "Zoffoli")),
        ("Dalla Casa Anna", Name("Anna", "Dalla Casa")),
        ("De Luca", Name("Luca", "De")),
        ("Casadei Ivano 1951", Name("Ivano", "Casadei", 1951)),
        ("Zoffoli", Name("", "Zoffoli")),
    ],
)
def test_a_name_is_read_from_its_surname(text: str, name: Name) -> None:
    assert read_name(text, surname_first=True) == name


def test_the_club_stands_in_brackets() -> None:
    (row,) = read("1. Mario Rossi (1951) / Luca Bianchi (Bar Fiume)")
    assert row.entry.club_name == "Bar Fiume"
    assert row.entry.players == (Name("Mario", "Rossi", 1951), Name("Luca", "Bianchi"))
    (row,) = read("Mario Rossi / Luca Bianchi (1951)")
    assert row.entry.players[1] == Name("Luca", "Bianchi", 1951)


def test_cells_of_a_sheet_keep_their_heads() -> None:
    text = "N.\tGiocatore 1\tGiocatore 2\tTelefono\n1\tMario Rossi\tLuca Bianchi\t0547 1\n"
    (row,) = read(text)
    assert row.entry.players == (Name("Mario", "Rossi"), Name("Luca", "Bianchi"))
    assert row.entry.phone == "0547 1"


def test_what_is_no_pair_stays_as_a_row_to_mend() -> None:
    rows = read("Iscritti di sabato\n\n1. Mario Rossi / Luca Bianchi\n2. Ivo Neri\n")
    assert [(row.line, [fault.code for fault in row.faults]) for row in rows] == [
        (1, ["player_missing"]),
        (3, []),
        (4, ["player_missing"]),
    ]


@pytest.mark.parametrize("text", ["", " \n\t\n", "x" * (LONGEST_PASTED + 1)])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_pasted(text)
