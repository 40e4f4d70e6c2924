"""Hands of every other game, written on a phone as its table would: few taps, the right score."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import expect_settled, go_back, open_hand, totals
from tests.browser.server import DemoServer

MOST_TAPS = 5
"""Of a usual hand in every game, from the open form, the one that writes included. The exceptions
are named in docs/reference/screens.md."""

NEW_MATCH = """
from datetime import date
from random import Random
from django.utils import timezone
from accounts.actors import SYSTEM
from tournaments.demo import demo_entries
from tournaments.models import Club
from tournaments.services.registration.entries import import_entries
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.tasks import draw_here
from scoring.core.format import read_format
now = timezone.now()
format_ = %s
sits = read_format(format_).sides > 2
plan = EventPlan(name="Prova", date=date(2026, 12, 13), match_format=format_, tables=1,
    format="sittings" if sits else "single_elimination",
    options={"rounds": 1} if sits else {})
event = create_event(club=Club.objects.first(), plan=plan, actor=SYSTEM, now=now)
event = open_entries(event=event, actor=SYSTEM, now=now)
count = read_format(format_).sides
size = read_format(format_).players_a_side
import_entries(event=event, forms=demo_entries(count, size, Random()), actor=SYSTEM, now=now)
draw_here(
    stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now
)
start_play(event=event, actor=SYSTEM, now=now)
print("MATCH", event.pairings.get().match_id)
"""


def one_game(game: str, **more: object) -> dict[str, object]:
    return {"games": [{"game": game, **more}], "wins": None if "hands" in more else 1}


@pytest.fixture
def sit_down(server: DemoServer, open_page: OpenPage, sign_in: SignIn) -> Callable[..., Page]:
    """Opens the pad of a new match of this format, and the first hand on it."""

    def sat(match_format: dict[str, object], turn: int = 0, trump: str = "") -> Page:
        said = server.manage("shell", "-c", NEW_MATCH % match_format)
        match = next(line.split()[1] for line in said.splitlines() if line.startswith("MATCH"))
        page = open_page(PHONE)
        sign_in(page, "REFEREE")
        page.goto(f"/pad/matches/{match}/")
        page.locator("button.seat").nth(turn).click()
        open_hand(page, trump)
        return page

    return sat


def tap(page: Page, taps: Sequence[str]) -> None:
    """One tap after the other, and the one that writes."""
    assert len(taps) + 1 <= MOST_TAPS
    for selector in taps:
        page.locator(selector).first.click()
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".banner.good")).to_contain_text("Scritta")


def label(name: str, value: object) -> str:
    return f"label.choice:has(input[id='{name}-{value}'])"


def key(field: str, *digits: int | str) -> list[str]:
    """The keys of these digits; one key may be for two of them."""
    return [f"button[id='{field}-key-{each}']" for each in digits]


def marriage(side: int, suit: str = "") -> str:
    return f"button[id='declarations-{side}-marriage-{suit}']"


def test_mariglia_books_the_trionfo_before_the_play(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("mariglia"))
    tap(page, [label("trionfo-rank", "K"), label("trionfo-suit", "S"), *key("totals", 5, 0)])
    assert totals(page) == ["18", "0"]


def test_a_trionfo_that_wins_asks_for_no_points(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("mariglia", options={"target": 20}))
    for _ in range(2):
        tap(page, [label("trionfo-rank", "6"), label("trionfo-suit", "S"), *key("totals", 4, 4)])
        page.locator("button[name=open_hand]").click()
    page.locator(label("trionfo-rank", "7")).click()
    page.locator(label("trionfo-suit", "D")).click()
    expect(page.locator(".typed")).to_have_count(0)
    page.locator(".thumb button[type=submit]").click()
    expect(page.locator(".score.result .big")).to_have_text("23 a 0")
    expect(page.locator("button[name=open_sign]")).to_be_visible()


def test_marianna_counts_declarations_in_their_order(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("marianna"))
    tap(page, [marriage(0), marriage(1), *key("card_points", 7, 3)])
    assert totals(page) == ["113", "107"]


def test_points_of_three_digits_take_two_taps(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("marianna"))
    tap(page, [marriage(0), marriage(1), *key("card_points", 10, 7)])
    assert totals(page) == ["147", "73"]


def test_what_was_declared_can_be_taken_out(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("cinquecento"))
    page.locator(marriage(1)).click()
    expect(page.locator(".declared li")).to_have_count(1)
    page.locator(".declared li button").click()
    tap(page, key("card_points", 6, 0))
    assert totals(page) == ["60", "60"]


def test_a_mariannone_wins_without_counting_the_cards(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("marianna"))
    tap(page, ["button[id='declarations-1-mariannone-']"])
    expect(page.locator(".score.result .big")).to_have_text("500 a 0")
    expect(page.locator(".score.result .under")).to_have_text("vincono")


def test_briscola_gives_forty_in_trumps(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("briscola_151"), trump="C")
    tap(page, [marriage(0, "C"), *key("card_points", 6, 1)])
    assert totals(page) == ["101", "59"]


@pytest.mark.parametrize("game", ["briscola_151", "mariaccia"])
def test_two_declarations_and_three_digits_take_five_taps(
    sit_down: Callable[..., Page], game: str
) -> None:
    page = sit_down(one_game(game), trump="C")
    tap(page, [marriage(0, "D"), marriage(1, "S"), *key("card_points", 10, 4)])
    assert totals(page) == ["124", "36"]


def test_a_double_tap_on_a_suit_declares_it(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("mariaccia"), trump="C")
    expect_settled(page)
    page.locator(marriage(0, "C")).dblclick()
    expect(page.locator(marriage(0, "C"))).to_have_attribute("aria-pressed", "true")
    tap(page, key("card_points", 6, 0))
    assert totals(page) == ["100", "60"]


def test_a_claim_of_mariaccia_is_counted(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("mariaccia"))
    go_back(page)
    page.locator("button[name=claim_button]").click()
    page.locator(label("claim-side", 1)).click()
    for digit in "200":
        page.locator(f"button[id='claim-points-key-{digit}']").click()
    expect(page.locator(".thumb output")).to_contain_text("200 su 200: bastano")


def test_trionfo_pays_five_players(sit_down: Callable[..., Page]) -> None:
    page = sit_down(one_game("trionfo", hands=3))
    chosen = [label("declarer", 1), label("bid", "chiamo"), label("partner", 3)]
    tap(page, [*chosen, label("success", "true")])
    assert totals(page) == ["−1", "2", "−1", "1", "−1"]
    page.locator("button[name=open_hand]").click()
    tap(page, ["button[id='form-all_pass']"])
    assert totals(page) == ["−1", "2", "−1", "1", "−1"]
