"""The column that says what was paid: yes or no, or the amount."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.entry_lists.columns import guess_columns
from competition.entry_lists.files import read_file
from competition.entry_lists.paid import Ones, read_cents, read_ones
from competition.entry_lists.rows import ReadRow, read_rows
from database.limits import MOST_CENTS


def read(*cells: str) -> tuple[ReadRow, ...]:
    rows = [f"Ivo Neri{'i' * n} - Ugo Turci{'i' * n};{cell}" for n, cell in enumerate(cells)]
    table = read_file("\n".join(["Coppia;Pagato", *rows]).encode())
    return read_rows(table.rows[1:], guess_columns(table.rows[1:], table.rows[0]), 2)


def paid(*cells: str) -> list[tuple[bool, int | None]]:
    rows = read(*cells)
    assert [row.faults for row in rows] == [()] * len(cells)
    return [(row.entry.paid, row.entry.paid_cents) for row in rows]


@pytest.mark.parametrize("cell", ["sì", "SI", "x", "X", "yes", "pagato", "vero", "ok", "✓"])
def test_a_word_or_a_cross_means_the_whole_fee(cell: str) -> None:
    assert paid(cell) == [(True, None)]


@pytest.mark.parametrize("cell", ["", "no", "-", "0", "0,00", "€ 0", "non pagato"])
def test_nothing_means_nothing(cell: str) -> None:
    assert paid(cell) == [(False, None)]


@pytest.mark.parametrize(
    ("cell", "cents"),
    [
        ("10", 1000),
        ("10,50", 1050),
        ("10.5", 1050),
        ("€ 10", 1000),
        ("10€", 1000),
        ("10 euro", 1000),
        ("1.000", 100_000),
        ("1.000,50", 100_050),
        ("1,000.50", 100_050),
        ("1,00", 100),
        ("1 €", 100),
    ],
)
def test_an_amount_means_that_amount(cell: str, cents: int) -> None:
    assert paid(cell) == [(False, cents)]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("venti", "paid_is_unclear"),
        ("-10", "paid_is_unclear"),
        ("7.3333", "paid_is_unclear"),
        ("10 20", "paid_is_unclear"),
        ("²", "paid_is_unclear"),
        ("10000,01", "payment_out_of_bounds"),
        ("200000", "payment_out_of_bounds"),
    ],
)
def test_what_is_no_amount_is_a_fault(cell: str, code: str) -> None:
    (row,) = read(cell)
    assert [fault.code for fault in row.faults] == [code]
    assert (row.entry.paid, row.entry.paid_cents) == (False, None)


@pytest.mark.parametrize(
    ("others", "ones"),
    [
        (["", "0"], Ones.FEE),
        (["sì", "no"], Ones.FEE),
        (["x", "1"], Ones.FEE),
        (["10", ""], Ones.EURO),
        (["sì", "7,50"], Ones.EURO),
        (["0,00", "no"], Ones.FEE),
    ],
)
def test_a_one_means_what_the_other_cells_of_the_column_mean(others: list[str], ones: Ones) -> None:
    first, *_others = paid("1", *others)
    assert first == {Ones.FEE: (True, None), Ones.EURO: (False, 100)}[ones]
    assert read_ones(["1", *others]) is ones


def test_a_column_without_a_one_has_none_to_explain() -> None:
    assert read_ones(["10", "sì", "1,00"]) is None


@given(st.integers(1, MOST_CENTS), st.sampled_from(".,"), st.sampled_from(["{}", "{} €", "€{}"]))
def test_any_amount_is_read_to_the_cent(cents: int, point: str, shape: str) -> None:
    written = shape.format(f"{cents // 100}{point}{cents % 100:02}")
    assert read_cents(written) == cents
