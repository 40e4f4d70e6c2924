"""Today at the desk: a hall of 64 tables is seen at once."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, SignIn
from tests.browser.server import DemoServer

SCRIPT = Path(__file__).parent / "full_hall.py"
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
CUT_NAMES = """() => [...document.querySelectorAll(".spot .names > span")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""

BOXES = """() => [...document.querySelectorAll(".hall > li")]
  .map((each) => each.getBoundingClientRect())
  .map((box) => [Math.round(box.left), box.bottom])"""
"""Measured at once: the page may be refreshed at any moment."""


@pytest.fixture(scope="module")
def hall(server: DemoServer) -> str:
    """The address of the event with 64 tables."""
    code = SCRIPT.read_text(encoding="utf-8")
    event = server.manage("shell", "-c", code).strip().splitlines()[-1]
    return f"/desk/events/{event}/"


@pytest.fixture
def laptop(open_page: OpenPage, sign_in: SignIn) -> Page:
    page = open_page(LAPTOP)
    sign_in(page, "OWNER")
    return page


def test_64_tables_are_on_one_screen_with_whole_names(laptop: Page, hall: str) -> None:
    laptop.goto(hall)
    spots = laptop.locator(".hall > li")
    expect(spots).to_have_count(64)
    lowest = max(bottom for _left, bottom in laptop.evaluate(BOXES))
    assert lowest <= LAPTOP["viewport"]["height"]
    assert laptop.evaluate("document.documentElement.scrollWidth") == 1440
    assert laptop.evaluate(CUT_NAMES) == []
    size = spots.first.locator(".names").evaluate("each => getComputedStyle(each).fontSize")
    assert size == "13px"


def test_tables_are_numbered_downwards_in_four_columns(laptop: Page, hall: str) -> None:
    laptop.goto(hall)
    lefts = [left for left, _bottom in laptop.evaluate(BOXES)]
    columns = sorted(set(lefts))
    assert len(columns) == 4
    assert [columns.index(left) for left in lefts] == [at // 16 for at in range(64)]


def test_the_first_thing_to_do_alone_has_the_full_button(laptop: Page, hall: str) -> None:
    laptop.goto(hall)
    assert laptop.locator(".queue > li.first").count() == 1
    assert laptop.locator(".queue .button:not(.quiet)").count() == 1
