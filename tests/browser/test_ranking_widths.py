"""A ranking with many columns: the reason of each place is in sight at every width."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SignIn
from tests.browser.fitting import set_size
from tests.browser.server import DemoServer

FIND = """
from tests.browser.things import FORMATS
from tournaments.models import Event
print("EVENT", Event.objects.get(name=FORMATS["{format_name}"]).pk)
"""
WIDTHS = (320, 360, 768, 1024, 1366)


@pytest.mark.parametrize("format_name", ["danese", "groups"])
def test_a_ranking_and_its_reasons_need_no_scrolling(
    page: Page, server: DemoServer, sign_in: SignIn, format_name: str
) -> None:
    find = FIND.format(format_name=format_name)
    event = server.manage("shell", "-v", "0", "-c", find).split("EVENT ")[1].strip()
    sign_in(page, "ORGANIZER")
    page.goto(f"/desk/events/{event}/stages/1/ranking/")
    for width in WIDTHS:
        set_size(page, width, 900)
        for box in page.locator(".ranking .scroll").all():
            assert box.evaluate("each => each.scrollWidth <= each.clientWidth"), width
        expect(page.locator(".ranks td.why").first).to_be_visible()
