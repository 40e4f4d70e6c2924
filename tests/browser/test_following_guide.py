"""The program in a browser of docs/how-to/following-an-event-live.md runs as it stands."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.pad import card_of, come_in, write_hand
from tests.browser.server import DemoServer
from tests.live.test_following_guide import program

TOKEN = """
from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
print(make_token(user=User.objects.first(), name="guida", access=TokenAccess.READ)[1])
"""


def test_the_program_in_a_browser_shows_a_hand(server: DemoServer, open_page: OpenPage) -> None:
    card = card_of(server, 3)
    token = server.manage("shell", "-c", TOKEN).strip().splitlines()[-1]
    page = open_page()
    # On the origin of the server: which other sites may read is tested in tests/live.
    page.route(
        "**/follow.html",
        lambda route: route.fulfill(body=program("html"), content_type="text/html"),
    )
    page.goto(f"/follow.html#{server.base_url},{card.event},{token}")
    phone = open_page(PHONE)
    come_in(phone, card)
    write_hand(phone, 9)
    changes = page.locator("#changes li")
    expect(changes.filter(has_text="match.changed").first).to_be_visible()
