"""Views of an event inside a page of another site, in a real browser."""

from functools import partial

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.other_site import serving_a_site
from tests.browser.pad import card_of, come_in, write_hand
from tests.browser.server import DemoServer
from tests.waiting import wait_until


def allow(server: DemoServer, event: str, *sites: str) -> None:
    code = (
        "from tournaments.models import Event; from accounts.actors import SYSTEM;"
        "from tournaments.services.club.embedding import allow_sites;"
        f"allow_sites(club=Event.objects.get(pk='{event}').club, sites={sites!r}, actor=SYSTEM)"
    )
    server.manage("shell", "-c", code)


def script_for(server: DemoServer, event: str, view: str) -> str:
    return (
        f'<!doctype html><h1>Circolo</h1><script async src="{server.base_url}/embed.js"'
        f' data-event="{event}" data-view="{view}" data-lang="it"></script>'
    )


def framed(page: Page) -> Frame:
    frame = page.locator("iframe").element_handle().content_frame()
    assert frame is not None
    return frame


def height_of(page: Page) -> float:
    box = page.locator("iframe").bounding_box()
    assert box is not None
    return box["height"]


def test_one_line_shows_the_tables_on_an_allowed_site_and_follows_play(
    server: DemoServer, open_page: OpenPage, page: Page
) -> None:
    card = card_of(server, 4)
    phone = open_page(PHONE)
    come_in(phone, card)
    with serving_a_site() as (origin, pages):
        allow(server, card.event, origin)
        pages["/"] = script_for(server, card.event, "tables")
        page.goto(f"{origin}/")
        view = page.frame_locator("iframe")
        expect(view.locator("[data-live-chip]")).to_have_text("dal vivo")
        write_hand(phone, 9)
        total = phone.locator(".score .big").first.inner_text().strip()
        table = view.locator(f".tcard:has(.no:text-matches('(^|\\\\D){card.table}$'))")
        expect(table).to_contain_text(total)
        # The frame is as high as what it shows, so it has no scroll bar of its own.
        content = framed(page)
        wait_until(
            lambda: abs(height_of(page) - content.evaluate("document.body.offsetHeight")) < 2
        )
        assert content.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        assert not page.context.cookies(server.base_url)


@pytest.mark.parametrize("view", ["standings", "bracket"])
def test_one_line_shows_the_other_views(server: DemoServer, page: Page, view: str) -> None:
    event = server.event["id"]
    with serving_a_site() as (origin, pages):
        allow(server, event, origin)
        pages["/"] = script_for(server, event, view)
        page.goto(f"{origin}/")
        expect(page.frame_locator("iframe").locator("#live .card").first).to_be_visible()


def note_text(texts: list[str], message: ConsoleMessage) -> None:
    texts.append(message.text)


def is_refused(texts: list[str]) -> bool:
    """Whether the browser has said that the policy of the page inside refuses the frame."""
    return any("frame-ancestors" in text for text in texts)


def test_a_site_that_is_not_allowed_shows_nothing(server: DemoServer, browser: Browser) -> None:
    event = server.event["id"]
    with serving_a_site() as (origin, pages), serving_a_site() as (allowed, _):
        allow(server, event, allowed)
        for name, target in (
            ("/embed", f"/embed/events/{event}/standings/"),
            ("/board", f"/events/{event}/"),
        ):
            pages[name] = f'<!doctype html><iframe src="{server.base_url}{target}"></iframe>'
            # A page of its own: what its console says here is no fault.
            page = browser.new_page()
            refusals: list[str] = []
            page.on("console", partial(note_text, refusals))
            page.goto(origin + name)
            wait_until(partial(is_refused, refusals))
            assert not framed(page).locator("main").count()
            page.close()


def test_only_the_frame_itself_sets_its_height(server: DemoServer, page: Page) -> None:
    event = server.event["id"]
    with serving_a_site() as (origin, pages):
        allow(server, event, origin)
        pages["/"] = script_for(server, event, "standings")
        page.goto(f"{origin}/")
        expect(page.frame_locator("iframe").locator("#live .card").first).to_be_visible()
        content = framed(page)
        wait_until(
            lambda: abs(height_of(page) - content.evaluate("document.body.offsetHeight")) < 2
        )
        before = height_of(page)
        page.evaluate("postMessage({type: 'la-bella:height', height: 9000}, '*')")
        page.evaluate("new Promise((done) => setTimeout(done))")
        assert height_of(page) == before


@pytest.mark.usefixtures("expects_refusals")
def test_a_view_without_a_stream_asks_by_itself(
    server: DemoServer, open_page: OpenPage, page: Page
) -> None:
    card = card_of(server, 5)
    phone = open_page(PHONE)
    come_in(phone, card)

    def shorten(route: Route) -> None:
        body = route.fetch().text().replace('data-poll="30"', 'data-poll="1"')
        route.fulfill(body=body, content_type="text/html")

    page.route("**/tables/", shorten)
    page.route("**/live/**", lambda route: route.abort())
    page.goto(f"/embed/events/{card.event}/tables/?lang=it")
    expect(page.locator("[data-live-chip]")).to_contain_text("fermo alle")
    write_hand(phone, 8)
    total = phone.locator(".score .big").first.inner_text().strip()
    table = page.locator(f".tcard:has(.no:text-matches('(^|\\\\D){card.table}$'))")
    expect(table).to_contain_text(total)
