"""Thirty-two results are copied from paper with the keyboard alone, and the keys are counted."""

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


def make_event(server: DemoServer) -> str:
    code = "from tests.browser.paper_hall import *; make_paper_event()"
    said = server.manage("shell", "-v", "0", "-c", code)
    found = re.search(r"PAPER (\S+)", said)
    assert found, said
    return found[1]


@pytest.fixture(autouse=True)
def _results_are_open(server: DemoServer, page: Page, sign_in: SignIn) -> None:
    """The page is that of the results of a new event."""
    event = make_event(server)
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
def test_why_a_result_is_not_taken_back_is_said(page: Page) -> None:
    type_result(page, 1, "2 1")
    key = page.locator("[data-take-back] [name=key]")
    key.evaluate("input => { input.value = 'desk-of-no-result'; }")
    page.keyboard.press("Control+z")
    expect(page.locator("#paper-away")).not_to_be_empty()


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
