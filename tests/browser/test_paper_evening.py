"""An evening of 64 pairs from paper, with nothing but the desk: from an empty installation to the
archive. What it costs is counted, and is in docs/explanation/evening.md."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organizer import DeskOrganizer
from tests.browser.prepared import prepare_data_dir
from tests.browser.server import OWNER, DemoServer, running
from tests.competition.entry_lists.workbooks import workbook
from tournaments.demo import demo_pairs

PAIRS, TABLES, MATCHES = 64, 32, 99
PAGE = Path(__file__).resolve().parents[2] / "docs/explanation/evening.md"
MOST_KEYS = 8
"""A result: two figures for the table, Enter, three characters, Enter, and one to spare."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoServer]:
    """A club and its owner, and nothing else."""
    with running(prepare_data_dir(tmp_path_factory, "evening"), **OWNER) as server:
        yield server


def entry_list(folder: Path) -> Path:
    """The workbook of a club: a title, an empty row, then the heads."""
    rows: list[list[object]] = [
        ["Torneo di Santa Lucia, 12 dicembre", None, None, None],
        [None, None, None, None],
        ["Giocatore 1", "Giocatore 2", "Bar", "Pagato"],
    ]
    for number, form in enumerate(demo_pairs(PAIRS, Random(12))):
        first, second = form.players
        rows.append([first.full, second.full, form.club_name, "sì" if number > 3 else ""])
    path = folder / "iscritti.xlsx"
    path.write_bytes(workbook(rows))
    return path


@pytest.mark.usefixtures("expects_refusals")
def test_an_evening_of_64_pairs_from_paper(page: Page, tmp_path: Path) -> None:
    iole = DeskOrganizer(page)
    iole.sign_in(OWNER["LABELLA_OWNER_EMAIL"], OWNER["LABELLA_OWNER_PASSWORD"])
    iole.end_part("sign in")
    create_event(iole)
    iole.end_part("create the event")
    enter_pairs(iole, entry_list(tmp_path))
    iole.end_part("enter 64 pairs")
    note_arrivals(iole)
    iole.end_part("four pay, and are there")
    iole.draw("Romagna mia")
    iole.press_button("/start/")
    iole.end_part("draw, and begin")
    print_sheets(iole)
    iole.end_part("print 32 sheets")
    most = play_first_round(iole)
    assert most <= MOST_KEYS
    iole.end_part("the first round: 32 results, one taken back")
    go_on(iole)
    written = write_round(iole)
    iole.end_part("the second round: 16 results")
    correct_result(iole, table=7)
    iole.end_part("a correction an hour later")
    written += play_the_rest(iole)
    assert written == MATCHES - TABLES
    iole.end_part("all other rounds: 51 results")
    read_standings(iole)
    iole.end_part("the places")
    write_prizes(iole)
    iole.end_part("four prizes")
    finish(iole)
    iole.end_part("close the event")
    archive_and_take_back(iole)
    iole.end_part("archive it, and take it back")
    export(iole)
    iole.end_part("the workbook")
    iole.check_costs(PAGE)


def create_event(iole: DeskOrganizer) -> None:
    iole.page.wait_for_url("**/new/")
    iole.click("input[name=preset][value=knock_out]")
    iole.fill("input[name=tables]", str(TABLES))
    iole.click("details.fold:has(select[name=recorded]) > summary")
    iole.choose("select[name=recorded]", "GAMES")
    iole.click("button[name=open]")
    iole.page.wait_for_url("**/entries/")


def enter_pairs(iole: DeskOrganizer, path: Path) -> None:
    iole.choose_file("input[type=file]", path)
    iole.press_button("/entries/list/")
    expect(iole.page.locator(".sum .good b")).to_have_text(str(PAIRS))
    iole.press_button("/write/")
    iole.page.wait_for_url("**/entries/")


def note_arrivals(iole: DeskOrganizer) -> None:
    """Four had not paid before; the first four are noted as present."""
    for show, button in (("unpaid", "paid"), ("absent", "present")):
        count = iole.page.locator(f"a[href='?show={show}'] b")
        iole.click(f"a[href='?show={show}']")
        left = int(count.inner_text())
        for number in range(1, 5):
            iole.press_button(f"/{button}/", name=button)
            expect(count).to_have_text(str(left - number))


def print_sheets(iole: DeskOrganizer) -> None:
    iole.open_tab("prints/")
    iole.read_pdf("form[action$='/prints/sheets.pdf'] button")


def play_first_round(iole: DeskOrganizer) -> int:
    """As the sheets come in; the first one is taken back and written again."""
    open_results(iole)
    tables = iole.missing_tables()
    assert len(tables) == TABLES
    Random(15).shuffle(tables)
    iole.write_results(tables[:1], ["0 1"])
    iole.press("Control+z")
    expect(iole.page.locator("#paper-missing progress")).to_have_attribute("value", "0")
    return iole.write_results(tables, [score_of(table) for table in tables])


def score_of(table: int) -> str:
    return "1 0" if table % 3 else "0 1"


def open_results(iole: DeskOrganizer) -> None:
    iole.open_tab("tables/")
    iole.click("a[href*='/results/']")
    iole.page.wait_for_url("**/results/*")


def go_on(iole: DeskOrganizer) -> None:
    """The round is complete: Enter goes to the next one."""
    with iole.page.expect_navigation():
        iole.press("Enter")


def write_round(iole: DeskOrganizer) -> int:
    """In the order of the tables. Returns how many results were missing."""
    tables = iole.missing_tables()
    iole.write_results(tables, [score_of(table) for table in tables])
    return len(tables)


def play_the_rest(iole: DeskOrganizer) -> int:
    """Round after round with the keyboard alone, until no result is missing."""
    open_results(iole)
    written = write_round(iole)
    while iole.page.locator("[data-next-round]").count():
        go_on(iole)
        written += write_round(iole)
    go_on(iole)
    iole.page.wait_for_url("**" + iole.event)
    return written


def correct_result(iole: DeskOrganizer, table: int) -> None:
    """The sheet of a table of the first round said the opposite, and the winner has played on."""
    iole.open_tab("tables/")
    iole.click(iole.page.locator("nav.tabs a[href^='?round=']").first)
    table_cell = iole.page.locator("td", has_text=re.compile(rf"^tavolo {table}$"))
    row = iole.page.locator("table.play tr", has=table_cell)
    iole.click(row.locator("a[href*='/desk/matches/']"))
    iole.click("table.lines a[href*='/lines/']")
    iole.fill("input[name=score]", "0 1")
    iole.fill("input[name=why]", "letto al contrario")
    iole.click("form:has(input[name=kind][value=amend]) button[type=submit]")
    iole.click("button[name=agreed]")
    iole.page.wait_for_url("**/desk/questions/*/")
    iole.fill("[name=reason]", "hanno già giocato")
    iole.click("button[name=decision][value=LEFT]")


def read_standings(iole: DeskOrganizer) -> None:
    iole.click("nav a[href$='/stages/1/ranking/']")
    iole.open_tab("places/")
    expect(iole.page.locator(".bands")).to_be_visible()


def write_prizes(iole: DeskOrganizer) -> None:
    iole.open_tab("prizes/")
    iole.press_button("/prizes/", name="usual")
    for number, text in enumerate(["prosciutto", "salame", "formaggio", "vino"]):
        iole.fill(f"input[name='{number}-text']", text)
    iole.press_button("/prizes/")


def finish(iole: DeskOrganizer) -> None:
    iole.open_tab("")
    iole.press_button("/finish/")
    expect(iole.page.locator(".banner.good")).to_be_visible()


def archive_and_take_back(iole: DeskOrganizer) -> None:
    iole.click("a[href$='/settings/#away']")
    iole.unfold("#archive")
    iole.press_button("/archive/")
    iole.open_tab("settings/")
    iole.press_button("/restore/")


def export(iole: DeskOrganizer) -> None:
    iole.open_tab("prints/")
    with iole.page.expect_download() as download:
        iole.click(".print-tables a[href$='/archive.xlsx']")
    assert download.value.path().read_bytes().startswith(b"PK")
