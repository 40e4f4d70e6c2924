"""Results are copied from paper with the keyboard alone: a round of thirty-two, whose keys are
counted, and a small knock-out whose tables play on while its first round is open."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SignIn
from tests.browser.paper_hall import TABLES
from tests.browser.server import DemoServer

MOST_KEYS = 8
"""A result: two figures for the table, Enter, three characters, Enter, and one to spare."""
POINTS = "41 35 38 41 41 30"


def make_event(server: DemoServer, tables: int) -> str:
    code = f"from tests.browser.paper_hall import *; make_paper_event({tables})"
    said = server.manage("shell", "-v", "0", "-c", code)
    found = re.search(r"PAPER (\S+)", said)
    assert found, said
    return found[1]


@pytest.fixture
def tables() -> int:
    """Of the event; twice as many pairs play."""
    return TABLES


@pytest.fixture(autouse=True)
def _results_are_open(server: DemoServer, page: Page, sign_in: SignIn, tables: int) -> None:
    """The page is that of the results of a new event."""
    event = make_event(server, tables)
    sign_in(page, "ORGANIZER")
    page.goto(f"/desk/events/{event}/results/")


@pytest.mark.usefixtures("expects_refusals")
def test_a_round_is_written_with_the_keyboard_alone(page: Page) -> None:
    page.evaluate(
        "window.keysPressed = 0; addEventListener('keydown', () => (window.keysPressed += 1), true)"
    )
    tables = list(range(1, TABLES + 1))
    Random(15).shuffle(tables)

    # A wrong result stays where it is, and the focus with it.
    type_result(page, tables[0], "2 2")
    expect(page.locator("#score-hint[role=alert]")).to_be_visible()
    assert focused(page) == "score"
    page.keyboard.press("Escape")

    for count, table in enumerate(tables, start=1):
        type_result(page, table, "2 1" if count % 3 else "0 2")
        expect(page.locator("#paper-missing progress")).to_have_attribute("value", str(count))
        if count < TABLES:
            assert focused(page) == "table"
        if count == 3:
            take_back_and_write_again(page, table)
    keys = page.evaluate("window.keysPressed")
    assert keys <= TABLES * MOST_KEYS, keys
    expect(page.locator("[data-go-on]")).to_be_focused()

    # The page was never loaded again, or the count of the keys would be gone; now the next round.
    page.goto(page.url)
    type_result(page, 1, POINTS)
    expect(page.locator("#paper-copied")).to_contain_text("41–35 · 38–41 · 41–30")


@pytest.mark.usefixtures("expects_refusals")
def test_taking_back_after_signing_out_opens_the_sign_in_page(page: Page) -> None:
    type_result(page, 1, "2 1")
    expect(page.locator("[data-take-back]")).to_be_visible()
    page.context.clear_cookies()
    page.keyboard.press("Control+z")
    # The fixture fails if the script has thrown on the way.
    expect(page.locator("input[type=password]")).to_be_visible()


@pytest.mark.usefixtures("expects_refusals")
def test_without_network_nothing_is_said_to_be_written_or_taken_back(page: Page) -> None:
    type_result(page, 1, "2 1")
    expect(page.locator("[data-take-back]")).to_be_visible()
    away = page.locator("#paper-away")
    page.context.set_offline(True)
    page.keyboard.press("Control+z")
    expect(away).to_contain_text("non è certo che")
    type_result(page, 2, "0 2")
    expect(away).to_contain_text("Invio")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#paper-missing progress")).to_have_attribute("value", "2")
    expect(away).to_be_hidden()


@pytest.mark.usefixtures("expects_refusals")
def test_a_server_that_does_not_answer_keeps_what_was_typed(page: Page) -> None:
    page.evaluate("window.isTheSamePage = true")
    page.route(re.compile("/results/"), lambda route: route.fulfill(status=429, body="busy"))
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type(POINTS)
    away = page.locator("#paper-away")
    expect(away).to_contain_text("è ancora qui")
    page.keyboard.press("Enter")
    expect(away).to_contain_text("è ancora qui")
    assert page.evaluate("window.isTheSamePage")
    assert page.input_value("[name=table]") == "3"
    assert page.input_value("[name=score]") == POINTS
    page.unroute(re.compile("/results/"))
    page.keyboard.press("Enter")
    expect_written(page, 1)
    expect(away).to_be_hidden()


@pytest.mark.usefixtures("expects_refusals")
def test_only_what_was_written_here_is_taken_back_with_the_keyboard(page: Page) -> None:
    type_result(page, 1, "2 0")
    expect_written(page, 1)
    other_desk = page.context.new_page()
    other_desk.goto(page.url)
    type_result(other_desk, 2, "0 2")
    expect_written(other_desk, 2)
    # Something wrong is typed, and the answer lists the result of the other desk, the newest.
    type_result(page, 4, "2 2")
    rows = page.locator("#paper-copied tbody tr")
    expect(rows).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(1)
    expect(rows.locator("th")).to_have_text("2")
    # Nothing of this desk is left.
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    type_result(page, 1, "2 0")
    expect(rows).to_have_count(2)


@pytest.mark.usefixtures("expects_refusals")
def test_why_a_result_is_not_taken_back_is_said(page: Page) -> None:
    type_result(page, 1, "2 1")
    key = page.locator("[data-take-back] [name=key]")
    key.evaluate("input => { input.value = 'desk-of-no-result'; }")
    page.locator("[data-take-back] button").click()
    expect(page.locator("#paper-away")).not_to_be_empty()


@pytest.mark.parametrize("tables", [4])
def test_a_knock_out_is_written_to_its_end_without_leaving_the_screen(page: Page) -> None:
    page.evaluate("window.isTheSamePage = true")
    # The sheets as they come in: table 1 plays on while tables 3 and 4 still play their first.
    type_result(page, 1, "2 0")
    expect_written(page, 1)
    type_result(page, 2, "0 2")
    expect_written(page, 2)
    expect(page.locator("[data-open-rounds]")).to_contain_text("Semifinali")
    write_other_round(page, 1, "Semifinali")
    expect_written(page, 2)
    assert focused(page) == "table"
    take_back_other_round(page, 1, "Semifinali")
    type_result(page, 4, "2 1")
    expect_written(page, 3)
    type_result(page, 3, "2 1")
    expect_written(page, 4)
    # The round is complete, and Enter would go on from it; a number still is a table.
    expect(page.locator("[data-next-round]")).to_be_focused()
    write_other_round(page, 1, "Semifinali")
    write_other_round(page, 1, "Finale")
    expect(page.locator("[data-open-rounds]")).to_have_count(0)
    expect(page.locator("[data-go-on]")).to_be_focused()
    assert page.locator("[data-next-round]").count() == 0
    assert page.evaluate("window.isTheSamePage")


@pytest.mark.parametrize("tables", [4])
def test_a_match_of_another_round_is_not_written_before_it_was_shown(page: Page) -> None:
    type_result(page, 1, "2 0")
    expect_written(page, 1)
    type_result(page, 2, "0 2")
    expect_written(page, 2)
    # The sheet of table 1 once more, faster than the page reads it.
    page.evaluate(
        """() => {
          const [table, score] = document.querySelectorAll("[name=table], [name=score]");
          table.value = "1";
          table.dispatchEvent(new Event("input", { bubbles: true }));
          score.value = "2 0";
          score.focus();
          score.form.requestSubmit();
        }"""
    )
    expect(page.locator("[data-other-round]")).to_contain_text("Semifinali")
    expect(page.locator("[data-ready]")).to_be_visible()
    expect(page.locator("#paper-copied tbody tr")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("#paper-copied tbody tr")).to_have_count(3)


def write_other_round(page: Page, table: int, title: str) -> None:
    """Types the number, reads which round that is, and writes."""
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    expect(page.locator("[data-other-round]")).to_contain_text(title)
    page.keyboard.type("2 0")
    expect(page.locator("[data-ready]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[name=score]")).to_have_value("")
    expect(page.locator("#paper-copied tbody tr").first).to_contain_text(title)


def take_back_other_round(page: Page, table: int, title: str) -> None:
    """The match stays in the form, so that its result is only typed again."""
    page.keyboard.press("Control+z")
    expect(page.locator("[name=table]")).to_have_value(str(table))
    expect(page.locator("[data-other-round]")).to_contain_text(title)
    expect(page.locator("#paper-copied")).not_to_contain_text(title)
    write_other_round(page, table, title)


def expect_written(page: Page, count: int) -> None:
    """Of the results of the round on the page."""
    expect(page.locator("#paper-missing progress")).to_have_attribute("value", str(count))


def type_result(page: Page, table: int, score: str) -> None:
    """The number of the table replaces the one in the field; Enter goes on to the score."""
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    page.keyboard.type(score)
    page.keyboard.press("Enter")


def take_back_and_write_again(page: Page, table: int) -> None:
    """Control and Z take the last result back for ten seconds."""
    page.keyboard.press("Control+z")
    expect(page.locator("#paper-missing progress")).to_have_attribute("value", "2")
    type_result(page, table, "0 2")
    expect(page.locator("#paper-missing progress")).to_have_attribute("value", "3")


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.name")
    return name
