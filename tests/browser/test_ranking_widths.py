"""A ranking with many columns: the reason of each place is in sight at every width."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SignIn
from tests.browser.fitting import set_size
from tests.browser.server import DemoServer

FIND = """
from tests.browser.things import FORMATS
from tournaments.models import Event
print("EVENT", Event.objects.get(name=FORMATS["danese"]).pk)
"""


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1366])
def test_why_a_pair_stands_above_the_next_needs_no_scrolling(
    page: Page, server: DemoServer, sign_in: SignIn, width: int
) -> None:
    event = server.manage("shell", "-v", "0", "-c", FIND).split("EVENT ")[1].strip()
    sign_in(page, "ORGANIZER")
    set_size(page, width, 900)
    page.goto(f"/desk/events/{event}/stages/1/ranking/")
    box = page.locator(".ranking .scroll").first
    assert box.evaluate("each => each.scrollWidth <= each.clientWidth")
    right = box.evaluate("each => each.getBoundingClientRect().right")
    for why in page.locator(".ranks td.why").all():
        assert why.bounding_box()["x"] + why.bounding_box()["width"] <= right  # type: ignore[index]
