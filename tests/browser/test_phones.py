"""The phones' evening: two phones and a referee on one match, as the hall lives it."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.house import House

MAKE_CODES = """
from django.utils import timezone
from accounts.actors import HOUSE
from tournaments.models import Event
from tournaments.services.table_codes import make_codes
event = Event.objects.get(name="Maraffa di Santa Lucia")
codes = {code.table_id: code for code in make_codes(event=event, actor=HOUSE, now=timezone.now())}
def most(pairing):
    games = pairing.match.snapshot["games"]
    return max(games[-1]["totals"]) if games and games[-1]["why"] is None else 0
at_tables = event.pairings.filter(state="CALLED").exclude(table=None).order_by("pk")
pairing = sorted(at_tables, key=most)[%d]
code = codes[pairing.table_id]
print("CODE", code.code, code.secret, pairing.match_id, pairing.table.number, event.pk)
"""


@dataclass(frozen=True)
class Card:
    """What stands on the card of a table, and what is played there."""

    code: str
    secret: str
    match: str
    table: str
    event: str


def card_of(house: House, number: int) -> Card:
    """New codes for the running event; the card of a table where a match is on, with the lowest
    totals first: a hand does not end their game."""
    said = house.manage("shell", "-c", MAKE_CODES % number)
    found = re.search(r"CODE (\S+) (\S+) (\S+) (\S+) (\S+)", said)
    assert found, said
    return Card(*found.groups())


def come_in(page: Page, card: Card, who: int = 0) -> None:
    """By the QR, as the n-th of the four."""
    page.goto(f"/pad/#{card.secret}")
    page.locator(".stack button").nth(who).click()
    expect(page.locator(".score")).to_be_visible()
    assert card.secret not in page.url


def write_hand(page: Page, points: int, marafona: int | None = None) -> int:
    """A hand from the match's screen to the saved line; how many taps it took."""
    taps = [page.locator(".thumb button").first, page.locator(".keys label").nth(points)]
    if marafona is not None:
        taps.append(page.locator(".marafona label").nth(1 + marafona))
    taps.append(page.locator(".thumb button[type=submit]"))
    for tap in taps:
        tap.click()
    expect(page.locator(".banner.good")).to_contain_text("Scritta")
    return len(taps)


def total(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".score .big").all_inner_texts()]


@pytest.mark.usefixtures("expects_refusals")
def test_a_code_is_typed_and_what_is_missing_is_said(house: House, open_page: OpenPage) -> None:
    card = card_of(house, 0)
    page = open_page(PHONE)
    page.goto("/pad/")
    page.locator("#code").fill("K7M 4P")
    page.keyboard.press("Enter")
    expect(page.locator("#err")).to_contain_text("Mancano dei segni: sono 6, qui 5.")
    expect(page.locator("#code")).to_have_value("K7M 4P")
    page.locator("#code").fill(f"{card.code[:3].lower()} {card.code[3:]}")
    page.keyboard.press("Enter")
    expect(page.locator("h1").last).to_have_text("Sei tu?")
    expect(page.locator("header h1")).to_have_text(f"Tavolo {card.table}")


@pytest.mark.usefixtures("expects_refusals")
def test_two_phones_and_a_referee_on_one_match(
    house: House, open_page: OpenPage, sign_in: SignIn
) -> None:
    card = card_of(house, 1)
    one, two, referee = open_page(PHONE), open_page(PHONE), open_page(PHONE)
    come_in(one, card, 0)
    come_in(two, card, 2)
    sign_in(referee, "REFEREE")
    referee.goto(f"/pad/matches/{card.match}/")
    expect(referee.locator(".score")).to_be_visible()
    before = total(one)
    assert write_hand(one, 7, marafona=0) <= 4
    after = [str(int(before[0]) + 10), str(int(before[1]) + 4)]
    for page in (one, two, referee):
        expect(page.locator(".score .big").first).to_have_text(after[0])
        expect(page.locator(".score .big").last).to_have_text(after[1])
    # taken back by the other phone
    two.locator("button", has_text="Togli l’ultima mano").click()
    expect(two.locator("main")).to_contain_text(f"Il punteggio torna {before[0]} a {before[1]}.")
    two.locator(".thumb button").first.click()
    expect(one.locator(".score .big").first).to_have_text(before[0])
    # written again, and corrected by the referee with a reason
    write_hand(one, 6)
    expect(referee.locator(".score .big").first).to_have_text(str(int(before[0]) + 6))
    referee.locator("button", has_text="Correggi").first.click()
    referee.locator(".keys label").nth(5).click()
    referee.locator("#reason").press_sequentially("contati insieme")
    referee.locator(".thumb button[type=submit]").click()
    expect(one.locator(".score .big").first).to_have_text(str(int(before[0]) + 5))
    a_stale_version(one, two, before)
    they_win_and_sign(one, two)
    referee.goto(f"/desk/matches/{card.match}/")
    expect(referee.locator("table.lines")).to_contain_text("contati insieme")
    expect(referee.locator("table.lines")).to_contain_text(f"tavolo {card.table}, telefono di")


def a_stale_version(one: Page, two: Page, before: list[str]) -> None:
    """Both write the same hand, and the second one learns of the first."""
    two.locator(".thumb button").first.click()
    two.locator(".keys label").nth(3).click()
    two.route("**/lines/", lambda route: route.abort() if is_read(route) else route.continue_())
    write_hand(one, 2)
    two.locator(".thumb button[type=submit]").click()
    expect(two.locator("main")).to_contain_text("Un altro telefono ha scritto nel frattempo.")
    expect(two.locator(".versus .pts").first).to_have_text("2–9")
    expect(two.locator(".versus .pts").last).to_have_text("3–8")
    two.unroute("**/lines/")
    two.locator("button", has_text="Va bene quella già scritta").click()
    expect(two.locator(".score .big").first).to_have_text(str(int(before[0]) + 7))


def is_read(route: Route) -> bool:
    return route.request.method == "GET"


def they_win_and_sign(one: Page, two: Page) -> None:
    """Shutouts until the match is over; then each side signs on its own phone."""
    for _ in range(10):
        if one.locator(".thumb button", has_text="Segna").count() == 0:
            break
        write_hand(one, 11)
    expect(one.locator(".score .under")).to_contain_text("Vincono")
    one.locator(".thumb button").first.click()
    expect(two.locator(".thumb button", has_text="Firma")).to_have_count(1)
    two.locator(".thumb button", has_text="Firma").click()
    expect(two.locator("main")).to_contain_text("Firmato. Il tavolo è libero.")


def test_a_claim_is_counted_before_it_is_written(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    come_in(page, card_of(house, 2))
    page.locator("button", has_text="Mi chiamo fuori").click()
    page.locator("input[name=claim-side][value='0']").check(force=True)
    page.locator("input[name=claim-thirds][value='3']").check(force=True)
    expect(page.locator(".thumb output")).to_contain_text("non bastano")
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".banner.good")).to_contain_text("Scritta: la chiamata fuori.")


WRITE_THIRDS = """
from django.utils import timezone
from accounts.actors import HOUSE
from scoring.acts import Act
from scoring.models import Match
from tournaments.services.sheets import record_line
match = Match.objects.get(pk=%s)
data = {"thirds": [13, 22], "caller": match.snapshot["turn"] or 0}
act = Act("hand", data, "thirds", match.version, "test", timezone.now())
record_line(match_id=match.pk, act=act, actor=HOUSE, now=timezone.now())
"""


def test_a_hand_written_in_thirds_is_corrected_in_points(house: House, open_page: OpenPage) -> None:
    page = open_page(PHONE)
    card = card_of(house, 0)
    house.manage("shell", "-c", WRITE_THIRDS % card.match)
    come_in(page, card)
    before = total(page)
    page.locator("button", has_text="Correggi").first.click()
    expect(page.locator(".keys input:checked")).to_have_attribute("id", "points-4-7")
    expect(page.locator(".thirds input:checked")).to_have_attribute("id", "thirds-13-22")
    page.locator(".keys label").nth(6).click()
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".banner.good")).to_be_visible()
    assert total(page) == [str(int(before[0]) + 2), str(int(before[1]) - 2)]


@pytest.mark.usefixtures("expects_refusals")
def test_without_network_the_hands_wait_and_leave_by_themselves(
    house: House, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    card = card_of(house, 3)
    come_in(page, card)
    before = total(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    page.locator(".thumb button").first.click()
    page.locator(".keys label").nth(4).click()
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".chip")).to_have_text("Senza rete")
    expect(page.locator(".score.unsent .big").first).to_have_text(str(int(before[0]) + 4))
    expect(page.locator(".banner.waiting")).to_contain_text("1 riga aspetta su questo telefono.")
    page.unroute("**/api/v1/**")
    page.locator("button", has_text="Prova adesso").click()
    expect(page.locator(".chip")).to_have_text("In rete")
    status, body = house.get(f"/api/v1/matches/{card.match}/lines/")
    assert status == 200
    assert body.count('"data":{"points":[4,7]') == 1


@pytest.mark.usefixtures("expects_refusals")
def test_a_revoked_code_sends_the_phone_out_with_a_sentence(
    house: House, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    come_in(page, card_of(house, 4))
    card_of(house, 4)
    page.reload()
    expect(page.locator("#err")).to_contain_text("Questo telefono non è più al tavolo.")


def test_the_pad_is_one_thumb_wide(house: House, open_page: OpenPage) -> None:
    page = open_page({**PHONE, "viewport": {"width": 320, "height": 640}})
    come_in(page, card_of(house, 5))
    page.locator(".thumb button").first.click()
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
