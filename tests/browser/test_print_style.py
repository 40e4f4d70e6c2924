"""Pages of the desk on paper: what they say, without anything that can be pressed."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SignIn
from tests.browser.server import DemoServer

CONTROLS = (
    "button, input:not([type=hidden]), select, textarea, .button, nav, .filters, [data-live-chip], "
    "td a.link, .pager"
)
SHEETS = re.compile(rb"/Type\s*/Page[^s]")


@pytest.fixture(scope="module")
def event(server: DemoServer) -> str:
    """The address of an event of 64 pairs that is played at 32 tables."""
    code = (
        "from tests.factories import *; from tournaments.models import Club; "
        "event = make_event(club=Club.objects.order_by('pk')[0], pairs=64, tables=32); "
        "print('EVENT', event.pk)"
    )
    found = re.search(r"EVENT (\S+)", server.manage("shell", "-v", "0", "-c", code))
    assert found
    return f"/desk/events/{found[1]}/"


@pytest.mark.parametrize(("path", "most"), [("entries/", 3), ("tables/", 5)])
def test_a_list_is_printed_on_few_sheets_and_without_controls(
    event: str, page: Page, sign_in: SignIn, path: str, most: int
) -> None:
    sign_in(page, "ORGANIZER")
    page.goto(event + path)
    page.emulate_media(media="print")
    visible = [
        each.evaluate("element => element.outerHTML.slice(0, 120)")
        for each in page.locator(CONTROLS).all()
        if each.is_visible()
    ]
    assert visible == []
    assert len(SHEETS.findall(page.pdf(format="A4"))) <= most
