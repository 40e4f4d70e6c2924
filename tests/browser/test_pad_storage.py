"""Phones that refuse IndexedDB or every storage, and what is said of unsent hands."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.pad import (
    come_in,
    expect_settled,
    hands_of,
    make_event,
    status,
    submit_button,
    submit_hand,
    write_hand,
)
from tests.browser.server import DemoServer

REFUSE_DATABASE = "indexedDB.open = () => { throw new Error('refused'); };"
REFUSE_STORAGE = f"""{REFUSE_DATABASE}
Storage.prototype.setItem = () => {{ throw new DOMException('full', 'QuotaExceededError'); }};"""
BREAK_DATABASE = """() => {
  IDBObjectStore.prototype.put = () => { throw new Error('broken'); };
}"""
PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false });"
API = "**/api/v1/**"

pytestmark = pytest.mark.usefixtures("expects_refusals")


def cut(page: Page) -> None:
    page.context.route(API, lambda route: route.abort())


def restore(page: Page) -> None:
    page.context.unroute(API)


def send_now(page: Page) -> None:
    """Taps "Try now", unless the phone has sent its hands by itself, and waits for them."""
    page.evaluate("document.querySelector('button[name=try_now]')?.click()")
    expect(status(page)).to_have_text("In rete")


def visit_again(page: Page) -> Page:
    """The pad in a new page of the same browser."""
    again = page.context.new_page()
    page.close(run_before_unload=False)
    again.goto("/pad/")
    return again


def test_hands_that_localstorage_keeps_are_sent_when_indexeddb_opens_again(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.add_init_script(REFUSE_DATABASE)
    come_in(page, card)
    cut(page)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    again = visit_again(page)
    expect(status(again)).to_have_text("1 aspetta")
    kept = "Object.keys(localStorage).filter((name) => name.includes('.item:')).length"
    assert again.evaluate(kept) == 0
    restore(again)
    send_now(again)
    assert hands_of(server, card) == [9]


def test_a_hand_is_kept_in_localstorage_when_indexeddb_breaks_in_the_middle(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    cut(page)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    page.evaluate(BREAK_DATABASE)
    submit_hand(page, 4)
    expect(status(page)).to_have_text("2 aspettano")
    again = visit_again(page)
    expect(status(again)).to_have_text("2 aspettano")
    restore(again)
    send_now(again)
    assert hands_of(server, card) == [9, 4]


def test_a_phone_that_can_keep_nothing_recommends_paper_and_calls_nothing_kept(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.add_init_script(REFUSE_STORAGE)
    page.goto("/pad/")
    expect(page.locator(".banner.wrong")).to_contain_text("Segnate anche su carta")
    page.goto("about:blank")
    come_in(page, card)
    expect(page.locator(".banner.wrong")).to_contain_text("Segnate anche su carta")
    write_hand(page, 7)
    cut(page)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 solo qui")
    expect(page.locator(".banner.wrong")).to_contain_text("non chiudere")
    expect(page.locator("main")).not_to_contain_text("Conservata qui")
    restore(page)
    send_now(page)
    assert hands_of(server, card) == [7, 9]


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_page_must_stay_open_only_while_unsent_hands_would_be_out_of_reach(
    server: DemoServer, open_page: OpenPage, *, is_secure: bool
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    if not is_secure:
        page.add_init_script(PLAIN_HTTP)
    come_in(page, card)
    cut(page)
    page.evaluate("dispatchEvent(new Event('offline'))")
    waiting = page.locator(".banner.waiting")
    expect(waiting).to_contain_text("Continuate a giocare")
    expect(waiting).not_to_contain_text("Non chiudere")
    submit_hand(page, 9)
    said = "anche se chiudi la pagina" if is_secure else "Non chiudere questa pagina"
    expect(waiting).to_contain_text(said)


def test_without_network_the_language_stays_and_the_phone_says_so(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    expect_settled(page)
    page.locator("button.mine").click()
    expect_settled(page)
    page.route("**/i18n/**", lambda route: route.abort())
    page.locator("button[lang=en]").click()
    expect(page.locator("#notice")).to_contain_text("La lingua si cambia quando c’è la rete")
    page.unroute("**/i18n/**")
    expect_settled(page)
    page.locator("button[lang=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_code_that_hangs_says_for_how_long(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/devices/", hold)
    page.goto("/pad/")
    page.locator("#code").fill(card.code)
    page.locator("main button[type=submit]").click()
    expect(page.locator("main .hint[role=status]")).to_contain_text(re.compile(r"da \d+ s"))
    held[0].continue_()
    expect(page.locator("#who-0")).to_be_attached()


def test_unsent_hands_are_read_aloud_with_their_points_after_the_table_was_left(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    sides = page.locator(".score .names").first.inner_text().split()
    cut(page)
    submit_hand(page, 9)
    expect_settled(page)
    page.locator("button[name=leave_button]").click()
    expect_settled(page)
    submit_button(page).click()
    expect_settled(page)
    page.locator("button[name=show_unsent]").click()
    expect(page.locator("section.card[data-state]")).to_contain_text("9 a 2")
    expect_settled(page)
    page.locator("button[name=show_rescue]").click()
    expect(page.locator(".aloud")).to_contain_text("9 a 2")
    expect(page.locator("section.card:has(.aloud)")).to_contain_text(f"Tavolo {card.table}")
    expect(page.locator("section.card:has(.aloud) .side")).to_contain_text(sides[0])
