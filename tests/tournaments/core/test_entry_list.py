"""Lists of entries as clubs write them."""

from typing import Any

import pytest

from tournaments.core.entry_list import MOST_ROWS, read_entry_list
from tournaments.core.names import Name


def read(text: Any, encoding: Any = "utf-8") -> Any:
    return read_entry_list(text.encode(encoding))


def codes(listed: Any) -> Any:
    return [(fault.at, fault.code) for fault in listed.faults]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_list_is_read_as_excel_saves_it(delimiter: Any, encoding: Any, end: Any) -> None:
    rows = [
        ["Giocatore 1", "Giocatore 2", "Circolo", "Quota", "Testa di serie"],
        ["Loris Zoffoli", "Niccolò Dall'Ara", "Bar Fiume", "20", "1"],
        ["Nives Bartolini", "Gino De Faedi", "", "no", ""],
    ]
    text = end.join(delimiter.join(row) for row in rows)
    first, second = read(text, encoding).entries
    assert first.players == (Name("Loris", "Zoffoli"), Name("Niccolò", "Dall'Ara"))
    assert (first.club_name, first.paid, first.seed) == ("Bar Fiume", True, 1)
    assert second.players[1] == Name("Gino", "De Faedi")
    assert (second.club_name, second.paid, second.seed) == ("", False, None)


def test_heads_are_known_in_english_and_in_any_order() -> None:
    (entry,) = read("Club,Player 2,Player 1\nSavio,Ivano Casadei,Loris Zoffoli\n").entries
    assert [name.full for name in entry.players] == ["Loris Zoffoli", "Ivano Casadei"]


@pytest.mark.parametrize("pair", ["Loris Zoffoli - Ivano Casadei", "Loris Zoffoli/Ivano Casadei"])
def test_a_pair_may_stand_in_one_column(pair: Any) -> None:
    (entry,) = read(f"Coppia\n{pair}\n").entries
    assert [name.last for name in entry.players] == ["Zoffoli", "Casadei"]


def test_every_fault_of_every_row_is_named_by_its_line() -> None:
    listed = read(
        "giocatore 1;giocatore 2;quota;tds\n"
        "Loris Zoffoli;;20;1\n"
        "\n"
        "=A1;Ivano Casadei;venti;primo\n"
        f"{'x' * 2000};Gino Faedi;;\n"
    )
    assert codes(listed) == [
        (2, "player_missing"),
        (4, "cell_is_a_formula"),
        (4, "seed_is_no_number"),
        (4, "paid_is_unclear"),
        (5, "cell_too_long"),
    ]
    assert listed.entries == ()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_is_empty"),
        (b"giocatore 1;giocatore 2\n", "file_is_empty"),
        (b"nome;cognome\na;b\n", "columns_missing"),
        (b"PK\x03\x04", "file_is_a_workbook"),
        (b"a\0b", "file_is_no_list"),
        (b'giocatore 1;giocatore 2\n"a;b\n', "file_is_no_list"),
        (b"x" * (2 * 1024 * 1024 + 1), "file_too_large"),
        (b"a;b\n" * (MOST_ROWS + 2), "file_too_long"),
        (b"giocatore 1" + b";x" * 60, "file_too_wide"),
    ],
)
def test_what_is_no_list_is_refused_whole(content: Any, code: Any) -> None:
    assert codes(read_entry_list(content)) == [(None, code)]


@pytest.mark.parametrize(
    "name", ["😀 😀", "Robert'); DROP TABLE entries;--", "<script>alert(1)</script>"]
)
def test_any_name_is_just_a_name(name: Any) -> None:
    (entry,) = read(f"giocatore 1;giocatore 2\n{name.replace(';', '')};Gino Faedi\n").entries
    assert entry.players[0].full == name.replace(";", "")
