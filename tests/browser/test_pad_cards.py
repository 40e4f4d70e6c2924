"""A hand that is entered card by card on a phone, through to the sheet."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from rules.registry import rulebook
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.pad import (
    Card,
    come_in,
    expect_settled,
    go_back,
    key,
    make_event,
    open_hand,
    sheet_of,
    submit_button,
    totals,
    wait_until_kept,
    write_hand,
)
from tests.browser.server import DemoServer


def simulate_play(seed: int) -> dict[str, Any]:
    book = rulebook("marafon")
    play: dict[str, Any] = book.simulate(Random(seed), book.read_options({"target": 41}), None)
    return play


def enter_cards(page: Page, play: dict[str, Any]) -> None:
    page.locator(f"button[name=turn_{play['caller']}]").click()
    page.locator(f"button[name=trump_{play['trump']}]").click()
    tap_cards(page, play["plays"])


def tap_cards(page: Page, cards: list[str]) -> None:
    """After the last card it may be asked whether a marafona was declared."""
    for card in cards:
        tap_card(page, card)
    declared = page.locator("button[name=marafona_false]")
    if declared.count():
        declared.click()


def tap_card(page: Page, card: str) -> None:
    row = page.locator(f"details[data-suit={card[1]}]")
    if row.get_attribute("open") is None:
        row.locator("summary").click()
    row.locator(f"button[name=card_{card}]").click()


def write_cards(page: Page) -> None:
    expect_settled(page)
    page.locator("button[name=write_cards]").click()


def expect_plays(server: DemoServer, card: Card, *plays: list[str]) -> None:
    lines = [data for _, data in sheet_of(server, card)]
    assert [(data.get("data") or data)["play"]["plays"] for data in lines] == list(plays)


def open_cards(page: Page) -> None:
    """The next hand, card by card."""
    open_hand(page)
    expect_settled(page)
    page.locator("button[name=open_cards]").click()
    expect(page.locator("main.cards-in")).to_be_visible()
    expect_settled(page)


def test_a_hand_is_written_and_corrected_card_by_card(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    open_cards(page)
    play = simulate_play(1)
    enter_cards(page, play)
    write_cards(page)
    expect(page.locator(".banner.good")).to_contain_text("Scritta")
    expect_plays(server, card, play["plays"])

    expect_settled(page)
    page.locator("table.hands button").first.click()
    expect(page.locator("main.cards-in h2")).to_have_text("Le carte ci sono tutte")
    expect_settled(page)
    last = play["plays"][-1]
    page.locator("button[name=undo_card]").click()
    tap_card(page, last)
    write_cards(page)
    expect(page.locator(".banner.good")).to_contain_text("Corretta")
    expect_plays(server, card, play["plays"], play["plays"])


def test_back_never_throws_cards_away_unasked(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    open_cards(page)
    play = simulate_play(1)
    page.locator(f"button[name=turn_{play['caller']}]").click()
    page.locator(f"button[name=trump_{play['trump']}]").click()
    tap_card(page, play["plays"][0])
    page.go_back()
    expect(page.locator("form[data-screen=abandon]")).to_be_visible()
    page.go_back()
    expect(page.locator(".felt .play .suit")).to_have_count(1)
    expect_settled(page)
    page.locator("button.mine").click()
    expect(page.locator("form[data-screen=phone]")).to_be_visible()
    page.go_back()
    expect(page.locator(".felt .play .suit")).to_have_count(1)
    expect_settled(page)
    page.locator("button.back").click()
    expect_settled(page)
    page.locator("form[data-screen=abandon] button[type=submit]").click()
    expect(page.locator("form[data-screen=match]")).to_be_visible()


def test_cards_and_a_hand_that_are_being_entered_outlive_a_reload(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    play = simulate_play(3)
    page = open_page(PHONE)
    come_in(page, card)
    open_hand(page)
    expect_settled(page)
    key(page, "points", 7).click()
    page.reload()
    expect(key(page, "points", 7).locator("input")).to_be_checked()
    go_back(page)
    open_cards(page)
    enter_cards(page, {**play, "plays": play["plays"][:7]})
    wait_until_kept(page, json.dumps(play["plays"][6]))
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/pad/")
    expect(page.locator("main.cards-in")).to_be_visible()
    expect_settled(page)
    tap_cards(page, play["plays"][7:])
    write_cards(page)
    expect(page.locator(".banner.good")).to_contain_text("Scritta")
    expect_plays(server, card, play["plays"])


def test_a_correction_that_is_being_entered_outlives_its_page(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    write_hand(page, 9)
    expect_settled(page)
    page.locator("table.hands button").first.click()
    expect_settled(page)
    key(page, "points", 4).click()
    expect(key(page, "points", 4).locator("input")).to_be_checked()
    wait_until_kept(page, '"points":[4,7]')
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/pad/")
    expect(page.locator("form[data-screen=amend]")).to_be_visible()
    expect(key(page, "points", 4).locator("input")).to_be_checked()
    expect_settled(page)
    submit_button(page).click()
    expect(page.locator(".banner.good")).to_contain_text("Corretta")
    assert [kind for kind, _ in sheet_of(server, card)] == ["hand", "amend"]
    assert totals(page) == ["4", "7"]
