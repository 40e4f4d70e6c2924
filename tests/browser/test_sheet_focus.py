"""The lines of a sheet are written at the desk with the keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SignIn
from tests.browser.server import DemoServer


def make_event(server: DemoServer) -> list[str]:
    """The addresses of the sheets at the first and the last table of a running event."""
    code = (
        "from tests.factories import *; from tests.tournaments.steps import QUICK; "
        "from tournaments.models import Club; "
        "event = make_event(club=Club.objects.order_by('pk')[0], pairs=8, tables=4, "
        "match_format=QUICK); "
        "tables = event.pairings.filter(table__isnull=False).order_by('table__number'); "
        "print('SHEETS', *tables.values_list('match_id', flat=True))"
    )
    said = server.manage("shell", "-v", "0", "-c", code)
    found = re.search(r"SHEETS (.+)", said)
    assert found, said
    return [f"/desk/matches/{match}/" for match in found[1].split()]


def test_hand_after_hand_and_on_to_the_next_table_by_keyboard(
    server: DemoServer, page: Page, sign_in: SignIn
) -> None:
    sheets = make_event(server)
    sign_in(page, "ORGANIZER")
    page.goto(f"{sheets[-1]}?written")
    for points in ("5", "6"):
        expect(page.locator("#hand_points_0")).to_be_focused()
        page.keyboard.type(points)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    # 5 and 6 of 11: decided in two hands if the first side leads; else the next hand is asked for.
    while page.locator("#hand_points_0").count():
        expect(page.locator("#hand_points_0")).to_be_focused()
        page.keyboard.type("11")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    expect(page.locator("form.act.card input[type=radio]").first).to_be_focused()
    page.get_by_role("link", name="Avanti: tavolo 1", exact=True).click()
    expect(page).to_have_url(re.compile(re.escape(sheets[0])))
    expect(page.locator("#hand_points_0")).to_be_focused()
