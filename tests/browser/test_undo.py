"""An act is taken back with the keyboard; the offer goes away by itself."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, SignIn
from tests.browser.server import DemoServer

SCRIPT = Path(__file__).parent / "entered_pairs.py"


@pytest.fixture(scope="module")
def entries(server: DemoServer) -> str:
    """The address of the entries of an event that is open."""
    event = server.manage("shell", "-c", SCRIPT.read_text(encoding="utf-8")).strip()
    return f"/desk/events/{event.splitlines()[-1]}/entries/"


@pytest.fixture
def desk(open_page: OpenPage, sign_in: SignIn) -> Page:
    page = open_page(locale="en-GB")
    sign_in(page, "OWNER")
    return page


def tick_first(page: Page, entries: str) -> None:
    page.goto(entries)
    page.locator("form[action*='/present/'] button[value='1']").first.click()
    expect(page.locator("form.undo")).to_be_visible()


def test_z_and_enter_take_the_act_back(desk: Page, entries: str) -> None:
    tick_first(desk, entries)
    present = desk.locator("form[action*='/present/'] button[value='0']")
    expect(present).to_have_count(1)
    desk.keyboard.press("z")
    expect(desk.locator("form.undo button")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".banner.good").first).to_contain_text("Taken back")
    expect(present).to_have_count(0)
    expect(desk.locator("form.undo")).to_have_count(0)


def test_the_offer_goes_away_after_ten_seconds(desk: Page, entries: str) -> None:
    desk.clock.install()
    tick_first(desk, entries)
    desk.clock.fast_forward(11_000)
    expect(desk.locator("form.undo")).to_have_count(0)
    desk.goto(entries)
    desk.locator("form[action*='/present/'] button[value='0']").first.click()
