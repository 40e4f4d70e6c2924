"""The live page of docs/how-to/following-an-event-live.md runs as it stands, on another site."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.other_site import serving_a_site
from tests.browser.pad import Card, come_in, make_event, write_hand
from tests.browser.prepared import prepare_data_dir
from tests.browser.server import OWNER, DemoServer, running
from tests.how_to import read_blocks

TOKEN = """
from accounts.actors import TokenAccess, TokenScope
from accounts.models import User
from accounts.services import make_token
scope = TokenScope(event_id="{event}")
print(make_token(user=User.objects.get(), name="guide", access=TokenAccess.READ, scope=scope)[1])
"""
Site = tuple[str, dict[str, str]]


@pytest.fixture(scope="module")
def allowed_site() -> Iterator[Site]:
    with serving_a_site() as site:
        yield site


@pytest.fixture(scope="module")
def server(allowed_site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoServer]:
    """An installation that names the site in its settings."""
    origin, _ = allowed_site
    folder = prepare_data_dir(tmp_path_factory, "allowing")
    with running(folder, CORS_ORIGINS=origin, **OWNER) as server:
        yield server


def live_page(site: Site, server: DemoServer, card: Card, token: str) -> str:
    """The address of the page of the guide on that site."""
    origin, pages = site
    (pages["/follow.html"],) = read_blocks("following-an-event-live.md", "html")
    return f"{origin}/follow.html#{server.base_url},{card.event},{token}"


def make_token(server: DemoServer, card: Card) -> str:
    """A token that reads this event only."""
    return server.manage("shell", "-c", TOKEN.format(event=card.event)).strip().splitlines()[-1]


def says_refused(path: str, message: ConsoleMessage) -> bool:
    """Whether the browser says that the page may not have the answer of this address."""
    return path in message.text and "blocked by CORS policy" in message.text


def test_a_page_on_an_allowed_site_follows_a_match_to_its_end(
    server: DemoServer, allowed_site: Site, open_page: OpenPage
) -> None:
    (card,) = make_event(server, tables=1, target=11)
    page = open_page()
    page.goto(live_page(allowed_site, server, card, make_token(server, card)))
    page.evaluate("window.isFirst = true")
    standings, scores = page.locator("#standings li"), page.locator("#scores li")
    # Nothing is decided yet: both entries can be first.
    expect(standings).to_have_count(2)
    expect(standings.filter(has_text="1. ")).to_have_count(2)
    expect(scores).to_have_count(0)
    phone = open_page(PHONE)
    come_in(phone, card)
    write_hand(phone, 9)
    expect(scores).to_have_count(1)
    expect(scores).to_contain_text("9:2")
    write_hand(phone, 4)
    expect(scores).to_contain_text("13:9")
    expect(standings.filter(has_text="1. ")).to_have_count(1)
    expect(standings.filter(has_text="2. ")).to_have_count(1)
    assert page.evaluate("window.isFirst"), "the page was loaded once"


def test_a_page_on_any_other_site_gets_nothing(
    server: DemoServer, allowed_site: Site, browser: Browser, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    token = make_token(server, card)
    allowed = open_page()
    allowed.goto(live_page(allowed_site, server, card, token))
    with serving_a_site() as other_site:
        # A page of its own: what its console says here is no fault.
        page = browser.new_page()
        with page.expect_console_message(partial(says_refused, "/live/")):
            page.goto(live_page(other_site, server, card, token))
        standings = f"/api/v1/events/{card.event}/standings/"
        asked = f"fetch('{server.base_url}{standings}', {{headers: {{Authorization: 'Token'}}}})"
        with page.expect_console_message(partial(says_refused, standings)):
            assert page.evaluate(f"{asked}.catch((error) => error.name)") == "TypeError"
        phone = open_page(PHONE)
        come_in(phone, card)
        write_hand(phone, 9)
        expect(allowed.locator("#scores li")).to_contain_text("9:2")
        for name in ("standings", "scores"):
            assert page.locator(f"#{name} li").count() == 0
        page.close()
