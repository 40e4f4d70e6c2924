"""Pages of the desk on paper: what they say, without anything that can be pressed."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SignIn
from tests.browser.server import DemoServer

CONTROLS = (
    "button, input:not([type=hidden]), select, textarea, .button, nav, .filters, [data-live-chip], "
    "td a.link, .pager"
)
A4_WIDTH = 718
"""Pixels of CSS between margins of a centimetre."""
SHEETS = re.compile(rb"/Type\s*/Page[^s]")


@dataclass(frozen=True)
class PrintedEvent:
    """An event with one of its entries, by their addresses on the desk."""

    address: str
    entry_address: str


@pytest.fixture(scope="module")
def event(server: DemoServer) -> PrintedEvent:
    """64 pairs that play at 32 tables."""
    code = (
        "from tests.factories import *; from tournaments.models import Club; "
        "event = make_event(club=Club.objects.order_by('pk')[0], pairs=64, tables=32); "
        "print('EVENT', event.pk, event.entries.order_by('pk')[0].pk)"
    )
    found = re.search(r"EVENT (\S+) (\d+)", server.manage("shell", "-v", "0", "-c", code))
    assert found
    return PrintedEvent(f"/desk/events/{found[1]}/", f"/desk/entries/{found[2]}/")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("{event}entries/", 3),
        ("{event}tables/", 5),
        ("{event}bracket/", 2),
        ("{event}stages/1/ranking/", 3),
        ("{event}places/", 3),
        ("{event}cash/", 1),
        ("{event}entries/absent/", 3),
        ("{entry}check-in/", 1),
    ],
)
def test_a_list_is_printed_on_few_sheets_and_without_controls(
    event: PrintedEvent, page: Page, sign_in: SignIn, path: str, most: int
) -> None:
    sign_in(page, "ORGANIZER")
    page.goto(path.format(event=event.address, entry=event.entry_address))
    # A sheet is narrower than a desk: rules for small screens hold on it too.
    page.set_viewport_size({"width": A4_WIDTH, "height": 1000})
    page.emulate_media(media="print")
    visible = [
        each.evaluate("element => element.outerHTML.slice(0, 120)")
        for each in page.locator(CONTROLS).all()
        if each.is_visible()
    ]
    assert visible == []
    assert len(SHEETS.findall(page.pdf(format="A4"))) <= most
