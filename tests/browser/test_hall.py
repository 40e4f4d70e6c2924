"""The hall: the board and the projector follow what is written, and report when they cannot."""

import os
import signal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import Card, card_of, come_in, write_hand
from tests.browser.server import DemoServer


def test_board_and_projector_follow_a_hand(
    server: DemoServer, open_page: OpenPage, board: Page, page: Page
) -> None:
    card = card_of(server, 6)
    phone = open_page(PHONE)
    come_in(phone, card)
    page.goto(f"/events/{card.event}/")
    board.goto(f"/events/{card.event}/screen/")
    for each in (page, board):
        expect(each.locator("[data-live-chip]")).to_have_text("dal vivo")
    write_hand(phone, 9)
    total = phone.locator(".score .big").first.inner_text().strip()
    expect(page.locator(f"li:has(a[href='/matches/{card.match}/'])")).to_contain_text(total)
    wall = board.locator(f"li[data-key='w{pairing_of(server, card)}']")
    expect(wall).to_contain_text(total)


def pairing_of(server: DemoServer, card: Card) -> str:
    code = (
        f"from tournaments.models import Pairing; print(Pairing.objects.get(match={card.match}).pk)"
    )
    return server.manage("shell", "-c", code).strip().splitlines()[-1]


@pytest.mark.usefixtures("expects_refusals")
def test_a_page_whose_stream_is_cut_says_since_when_and_comes_back(
    server: DemoServer, open_page: OpenPage, page: Page
) -> None:
    card = card_of(server, 7)
    page.goto(f"/events/{card.event}/")
    chip = page.locator("[data-live-chip]")
    expect(chip).to_have_text("dal vivo")
    page.context.set_offline(True)
    expect(chip).to_contain_text("fermo alle")
    phone = open_page(PHONE)
    come_in(phone, card)
    write_hand(phone, 8)
    total = phone.locator(".score .big").first.inner_text().strip()
    page.context.set_offline(False)
    expect(chip).to_have_text("dal vivo")
    expect(page.locator(f"li:has(a[href='/matches/{card.match}/'])")).to_contain_text(total)


@pytest.mark.usefixtures("expects_refusals")
def test_a_server_that_falls_over_is_found_again(
    server: DemoServer, open_page: OpenPage, board: Page
) -> None:
    card = card_of(server, 5)
    phone = open_page(PHONE)
    come_in(phone, card)
    board.goto(f"/events/{card.event}/screen/")
    chip = board.locator("[data-live-chip]")
    expect(chip).to_have_text("dal vivo")
    fallen = server.processes()["web"]
    os.kill(fallen, signal.SIGKILL)
    expect(chip).to_contain_text("fermo alle")
    expect(board.locator("#wall > [data-page]:not([hidden])")).to_have_count(1)
    expect(chip).to_have_text("dal vivo")
    assert server.processes()["web"] != fallen
    write_hand(phone, 6)
    total = phone.locator(".score .big").first.inner_text().strip()
    wall = board.locator(f"li[data-key='w{pairing_of(server, card)}']")
    expect(wall).to_contain_text(total)


def test_what_has_changed_is_shown_and_focus_and_scroll_stay(
    server: DemoServer, open_page: OpenPage, page: Page
) -> None:
    card = card_of(server, 4)
    phone = open_page(PHONE)
    come_in(phone, card)
    page.goto(f"/events/{card.event}/")
    expect(page.locator("[data-live-chip]")).to_have_text("dal vivo")
    link = page.locator(f"#live a.tcard[href='/matches/{card.match}/']")
    link.focus()
    page.evaluate("scrollTo(0, 300)")
    at = page.evaluate("scrollY")
    write_hand(phone, 7)
    expect(page.locator("li.told")).to_have_attribute("data-key", pairing_of(server, card))
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == at


def test_what_arrives_while_somebody_types_is_shown_when_the_typing_ends(
    server: DemoServer, open_page: OpenPage, page: Page, sign_in: SignIn
) -> None:
    card = card_of(server, 10)
    phone = open_page(PHONE)
    come_in(phone, card)
    sign_in(page, "ORGANIZER")
    page.goto(f"/desk/events/{card.event}/")
    expect(page.locator("[data-live-chip]")).to_have_text("dal vivo")
    field = page.locator("#to-table")
    field.press_sequentially("1")
    points = page.locator(f"#hall a[href='/desk/matches/{card.match}/'] .now-at")
    before = points.inner_text()
    with page.expect_response(lambda answer: answer.url.endswith(f"/desk/events/{card.event}/")):
        write_hand(phone, 9)
    page.evaluate("window.part = document.querySelector('#hall')")
    # On the button of the form it is still not sent.
    page.keyboard.press("Tab")
    expect(page.locator(".to-table button")).to_be_focused()
    expect(field).to_have_value("1")
    assert points.inner_text() == before
    assert page.evaluate("window.part.isConnected")
    page.locator("h1").first.click()
    expect(points).not_to_have_text(before, use_inner_text=True)
    assert not page.evaluate("window.part.isConnected")


def test_a_page_that_nobody_sees_has_no_stream(server: DemoServer, page: Page) -> None:
    page.add_init_script(COUNT_STREAMS)
    page.goto(f"/events/{card_of(server, 3).event}/")
    page.wait_for_function("streams.size === 1")
    page.evaluate(HIDE, "hidden")
    page.wait_for_function("streams.size === 0")
    page.evaluate(HIDE, "")
    page.wait_for_function("streams.size === 1")


COUNT_STREAMS = """
const Real = EventSource;
window.streams = new Set();
window.EventSource = class extends Real {
  constructor(...words) { super(...words); streams.add(this); }
  close() { super.close(); streams.delete(this); }
};
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: Boolean(hidden), configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("pages", ["tables", "round"])
def test_the_wall_is_read_from_afar(server: DemoServer, board: Page, pages: str) -> None:
    event = card_of(server, 8).event
    board.goto(f"/events/{event}/screen/?pages={pages}")
    expect(board.locator("[data-live-chip]")).to_have_text("dal vivo")
    assert board.evaluate(SMALLEST) >= 26
    assert board.evaluate(FITS)


def test_long_names_are_whole_on_the_wall(server: DemoServer, board: Page) -> None:
    # The names below are written into the page: nothing may refresh or turn it meanwhile.
    board.route("**/live*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    board.goto(f"/events/{card_of(server, 8).event}/screen/")
    board.keyboard.press("Space")
    name = board.locator("#wall > :not([hidden]) .name").first
    usual = font_size(name)
    # The window changes its size: as the wall does after each refresh, the names are fitted.
    name.evaluate("name => { name.textContent = 'Domeniconi – Montevecchi'; }")
    board.set_viewport_size({"width": 1440, "height": 900})
    name.evaluate("() => new Promise(requestAnimationFrame)")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    assert 0.5 * usual < font_size(name) < usual
    name.evaluate("name => { name.textContent = 'Neri – Zoli'; }")
    board.set_viewport_size({"width": 1920, "height": 1080})
    name.evaluate("() => new Promise(requestAnimationFrame)")
    assert font_size(name) == usual


def font_size(element: Locator) -> float:
    """In pixels."""
    return float(element.evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))


def test_the_wall_turns_its_pages_by_hand_and_is_held(server: DemoServer, board: Page) -> None:
    board.clock.install()
    board.goto(f"/events/{card_of(server, 8).event}/screen/")
    shown = board.locator("#wall > [data-page]:not([hidden])")
    expect(shown).to_have_attribute("data-page", "1")
    board.clock.run_for(12_000)
    expect(shown).to_have_attribute("data-page", "2")
    board.keyboard.press("Space")
    board.clock.run_for(60_000)
    expect(shown).to_have_attribute("data-page", "2")
    expect(board.locator("[data-held]")).to_be_visible()
    board.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-page", "1")
    board.keyboard.press("Space")
    board.clock.run_for(12_000)
    expect(shown).to_have_attribute("data-page", "2")


FITS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const parts = ".screen > :is(header, footer), #wall > section:not([hidden])";
  const inside = [...document.querySelectorAll(parts)].map(box);
  const last = box([...document.querySelectorAll("#wall section:not([hidden]) li")].at(-1));
  return inside.every(({ top, bottom }) => top >= 0 && bottom <= 1080)
    && last.bottom <= box(document.querySelector(".screen .bottom")).top;
}"""
"""Asked in one go: the wall may be made anew between two questions."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".screen *")]
  .filter((each) => each.offsetParent && [...each.childNodes].some(
    (node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((each) => !each.closest(".hidden-text"))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def test_who_looks_for_his_table_finds_it(server: DemoServer, open_page: OpenPage) -> None:
    card = card_of(server, 9)
    phone = open_page(PHONE)
    phone.goto(f"/events/{card.event}/")
    names = phone.locator(f"li:has(a[href='/matches/{card.match}/']) .side.a").inner_text()
    phone.locator("#who").fill(names.split(" – ")[0])
    phone.keyboard.press("Enter")
    expect(phone.locator(f".tcard.mine[href='/matches/{card.match}/']")).to_be_visible()
