"""Lists of entries as clubs write them: files, columns, rows."""

import io
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.entry_lists.columns import (
    find_heads,
    find_named_columns,
    guess_columns,
    letter,
    select_rows_below,
)
from competition.entry_lists.files import read_file
from competition.entry_lists.names import Name
from competition.entry_lists.rows import ReadRow, read_rows
from competition.entry_lists.table import LONGEST_CELL, MOST_ROWS, ListTable
from database.limits import LONGEST_REASON, LONGEST_SHEET_NAME
from kernel.formulas import escape_formula, unescape_formula
from kernel.refusals import Refused
from tests.competition.entry_lists.workbooks import (
    SHEET,
    bomb,
    changed,
    lying,
    million_rows,
    replace_cell,
    workbook,
)

HEADS = ["Giocatore 1", "Giocatore 2", "Circolo", "Quota", "Testa di serie"]
PAIRS: list[list[Any]] = [
    ["Loris Zoffoli", "Niccolò Dall'Ara", "Bar Fiume", 20, 1],
    ["Nives Bartolini", "Gino De Faedi", "", "no", None],
]


def rows_of(table: ListTable) -> tuple[ReadRow, ...]:
    """The rows as a preview reads them before anybody has changed a column."""
    heads = find_heads(table.rows)
    body = select_rows_below(table.rows, heads.line if heads else None)
    return read_rows(body, guess_columns(body, heads), 2)


def read(text: str) -> tuple[ReadRow, ...]:
    return rows_of(read_file(text.encode()))


def codes(rows: tuple[ReadRow, ...]) -> list[tuple[int | None, str]]:
    return [(fault.at, fault.code) for row in rows for fault in row.faults]


def check_pairs(rows: tuple[ReadRow, ...]) -> None:
    first, second = (row.entry for row in rows)
    assert first.players == (Name("Loris", "Zoffoli"), Name("Niccolò", "Dall'Ara"))
    assert (first.club_name, first.paid_cents, first.seed) == ("Bar Fiume", 2000, 1)
    assert second.players[1] == Name("Gino", "De Faedi")
    assert (second.club_name, second.paid_cents, second.seed) == ("", None, None)
    assert codes(rows) == []


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_csv_is_read_as_excel_saves_it(delimiter: str, encoding: str, end: str) -> None:
    rows = [HEADS, *([str(cell or "") for cell in row] for row in PAIRS)]
    text = end.join(delimiter.join(row) for row in rows)
    check_pairs(rows_of(read_file(text.encode(encoding))))


def test_a_workbook_says_the_same() -> None:
    check_pairs(rows_of(read_file(workbook([HEADS, *PAIRS]))))


def test_a_workbook_of_several_sheets_is_read_sheet_by_sheet() -> None:
    content = workbook([["niente"]], Iscritti=[HEADS, *PAIRS])
    first = read_file(content)
    assert (first.sheets, first.sheet) == (("Foglio1", "Iscritti"), "Foglio1")
    check_pairs(rows_of(read_file(content, "Iscritti")))


@pytest.mark.filterwarnings("ignore:Title is more than 31 characters")
def test_a_sheet_has_a_name_that_can_be_stored() -> None:
    content = workbook([["niente"]], **{"L" * 200: [HEADS, *PAIRS]})
    name = read_file(content).sheets[1]
    assert name == "L" * LONGEST_SHEET_NAME
    check_pairs(rows_of(read_file(content, sheet=name)))


def test_heads_are_known_in_english_and_in_any_order() -> None:
    (row,) = read("Club,Player 2,Player 1\nSavio,Ivano Casadei,Loris Zoffoli\n")
    assert [name.full for name in row.entry.players] == ["Loris Zoffoli", "Ivano Casadei"]


def test_surnames_may_stand_in_columns_of_their_own() -> None:
    (row,) = read("Nome 1;Cognome 1;Nome 2;Cognome 2\nMaria Grazia;Rossi;Gino;De Faedi\n")
    assert row.entry.players == (Name("Maria Grazia", "Rossi"), Name("Gino", "De Faedi"))


def test_a_list_without_heads_is_read_by_its_place() -> None:
    (first, _) = read("Loris Zoffoli;Ivano Casadei;Bar Fiume\nNives Bartolini;Gino Faedi;\n")
    assert first.entry.players[1] == Name("Ivano", "Casadei")
    assert first.entry.club_name == "Bar Fiume"


@pytest.mark.parametrize("pair", ["Loris Zoffoli - Ivano Casadei", "Loris Zoffoli/Ivano Casadei"])
def test_a_pair_may_stand_in_one_column(pair: str) -> None:
    (row,) = read(f"Coppia\n{pair}\n")
    assert [name.last for name in row.entry.players] == ["Zoffoli", "Casadei"]


def test_every_fault_of_every_row_is_named_by_its_line() -> None:
    rows = read(
        "giocatore 1;giocatore 2;quota;tds\n"
        "Loris Zoffoli;;20;1\n"
        "\n"
        "=A1;Ivano Casadei;venti;primo\n"
        f"{'x' * 2000};Gino Faedi;;\n"
    )
    assert codes(rows) == [
        (2, "player_missing"),
        (4, "cell_is_a_formula"),
        (4, "seed_is_no_number"),
        (4, "paid_is_unclear"),
        (5, "cell_too_long"),
    ]


@pytest.mark.parametrize(
    ("written", "group"),
    [
        ("2", 2),
        ("B", 2),
        ("b", 2),
        ("Girone B", 2),
        ("gruppo 12", 12),
        ("bar sport", 3),
        ("", None),
    ],
)
def test_a_group_is_told_by_its_number_its_letter_or_its_name(
    written: str, group: int | None
) -> None:
    table = read_file(f"Coppia;Girone\nIvo Neri - Ugo Turci;{written}\n".encode())
    columns = guess_columns(table.rows[1:], table.rows[0])
    (row,) = read_rows(table.rows[1:], columns, 2, {"bar sport": 3})
    assert (row.entry.group, codes((row,))) == (group, [])


@pytest.mark.parametrize("written", ["0", "-1", "AB", "Bar Sprot", "1000000", "1.5", "²"])
def test_a_group_that_nobody_named_is_a_fault(written: str) -> None:
    (row,) = read(f"Coppia;Girone\nIvo Neri - Ugo Turci;{written}\n")
    assert codes((row,)) == [(2, "group_is_unknown")]


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=str
)
def test_a_workbook_with_any_damaged_byte_is_refused(method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("xl/workbook.xml", "Ivo Neri - Ugo Turci " * 20)
    content = packed.getvalue()
    for at in range(len(content)):
        for value in (0x00, 0x07, 0xFF):
            damaged = bytearray(content)
            damaged[at] = value
            with pytest.raises(Refused):
                read_file(bytes(damaged))


def test_a_formula_in_a_workbook_is_not_computed() -> None:
    rows = rows_of(read_file(workbook([HEADS, ["=1+1", "Gino Faedi"]])))
    assert codes(rows) == [(2, "cell_is_a_formula")]


@pytest.mark.parametrize(
    "formula",
    [
        '<f t="array" ref="A2">_xlfn.XLOOKUP(C2,D2,E2)</f>',
        '<f t="dataTable" ref="A2:A2" dt2D="1" dtr="1" r1="C2"/>',
        '<f t="shared" si="0" ref="A2:A3">C2</f>',
    ],
    ids=["array", "data table", "shared"],
)
def test_a_formula_of_any_kind_is_a_fault(formula: str) -> None:
    content = workbook([["Circolo", "Coppia"], ["x", "Ivo Neri - Ugo Turci"]])
    club_cell = f'<c r="A2" t="str">{formula}<v>Bar Fiume</v></c>'.encode()
    (row,) = rows_of(read_file(replace_cell(content, "A2", club_cell)))
    assert codes((row,)) == [(2, "cell_is_a_formula")]
    assert row.faults[0].params["column"] == "club"
    assert row.cells["club"].startswith("=")
    assert "object at" not in row.cells["club"]


def test_a_cell_that_refers_to_no_text_makes_no_list() -> None:
    content = workbook([HEADS, *PAIRS])
    with pytest.raises(Refused) as refused:
        read_file(replace_cell(content, "A2", b'<c r="A2" t="s"><v>9999</v></c>'))
    assert [fault.code for fault in refused.value.violations] == ["file_is_no_list"]


def test_notes_are_as_long_as_an_entry_can_have_them() -> None:
    for length, expected_codes in ((LONGEST_REASON, []), (LONGEST_REASON + 1, ["cell_too_long"])):
        (row,) = read(f"Coppia;Note\nIvo Neri - Ugo Turci;{'x' * length}\n")
        assert [fault.code for fault in row.faults] == expected_codes
        assert not expected_codes or row.faults[0].params["most"] == LONGEST_REASON
    (row,) = read(f"Coppia;Circolo\nIvo Neri - Ugo Turci;{'x' * (LONGEST_CELL + 1)}\n")
    assert [(fault.code, fault.params["most"]) for fault in row.faults] == [
        ("cell_too_long", LONGEST_CELL)
    ]


@pytest.mark.parametrize("head", ["Stato", "State"])
@pytest.mark.parametrize(
    ("written", "has_left"),
    [
        ("Ritirati", True),
        ("ritiro", True),
        ("withdrawn", True),
        ("squalifica", True),
        ("sostituzione", True),
        ("replaced", True),
        ("iscrizione", False),
        ("in lista d’attesa", False),
        ("San Marino", False),
        ("", False),
    ],
)
def test_a_state_says_who_has_left(head: str, written: str, has_left: bool) -> None:
    (row,) = read(f"Coppia;{head}\nIvo Neri - Ugo Turci;{written}\n")
    assert (row.has_left, codes((row,))) == (has_left, [])


def test_a_row_of_a_pair_that_has_left_has_nothing_to_correct() -> None:
    (row,) = read("Coppia;Stato;Quota\nIvo Neri;ritirato;chissà\n")
    assert (row.has_left, row.faults) == (True, ())


def test_a_csv_that_we_wrote_is_read_as_it_was() -> None:
    cells = ["Coppia;Telefono", f"Ivo Neri - Ugo Turci;{escape_formula('+39 333 1234567')}"]
    (row,) = read("\n".join(cells))
    assert row.entry.phone == "+39 333 1234567"


@given(text=st.text(max_size=12))
def test_what_is_escaped_can_be_read_again(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text or text.startswith("'")


@pytest.mark.parametrize(
    "name", ["😀 😀", "Robert' DROP TABLE entries--", "#pagebreak Neri", "O’Neri-Turci N."]
)
def test_any_name_is_just_a_name(name: str) -> None:
    (row,) = read(f"giocatore 1;giocatore 2\n{name};Gino Faedi\n")
    assert row.entry.players[0].full == name
    assert codes((row,)) == []


@pytest.mark.parametrize(
    ("row", "codes_of_row"),
    [
        ("1) Loris Zoffoli;Gino Faedi", []),
        ("Loris;Zoffoli 1951;Gino Faedi", []),
        ("Loris Zoffoli (1951);Gino Faedi", []),
        ("<script>alert</script>;Gino Faedi", ["name_has_other_signs"]),
        ("Loris Zoffoli;Gino Faedi 3331234567", ["name_has_other_signs"]),
        ("Loris Zoffoli 3331;Gino Faedi", ["name_has_other_signs"]),
        ("=A1;Gino Faedi", ["cell_is_a_formula"]),
    ],
)
def test_a_name_in_a_file_has_letters_only_and_a_year(row: str, codes_of_row: list[str]) -> None:
    heads = "giocatore 1;giocatore 2"
    if row.count(";") == 2:
        heads = "nome 1;cognome 1;giocatore 2"
    (read_row,) = read(f"{heads}\n{row}\n")
    assert [fault.code for fault in read_row.faults] == codes_of_row
    if not codes_of_row:
        assert [name.last for name in read_row.entry.players] == ["Zoffoli", "Faedi"]
        assert read_row.entry.players[0].birth_year in (None, 1951)


def test_contacts_are_recognised_without_heads() -> None:
    (first, _) = read(
        "Loris Zoffoli;Ivano Casadei;333 1234567;ivo@example.com\n"
        "Nives Bartolini;Gino Faedi;0547-123456;\n"
    )
    assert (first.entry.club_name, first.entry.phone) == ("", "333 1234567, ivo@example.com")


def test_a_title_above_several_columns_names_none_of_them() -> None:
    (row,) = read("Iscritti;;\nLoris Zoffoli;Ivano Casadei;Bar Fiume\n")
    assert row.entry.players == (Name("Loris", "Zoffoli"), Name("Ivano", "Casadei"))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_is_empty"),
        (b"\n;;\n", "file_is_empty"),
        (b"PK\x03\x04", "file_is_no_list"),
        (b"\xd0\xcf\x11\xe0 an old workbook", "file_is_an_old_workbook"),
        (b"%PDF-1.7", "file_is_no_list"),
        (b"a\0b", "file_is_no_list"),
        (b'giocatore 1;giocatore 2\n"a;b\n', "file_is_no_list"),
        (b"x" * (2 * 1024 * 1024 + 1), "file_too_large"),
        (b"a;b\n" * (MOST_ROWS + 2), "file_too_long"),
        (b"giocatore 1" + b";x" * 60, "file_too_wide"),
        (workbook([["x"] * 60]), "file_too_wide"),
        (bomb(64 * 2**20), "file_unpacks_too_large"),
        (lying(bomb(64 * 2**20)), "file_is_no_list"),
        (changed(workbook([HEADS]), SHEET, b"<not closed"), "file_is_no_list"),
        (
            changed(
                workbook([HEADS]), SHEET, b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
            ),
            "file_declares_entities",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_list_is_refused_whole(content: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_file(content)
    assert [fault.code for fault in refused.value.violations] == [code]


def test_a_sheet_that_claims_a_million_rows_is_read_as_far_as_it_goes() -> None:
    content = workbook([HEADS, *PAIRS])
    sheet = million_rows("Coppia", "Ivo Neri - Ugo Turci")
    (row,) = rows_of(read_file(changed(content, SHEET, sheet)))
    assert [name.last for name in row.entry.players] == ["Neri", "Turci"]


def test_columns_have_the_letters_of_a_spreadsheet() -> None:
    assert [letter(at) for at in (0, 25, 26, 49)] == ["A", "Z", "AA", "AX"]


def test_abbreviated_heads_may_have_points() -> None:
    heads = ["N.", "Coppia", "T.S.", "Tel.", "Cell."]
    assert find_named_columns(heads) == {"pair": 1, "seed": 2, "phone": 3}
    assert find_named_columns(["Coppia", "T.d.S.:"]) == {"pair": 0, "seed": 1}
