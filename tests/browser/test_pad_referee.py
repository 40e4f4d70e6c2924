"""The pad of a referee: who is signed in while it is open, and after it was open."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import (
    come_in_as_referee,
    hands_of,
    make_event,
    status,
    submit_hand,
    write_hand,
)
from tests.browser.server import DemoServer

pytestmark = pytest.mark.usefixtures("expects_refusals")

LINES = "**/lines/"
IS_CONTROLLED = "navigator.serviceWorker.controller !== null"


def cut_writes(context: BrowserContext) -> None:
    """Reads are answered, lines do not get through."""
    context.route(
        LINES,
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def test_a_referee_who_is_signed_out_is_led_to_the_sign_in_and_back(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in_as_referee(page, card, sign_in)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    assert page.evaluate(IS_CONTROLLED), "the service worker answers this page"
    address = page.url
    end_session(page)
    page.goto(address)
    login = server.logins["OWNER"]
    page.locator("input[name=login]").fill(login["email"])
    page.locator("input[name=password]").fill(login["password"])
    page.locator("input[name=password]").press("Enter")
    expect(page.locator(".score")).to_be_visible()
    assert page.url == address


def test_a_hand_is_written_after_somebody_has_signed_in_again_in_another_tab(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in_as_referee(page, card, sign_in)
    write_hand(page, 9)
    end_session(page)
    sign_in(page.context.new_page(), "OWNER")
    page.locator("button[name=open_hand]").click()
    page.locator("label.choice:has(input[id^='points-4'])").first.click()
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".banner.wrong")).to_contain_text("qualcuno è entrato di nuovo")
    assert hands_of(server, card) == [9]
    page.locator("main a", has_text="Ricarica la pagina").click()
    expect(status(page)).to_have_text("In rete")
    assert hands_of(server, card) == [9, 4]


def test_a_hand_that_waits_is_not_written_by_the_next_person_who_signs_in(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    one, other = make_event(server, tables=2)
    page = open_page(PHONE)
    come_in_as_referee(page, one, sign_in)
    cut_writes(page.context)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    end_session(page)
    page.context.unroute(LINES)
    sign_in(page, "ORGANIZER")
    page.goto(f"/pad/matches/{other.match}/")
    expect(status(page)).to_have_text("1 da guardare")
    write_hand(page, 4)
    page.locator("button[name=show_unsent]").first.click()
    expect(page.locator("section.card[data-state=other]")).to_contain_text("9 a 2")
    assert (hands_of(server, one), hands_of(server, other)) == ([], [4])

    end_session(page)
    sign_in(page, "OWNER")
    page.goto(f"/pad/matches/{one.match}/")
    expect(status(page)).to_have_text("In rete")
    assert hands_of(server, one) == [9]
