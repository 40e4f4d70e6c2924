"""A phone at a table, for the tests that use one: cards of tables, coming in, writing hands."""

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SignIn
from tests.browser.server import DemoServer
from tests.waiting import wait_until

KEPT_DRAFT = """async () => {
  const ask = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await ask(indexedDB.open("la-bella-table"));
  const kept = await ask(database.transaction("pad").objectStore("pad").get("draft"));
  database.close();
  return JSON.stringify(kept ?? null);
}"""
"""What is being entered, as the storage of the phone has it."""
IMPORTS = """
from datetime import date
from random import Random
from django.utils import timezone
from accounts.actors import SYSTEM
from tournaments.demo import demo_pairs
from tournaments.models import Club, Event, RefereeCall
from tournaments.services.registration.entries import import_entries
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.hall.table_codes import make_codes
from tournaments.tasks import draw_here
now = timezone.now()
"""
NEW_EVENT = """
games = [{"game": "marafon", "options": {"target": TARGET}}]
plan = EventPlan(name="Prova dei telefoni", date=date(2026, 12, 13), tables=TABLES,
    match_format={"games": games, "wins": 1})
event = create_event(club=Club.objects.first(), plan=plan, actor=SYSTEM, now=now)
event = open_entries(event=event, actor=SYSTEM, now=now)
forms = demo_pairs(2 * TABLES, Random(TABLES))
import_entries(event=event, forms=forms, actor=SYSTEM, now=now)
draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now)
event.refresh_from_db()
event = start_play(event=event, actor=SYSTEM, now=now)
"""
PRINT_CARDS = """
codes = {code.table_id: code for code in make_codes(event=event, actor=SYSTEM, now=now)}
def highest_total(pairing):
    games = pairing.match.snapshot["games"]
    return max(games[-1]["totals"]) if games and games[-1]["why"] is None else 0
at_tables = event.pairings.filter(state="CALLED").exclude(table=None)
calling = RefereeCall.objects.filter(answered_at=None).values("table")
at_play = at_tables.exclude(table__in=calling)
for pairing in sorted(at_play.order_by("pk"), key=highest_total):
    code = codes[pairing.table_id]
    print("CARD", code.code, code.secret, pairing.match_id, pairing.table.number, event.pk)
"""


@dataclass(frozen=True)
class Card:
    """What stands on the card of a table, and what is played there."""

    code: str
    secret: str
    match: str
    table: str
    event: str


def card_of(server: DemoServer, number: int) -> Card:
    """New codes for the demo's event, which revokes the earlier ones; the card of a table where a
    match is on, those with the lowest totals first: a hand does not end their game. Other tests
    may have called the referee to a table, which the hall then shows in place of its points."""
    demo = "from tests.browser.things import find_demo\nevent = find_demo()\n"
    return _print_cards(server, demo)[number]


def make_event(server: DemoServer, *, tables: int = 1, target: int = 41) -> list[Card]:
    """The cards of an event of its own, where no hand has been played and one game decides."""
    return _print_cards(server, f"TABLES, TARGET = {tables}, {target}\n{NEW_EVENT}")


def replace_codes(server: DemoServer, card: Card) -> Card:
    """The new card of the same table: the old one is revoked."""
    cards = _print_cards(server, f'event = Event.objects.get(pk="{card.event}")\n')
    return next(each for each in cards if each.table == card.table)


def _print_cards(server: DemoServer, event: str) -> list[Card]:
    said = server.manage("shell", "-c", IMPORTS + event + PRINT_CARDS)
    found = re.findall(r"^CARD (\S+) (\S+) (\S+) (\S+) (\S+)$", said, re.MULTILINE)
    assert found, said
    return [Card(*each) for each in found]


# On the phone -------------------------------------------------------------------------------------


def come_in(page: Page, card: Card, who: int = 0) -> None:
    """By the QR, as the player of that seat."""
    page.goto(f"/pad/#{card.secret}")
    choose_owner(page, who)
    assert card.secret not in page.url


def come_in_as_referee(page: Page, card: Card, sign_in: SignIn) -> None:
    """To the pad of the match, as the owner of the club."""
    sign_in(page, "OWNER")
    page.goto(f"/pad/matches/{card.match}/")
    expect(page.locator(".score")).to_be_visible()


def choose_owner(page: Page, who: int = 0) -> None:
    page.locator(f"label.choice:has(#who-{who})").click()
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".score")).to_be_visible()


def enter_code(page: Page, card: Card) -> None:
    page.locator("#code").fill(card.code)
    page.locator("main button[type=submit]").click()


def expect_settled(page: Page) -> None:
    """What has just appeared takes no taps for a moment. After that, whatever an earlier tap could
    have led to is there."""
    expect(page.locator("form.fill:not(.settling-screen)")).to_be_visible()


def go_back(page: Page) -> None:
    """Uses the back button of the bar. It is outside the form, whose state shows when taps
    count."""
    expect_settled(page)
    page.locator("button.back").click()


def key(page: Page, field: str, value: object) -> Locator:
    """The label of a choice by what it stands for, wherever it is: ``key(page, "points", 7)``
    gives 7 to the side that is counted."""
    ids = f"input[id='{field}-{value}'], input[id^='{field}-{value}-']"
    return page.locator(f"label.choice:has({ids})")


def open_hand(page: Page, trump: str = "") -> None:
    """Where trumps are turned up, the tap says which; without ``trump`` they are not known."""
    trumps = f"[value={trump}]" if trump else ""
    page.locator(f"button[name=open_hand]{trumps}").first.click()
    expect(submit_button(page)).to_be_visible()


def submit_button(page: Page) -> Locator:
    return page.locator(".thumb button[type=submit]")


def submit_hand(page: Page, points: int, marafona: int | None = None) -> int:
    """A hand from the match's screen back to it; how many taps it took."""
    taps = [page.locator("button[name=open_hand]"), key(page, "points", points)]
    if marafona is not None:
        taps.append(key(page, "marafona", marafona))
    taps.append(submit_button(page))
    for tap in taps:
        tap.click()
    expect(page.locator(".score")).to_be_visible()
    return len(taps)


def write_hand(page: Page, points: int, marafona: int | None = None) -> int:
    """A hand from the match's screen to the saved line; how many taps it took."""
    taps = submit_hand(page, points, marafona)
    expect(page.locator(".banner.good")).to_contain_text("Scritta")
    return taps


def totals(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".score .big").all_inner_texts()]


def status(page: Page) -> Locator:
    """How the phone stands with the network, in the bar."""
    return page.locator("button.mine .net")


# On the sheet -------------------------------------------------------------------------------------


def sheet_of(server: DemoServer, card: Card) -> list[tuple[str, dict[str, Any]]]:
    """Kind and content of every line of the match of that card."""
    _, body = server.get(f"/api/v1/matches/{card.match}/lines/")
    return [(line["kind"], line["data"]) for line in json.loads(body)["lines"]]


def hands_of(server: DemoServer, card: Card) -> list[int]:
    """What the first side had in each hand that a phone wrote in points, struck or not."""
    lines = sheet_of(server, card)
    return [data["points"][0] for kind, data in lines if kind == "hand" and "points" in data]


def wait_until_kept(page: Page, part: str) -> None:
    """Until the phone's storage has this part of what is being entered: a page that is closed in
    the same moment as its last tap loses that tap."""
    wait_until(lambda: part in page.evaluate(KEPT_DRAFT))
