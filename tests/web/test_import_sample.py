"""The first rows of a list as a table: the row of heads is chosen in it, or by its number."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.competition.entry_lists.workbooks import workbook
from tests.factories import make_event
from tests.web.import_screen import read
from tests.web.pages import html_of, text_of
from tournaments.models import Club, EntryImport, Event

ROWS: list[list[Any]] = [
    ["Torneo di Santa Lucia", None, None],
    ["", None, None],
    ["Giocatore 1", "Giocatore 2", "Provenienza"],
    ["Loris Zoffoli", "Ivano Casadei", "Bar Fiume"],
    ["Nives Bartolini", "Gino Faedi", "<b>Savio</b>"],
]
CHECKED = re.compile(r'name="heads"[^>]*value="(\w*)"[^>]* checked')


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=0, drawn=False)


def choose(desk: Client, path: str, **data: str) -> Any:
    columns = {f"column-{name}": str(at) for name, at in columns_of(path).items()}
    return desk.post(f"{path}columns/", {**columns, **data}, follow=True)


def columns_of(path: str) -> dict[str, int]:
    return dict(EntryImport.objects.get(pk=path.rstrip("/").split("/")[-1]).columns)


def test_the_row_of_heads_is_marked_and_those_above_it_are_titles(
    desk: Client, event: Event
) -> None:
    page = desk.get(read(desk, event, workbook(ROWS), "elenco.xlsx"))
    html = html_of(page)
    sample = page.context["sample"]
    assert CHECKED.findall(html) == ["3"]
    assert [(row.line, row.is_heads, row.is_title) for row in sample.rows][-3:] == [
        (3, True, False),
        (4, False, False),
        (5, False, False),
    ]
    assert sample.rows[0].is_title


def test_columns_have_their_letter_and_what_is_read_from_them(desk: Client, event: Event) -> None:
    page = desk.get(read(desk, event, workbook(ROWS), "elenco.xlsx"))
    columns = [(each.letter, each.fields) for each in page.context["sample"].columns]
    assert [letter for letter, _ in columns] == ["A", "B", "C"]
    assert all(len(fields) == 1 for _, fields in columns)


def test_a_click_on_a_cell_chooses_its_row(desk: Client, event: Event) -> None:
    html = html_of(desk.get(read(desk, event, workbook(ROWS), "elenco.xlsx")))
    assert html.count('<label for="heads-4">') == 3
    assert 'id="heads-4"' in html


def test_what_a_cell_says_is_no_markup(desk: Client, event: Event) -> None:
    html = html_of(desk.get(read(desk, event, workbook(ROWS), "elenco.xlsx")))
    assert "<b>Savio</b>" not in html
    assert "&lt;b&gt;Savio" in html


def test_a_row_is_chosen_by_its_number(desk: Client, event: Event) -> None:
    path = read(desk, event, workbook(ROWS), "elenco.xlsx")
    page = choose(desk, path, heads="other", heads_other="4")
    assert CHECKED.findall(html_of(page)) == ["4"]


def test_a_row_below_those_that_are_shown_is_chosen_by_its_number(
    desk: Client, event: Event
) -> None:
    notes = [[f"Nota {number}", None, None] for number in range(30)]
    path = read(desk, event, workbook([*notes, *ROWS]), "elenco.xlsx")
    page = choose(desk, path, heads="other", heads_other="33")
    assert page.context["sample"].other == 33
    assert CHECKED.findall(html_of(page)) == ["other"]
    assert "2 good pairs" in text_of(page)


@pytest.mark.parametrize("number", ["", "0", "-1", "9999999", "abc", "99999999999"])
def test_a_number_without_a_row_means_that_no_row_names_the_columns(
    desk: Client, event: Event, number: str
) -> None:
    path = read(desk, event, workbook(ROWS), "elenco.xlsx")
    page = choose(desk, path, heads="other", heads_other=number)
    assert page.status_code == 200
    assert CHECKED.findall(html_of(page)) == [""]
