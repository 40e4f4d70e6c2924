"""The phones' evening: two phones and a referee on one match, as the hall lives it."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import (
    card_of,
    come_in,
    hands_of,
    key,
    open_hand,
    status,
    submit_button,
    submit_hand,
    totals,
    write_hand,
)
from tests.browser.server import DemoServer


@pytest.mark.usefixtures("expects_refusals")
def test_a_code_is_typed_and_what_is_missing_is_said(
    server: DemoServer, open_page: OpenPage
) -> None:
    card = card_of(server, 0)
    page = open_page(PHONE)
    page.goto("/pad/")
    page.locator("#code").fill("K7M 4P")
    page.locator("main button[type=submit]").click()
    expect(page.locator("#err")).to_contain_text("Mancano dei segni: sono 6, qui 5.")
    expect(page.locator("#code")).to_have_value("K7M 4P")
    page.locator("#code").fill(f"{card.code[:3].lower()} {card.code[3:]}")
    page.keyboard.press("Enter")
    expect(page.locator("header h1")).to_have_text("Chi sei?")
    expect(page.locator("header .stand")).to_contain_text(f"Tavolo {card.table}")


@pytest.mark.usefixtures("expects_refusals")
def test_two_phones_and_a_referee_on_one_match(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    card = card_of(server, 1)
    one, two, referee = open_page(PHONE), open_page(PHONE), open_page(PHONE)
    come_in(one, card, 0)
    come_in(two, card, 2)
    sign_in(referee, "REFEREE")
    referee.goto(f"/pad/matches/{card.match}/")
    expect(referee.locator(".score")).to_be_visible()
    before = totals(one)
    assert write_hand(one, 7, marafona=0) <= 4
    after = [str(int(before[0]) + 10), str(int(before[1]) + 4)]
    for page in (one, two, referee):
        expect(page.locator(".score .big").first).to_have_text(after[0])
        expect(page.locator(".score .big").last).to_have_text(after[1])
    # taken back by the other phone
    two.locator("button[name=strike_button]").click()
    expect(two.locator("main")).to_contain_text(f"Il punteggio torna {before[0]} a {before[1]}.")
    submit_button(two).click()
    expect(one.locator(".score .big").first).to_have_text(before[0])
    # written again, and corrected by the referee with a reason
    write_hand(one, 6)
    expect(referee.locator(".score .big").first).to_have_text(str(int(before[0]) + 6))
    referee.locator("button", has_text="Correggi").first.click()
    key(referee, "points", 5).click()
    referee.locator("#reason").press_sequentially("contati insieme")
    submit_button(referee).click()
    for page in (one, two):
        expect(page.locator(".score .big").first).to_have_text(str(int(before[0]) + 5))
    a_stale_version(one, two, before)
    they_win_and_sign(one, two)
    referee.goto(f"/desk/matches/{card.match}/")
    expect(referee.locator("table.lines")).to_contain_text("contati insieme")
    expect(referee.locator("table.lines")).to_contain_text(f"tavolo {card.table}, telefono di")


def a_stale_version(one: Page, two: Page, before: list[str]) -> None:
    """Both write the same hand, and the second one learns of the first."""
    open_hand(two)
    key(two, "points", 3).click()
    two.route("**/lines/", lambda route: route.abort() if is_read(route) else route.continue_())
    write_hand(one, 2)
    submit_button(two).click()
    expect(two.locator("main")).to_contain_text("Un altro telefono ha scritto nel frattempo.")
    expect(two.locator(".versus .pts").first).to_have_text("2–9")
    expect(two.locator(".versus .pts").last).to_have_text("3–8")
    two.unroute("**/lines/")
    two.locator("button[name=keep_theirs]").click()
    expect(two.locator(".score .big").first).to_have_text(str(int(before[0]) + 7))


def is_read(route: Route) -> bool:
    return route.request.method == "GET"


def they_win_and_sign(one: Page, two: Page) -> None:
    """Shutouts until the match is over; then both sides sign on the first phone, which is handed
    over by name."""
    while one.locator("button[name=open_hand]").count():
        write_hand(one, 11)
    expect(one.locator(".score.result")).to_contain_text("vincono")
    one.locator("button[name=open_sign]").click()
    one.locator("button[name=sign]").click()
    expect(two.locator("button[name=open_sign]")).to_have_text("Manca una firma")
    one.locator("button[name=hand_over]").first.click()
    one.locator("button[name=sign]").click()
    for page in (one, two):
        expect(page.locator("button[name=go_on]")).to_be_visible()


def test_a_claim_is_counted_before_it_is_written(server: DemoServer, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    come_in(page, card_of(server, 2))
    page.locator("button[name=claim_button]").click()
    key(page, "claim-side", 0).click()
    key(page, "claim-thirds", 3).click()
    expect(page.locator(".thumb output")).to_contain_text("non bastano")
    submit_button(page).click()
    expect(page.locator(".banner.good")).to_contain_text("Scritta: la chiamata fuori.")


WRITE_THIRDS = """
from django.utils import timezone
from accounts.actors import SYSTEM
from scoring.acts import Act
from scoring.models import Match
from tournaments.services.results.sheets import record_line
match = Match.objects.get(pk=%s)
data = {"thirds": [13, 22], "caller": match.snapshot["turn"] or 0}
act = Act("hand", data, "thirds", match.version, "test", timezone.now())
record_line(match_id=match.pk, act=act, actor=SYSTEM, now=timezone.now())
"""


def test_a_hand_written_in_thirds_is_corrected_in_points(
    server: DemoServer, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    card = card_of(server, 0)
    server.manage("shell", "-c", WRITE_THIRDS % card.match)
    come_in(page, card)
    before = totals(page)
    page.locator("button", has_text="Correggi").first.click()
    expect(page.locator(".pad3 input:checked")).to_have_attribute("id", "points-4-7")
    expect(page.locator(".thirds input:checked")).to_have_attribute("id", "thirds-13-22")
    key(page, "points", 6).click()
    submit_button(page).click()
    expect(page.locator(".banner.good")).to_be_visible()
    assert totals(page) == [str(int(before[0]) + 2), str(int(before[1]) - 2)]


@pytest.mark.usefixtures("expects_refusals")
def test_without_network_the_hands_wait_and_leave_by_themselves(
    server: DemoServer, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    card = card_of(server, 3)
    come_in(page, card)
    before = totals(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    submit_hand(page, 4)
    expect(status(page)).to_have_text("1 aspetta")
    expect(page.locator(".score.unsent .big").first).to_have_text(str(int(before[0]) + 4))
    expect(page.locator(".banner.waiting").last).to_contain_text("1 mano aspetta")
    written = hands_of(server, card)
    page.unroute("**/api/v1/**")
    expect(status(page)).to_have_text("In rete")
    assert hands_of(server, card) == [*written, 4]


@pytest.mark.usefixtures("expects_refusals")
def test_a_revoked_code_sends_the_phone_out_with_a_sentence(
    server: DemoServer, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    come_in(page, card_of(server, 4))
    card_of(server, 4)
    page.reload()
    expect(page.locator("#err")).to_contain_text("Questo telefono non è più al tavolo.")


def test_the_pad_is_one_thumb_wide(server: DemoServer, open_page: OpenPage) -> None:
    page = open_page({**PHONE, "viewport": {"width": 320, "height": 640}})
    come_in(page, card_of(server, 5))
    open_hand(page)
    for size in page.evaluate(SIZES):
        assert size["width"] >= 44, size
        assert size["height"] >= 44, size
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


SIZES = """() => [...document.querySelectorAll("button, a.button, label.choice, summary")]
  .filter((each) => each.offsetParent)
  .map((each) => {
    const { width, height } = each.getBoundingClientRect();
    return { what: each.textContent, width: Math.round(width), height: Math.round(height) };
  })"""
