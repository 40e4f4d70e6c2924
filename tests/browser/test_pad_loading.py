"""The modules that the pad loads after its first screen, when the network fails."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import (
    come_in,
    come_in_as_referee,
    enter_code,
    hands_of,
    make_event,
    open_hand,
    status,
    submit_button,
    submit_hand,
)
from tests.browser.server import DemoServer

CARDS = "**/js/pad/screens/cards.*"
HAND_FORM = "**/js/pad/screens/hand-form.*"
WITHOUT_WORKER = {**PHONE, "service_workers": "block"}
"""As on plain http: no service worker has stored the files."""


@pytest.mark.usefixtures("expects_refusals")
def test_a_form_says_that_the_card_by_card_screen_could_not_be_loaded(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(WITHOUT_WORKER)
    page.route(CARDS, lambda route: route.abort())
    come_in(page, card)
    open_hand(page)
    page.locator("button[name=open_cards]").click()
    expect(page.locator(".banner.wrong")).to_contain_text("Carta per carta va scaricata")
    expect(submit_button(page)).to_be_visible()
    page.unroute(CARDS)
    page.locator("button[name=open_cards]").click()
    expect(page.locator("main.cards-in")).to_be_visible()


def test_a_code_can_be_typed_while_the_other_screens_are_loading(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(WITHOUT_WORKER)
    held = hold(page, HAND_FORM)
    page.goto("/pad/")
    enter_code(page, card)
    page.locator("label.choice:has(#who-0)").click()
    submit_button(page).click()
    page.locator("button[name=open_hand]").click()
    expect(page.locator("main [role=status]")).to_have_text("Un momento …")
    for route in held:
        route.continue_()
    expect(submit_button(page)).to_be_visible()


SLOW_DATABASE = """() => {
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...given) => {
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
    return open(...given);
  };
}"""


def test_network_changes_during_the_start_of_the_page_break_nothing(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.add_init_script(f"({SLOW_DATABASE})()")
    come_in(page, card)
    page.reload()
    expect(page.locator("button[name=open_hand]")).to_be_visible()


IS_KEPT = """async (path) => {
  await navigator.serviceWorker.ready;
  while (!(await caches.match(path))) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def hold(page: Page, address: str) -> list[Route]:
    """Holds the requests for this address until the test continues them."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


@pytest.mark.usefixtures("expects_refusals")
def test_the_pad_of_a_referee_opens_without_network(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in_as_referee(page, card, sign_in)
    page.evaluate(IS_KEPT, f"/pad/matches/{card.match}/")
    page.context.set_offline(True)
    page.reload()
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    page.context.set_offline(False)
    expect(status(page)).to_have_text("In rete")
    assert hands_of(server, card) == [9]
