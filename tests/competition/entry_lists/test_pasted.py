"""Lists that were pasted from messages and from sheets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.entry_lists.columns import (
    BETWEEN_NAMES,
    find_heads,
    guess_columns,
    select_rows_below,
)
from competition.entry_lists.names import Name, read_name
from competition.entry_lists.pasted import LONGEST_PASTED, read_pasted
from competition.entry_lists.rows import ReadRow, read_rows
from kernel.refusals import Refused


def read(text: str, *, surname_first: bool = False) -> tuple[ReadRow, ...]:
    table = read_pasted(text)
    heads = find_heads(table.rows)
    body = select_rows_below(table.rows, heads.line if heads else None)
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


PAIR = ["Rossi, Mario", "Bianchi, Ugo"]


@pytest.mark.parametrize(
    "prefix",
    [
        # WhatsApp on phones: copied messages
        "[12/12, 20:31] Iole: ",
        "[12/12, 8:31 PM] Iole: ",
        "[12/12, 8:31\u202fPM] Iole: ",
        "[12/12/26, 20:31] Iole: ",
        "[12/12/26, 20:31:05] Iole: ",
        "[12.12.26, 20:31:05] Iole: ",
        "\u200e[12/12/2026, 8:31:05 p.m.] ~ Iole: ",
        "[12/12, 20:31] \u202a+39 333 123 4567\u202c: ",
        # an exported chat
        "12/12/26, 20:31 - Iole: ",
        "12/12/2026, 8:31 PM - Iole Bar Fiume: ",
        "12/12/26 20:31 - Iole - la cassiera: ",
        # WhatsApp on a desktop
        "[20:31, 12/12/2026] Iole: ",
        "[8:31 PM, 12/12/2026] Iole: ",
        # Telegram
        "Iole, [12/12/2026 20:31]\n",
        "Iole, [12.12.26 20:31]\n",
        "Iole, [12 Dec 2026 at 20:31:05]:\n",
        "Iole, [12 dic 2026 alle ore 20:31:05]:\n",
        "Iole, [Dec 12, 2026 at 8:31:05 PM (Dec 12, 2026 at 8:33:05 PM)]:\n",
        "Iole, [12/12/2026 20:31]\n[In reply to Gino]\n",
        "Iole, [12/12/2026 20:31]\n[Inoltrato da Gino]\n",
        "[12/12, 20:31] Iole: [12/12, 20:15] Gino: ",
    ],
)
def test_what_a_messenger_writes_before_a_message_is_no_name(prefix: str) -> None:
    assert names_in(f"{prefix}Mario Rossi - Ugo Bianchi") == PAIR
    assert names_in(f"{prefix}1) Mario Rossi e Ugo Bianchi") == PAIR


def test_a_message_of_several_lines_has_several_pairs() -> None:
    rows = read(
        "[12/12, 20:31] Iole: \n1. Mario Rossi / Ugo Bianchi\n2. Ivo Neri / Ada Verdi\n"
        "[12/12, 20:33] Gino: Nives Bartolini e Dino Turci <This message was edited>\n"
        "Derna Gori / Ivo Prati\n"
    )
    assert [row.line for row in rows] == [2, 3, 4, 5]
    assert all(row.faults == () for row in rows)
    assert rows[2].entry.players[1] == Name("Dino", "Turci")


@pytest.mark.parametrize(
    "line",
    [
        "12/12/26, 20:31 - Messages and calls are end-to-end encrypted. " + "Learn more. " * 9,
        "I messaggi e le chiamate sono crittografati end-to-end. " + "Tocca e scopri. " * 9,
        "[12/12, 20:31] Iole ha aggiunto Gino e Ada",
        "12/12/26, 20:31 - Iole changed the group name to: Coppie - Sabato",
        "[12/12, 20:31] Iole: <Media omitted>",
        "[12/12, 20:31] Iole: <Media omessi>",
        "\u200e[12/12/26, 20:31:05] Iole: \u200eimmagine omessa",
        "12/12/26, 20:31 - Iole: IMG-20261212-WA0001.jpg (file attached)",
        "12/12/26, 20:31 - Iole: Questo messaggio è stato eliminato",
        "[ Photo ]",
    ],
)
def test_a_notice_of_the_messenger_is_a_row_that_is_no_pair(line: str) -> None:
    (row,) = read(line)
    assert [fault.code for fault in row.faults] == ["row_is_no_pair"]
    assert row.entry.players == ()


@pytest.mark.parametrize(
    ("line", "contacts"),
    [
        ("1. Mario Rossi / Ugo Bianchi 333 1234567", "333 1234567"),
        ("Mario Rossi / Ugo Bianchi, tel. 0547-123456", "0547-123456"),
        ("Mario Rossi - Ugo Bianchi - +39 333 123 4567", "+39 333 123 4567"),
        ("Mario Rossi e Ugo Bianchi (cell: 3331234567)", "3331234567"),
        ("333 1234567 Mario Rossi / Ugo Bianchi", "333 1234567"),
        ("Mario Rossi 333 1234567 / Ugo Bianchi 347/7654321", "333 1234567, 347/7654321"),
        ("Mario Rossi, 333 1234567, Ugo Bianchi, 347 7654321", "333 1234567, 347 7654321"),
        ("Mario Rossi / Ugo Bianchi ugo.bianchi@example.com", "ugo.bianchi@example.com"),
        (
            "Mario Rossi / Ugo Bianchi 333 1234567 ugo@example.com",
            "333 1234567, ugo@example.com",
        ),
    ],
)
def test_a_phone_number_or_an_address_is_no_name(line: str, contacts: str) -> None:
    assert names_in(line) == PAIR
    (row,) = read(line)
    assert row.entry.phone == contacts


def test_a_club_and_a_phone_number_stand_side_by_side() -> None:
    for end in ("(Bar Fiume) 333 1234567", "333 1234567 (Bar Fiume)", "(Bar Fiume, 333 1234567)"):
        (row,) = read(f"Mario Rossi 1951 / Ugo Bianchi {end}")
        assert (row.entry.club_name, row.entry.phone) == ("Bar Fiume", "333 1234567")
        assert row.entry.players == (Name("Mario", "Rossi", 1951), Name("Ugo", "Bianchi"))
        assert row.faults == ()


def test_a_year_of_birth_is_no_phone_number() -> None:
    (row,) = read("Mario Rossi 1951 / Ugo Bianchi 1948 333 1234567")
    assert [name.birth_year for name in row.entry.players] == [1951, 1948]
    (row,) = read("Mario Rossi / Ugo Bianchi 333 1234567 1948")
    assert (row.entry.players[1].birth_year, row.entry.phone) == (1948, "333 1234567")


def test_contacts_are_read_in_a_chat_of_mostly_other_lines() -> None:
    rows = read(
        "Iscritti\nBuonasera a tutti\nAllora ci vediamo sabato\n<Media omitted>\n"
        "Mario Rossi / Ugo Bianchi (Bar Fiume)\nIvo Neri / Ada Verdi 333 1234567\n"
    )
    first, second = (row for row in rows if not row.faults)
    assert first.entry.club_name == "Bar Fiume"
    assert second.entry.phone == "333 1234567"


@pytest.mark.parametrize(
    "line",
    [
        "*1️⃣ Mario Rossi - Ugo Bianchi*",
        "1️⃣0️⃣ Mario Rossi - Ugo Bianchi",
        "✅ Mario Rossi 👑 - Ugo Bianchi 👍🏻",
        "👉 12. _Mario Rossi_ / ~Ugo Bianchi~",
        "▪️ Mario Rossi / Ugo Bianchi",
    ],
)
def test_emoji_and_bold_letters_are_no_name(line: str) -> None:
    assert names_in(line) == PAIR


@pytest.mark.parametrize(
    "line",
    [
        "Coppia 1: Mario Rossi / Ugo Bianchi",
        "Mario Rossi / Ugo Bianchi 1234567",
        "Mario Rossi / @ugo",
        "Mario Rossi [Bar Fiume] / Ugo Bianchi",
        "Mario Rossi / Ugo Bianchi 9999",
        "Iole: Mario Rossi / Ugo Bianchi",
        "Mario Rossi / Ugo Bianchi arriviamo tardi!",
    ],
)
def test_a_name_with_other_signs_than_letters_is_a_fault(line: str) -> None:
    (row,) = read(line)
    assert [fault.code for fault in row.faults] == ["name_has_other_signs"]


DIGITS = st.integers(1, 12)
TIMES = st.builds(
    lambda hour, minute, seconds, half: f"{hour}:{minute:02}{seconds}{half}",
    DIGITS,
    st.integers(0, 59),
    st.sampled_from(["", ":05"]),
    st.sampled_from(["", " PM", " am", "\u202fPM", " p.m."]),
)
DATES = st.builds(
    lambda day, month, year, separator: separator.join([str(day), f"{month:02}", *year]),
    DIGITS,
    DIGITS,
    st.sampled_from([[], ["26"], ["2026"]]),
    st.sampled_from("/.-"),
)
SENDERS = st.one_of(
    st.sampled_from(
        [
            "Iole",
            "~ Iole",
            "+39 333 123 4567",
            "Iole - Bar Fiume",
            "Bar: Sport",
            "Gino & Ada",
            "[G]",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20),
)
PREFIXES = st.builds(
    lambda shape, date, time, sender: shape.format(date=date, time=time, sender=sender),
    st.sampled_from(
        [
            "[{date}, {time}] {sender}: ",
            "[{time}, {date}] {sender}: ",
            "\u200e[{date}, {time}] {sender}: \u200e",
            "{date}, {time} - {sender}: ",
            "{sender}, [{date} {time}]\n",
            "{sender}, [{date} at {time}]:\n",
            "[{date}, {time}] ",
            "{date} {time} {sender}: ",
            "{sender}: ",
            "{sender} [{date}] ",
        ]
    ),
    DATES,
    TIMES,
    SENDERS,
)
MARKS = st.sampled_from(["", "1. ", "12) ", "• ", "- ", "n. 3 - ", "*4* ", "✅ "])
SEPARATORS = st.sampled_from(sorted(BETWEEN_NAMES))
ENDS = st.sampled_from(["", " 333 1234567", ", tel. 0547 123456", " (ugo@example.com)", " 👍"])


@given(prefix=PREFIXES, mark=MARKS, separator=SEPARATORS, end=ENDS)
def test_no_part_of_a_prefix_ends_in_a_name(
    prefix: str, mark: str, separator: str, end: str
) -> None:
    """Whatever a messenger writes before a pair: the names are those of the pair, or the row says
    that something is wrong with it."""
    for row in read(f"{prefix}{mark}Mario Rossi{separator}Ugo Bianchi{end}"):
        names = [name.full for name in row.entry.players]
        assert row.faults or names == ["Mario Rossi", "Ugo Bianchi"]


@given(
    prefix=st.builds(
        lambda shape, date, time, sender: shape.format(date=date, time=time, sender=sender),
        st.sampled_from(
            [
                "[{date}, {time}] {sender}: ",
                "[{time}, {date}] {sender}: ",
                "{date}, {time} - {sender}: ",
                "{sender}, [{date} {time}]\n",
            ]
        ),
        DATES,
        TIMES,
        st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=20),
    ),
    mark=MARKS,
    separator=SEPARATORS,
    end=ENDS,
)
def test_the_known_prefixes_leave_a_good_pair(
    prefix: str, mark: str, separator: str, end: str
) -> None:
    assert names_in(f"{prefix}{mark}Mario Rossi{separator}Ugo Bianchi{end}") == PAIR


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("ZAULI Piero", "Piero", "ZAULI"),
        ("DE LUCA Anna Maria", "Anna Maria", "DE LUCA"),
        ("D'ANGELO Ivo 1951", "Ivo", "D'ANGELO"),
        ("Piero ZAULI", "Piero", "ZAULI"),
        ("Anna Maria DE LUCA", "Anna Maria", "DE LUCA"),
        # Capitals tell nothing where all is in capitals, or in an initial.
        ("ZAULI PIERO", "ZAULI", "PIERO"),
        ("G. Zauli", "G.", "Zauli"),
        ("Zauli G.", "Zauli", "G."),
    ],
)
def test_a_surname_in_capitals_is_known_wherever_it_stands(
    text: str, first: str, last: str
) -> None:
    name = read_name(text)
    assert (name.first, name.last) == (first, last)


def test_capitals_count_more_than_the_order_of_the_list() -> None:
    assert read_name("Piero ZAULI", surname_first=True).last == "ZAULI"
    assert read_name("ZAULI Piero", surname_first=True).last == "ZAULI"


@pytest.mark.parametrize("word", ["pagato", "PAGATO", "pagati", "(pagato)", "- pagato", "paid"])
def test_a_line_says_that_a_pair_has_paid(word: str) -> None:
    # No row is taken for the heads: "pagato" is one of them.
    assert [row.entry.paid for row in read(f"Anna Neri / Pia De Luca {word}\n" * 2)] == [True] * 2
    table = read_pasted(f"1. Anna Neri / Pia De Luca {word}\n2. Ivo Turci / Ugo Turci")
    columns = guess_columns(table.rows, None)
    assert columns == {"pair": 0, "paid": 4}
    rows = read_rows(table.rows, columns, 2)
    assert [row.entry.players[1].full for row in rows] == ["Pia De Luca", "Ugo Turci"]
    assert [row.entry.paid for row in rows] == [True, False]
    assert not any(row.faults for row in rows)


def test_a_pasted_player_alone_has_the_club_in_brackets() -> None:
    table = read_pasted("1. Mario Rossi (Bar Fiume)\n2. Luca Bianchi 333 1234567\n3. Ivo Turci")
    columns = guess_columns(table.rows, None, size=1)
    assert columns == {"player1": 0, "club": 1, "phone": 2}
    first, second, third = read_rows(table.rows, columns, 1)
    assert (first.entry.players[0].full, first.entry.club_name) == ("Mario Rossi", "Bar Fiume")
    assert not any(row.faults for row in (first, second, third))


def test_a_list_of_players_alone_has_no_columns_of_a_second_one() -> None:
    table = read_pasted("Giocatore\tCompagno\tCircolo\nMario Rossi\t\tBar Fiume")
    heads = find_heads(table.rows)
    assert guess_columns(table.rows[1:], heads, size=1) == {"player1": 0, "club": 2}
