"""Nine defects that were observed on phones in a hall, each as it was tapped there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.pad import (
    Card,
    choose_owner,
    come_in,
    come_in_as_referee,
    enter_code,
    expect_settled,
    go_back,
    hands_of,
    key,
    make_event,
    open_hand,
    replace_codes,
    sheet_of,
    status,
    submit_button,
    submit_hand,
    totals,
    write_hand,
)
from tests.browser.server import DemoServer

API = "**/api/v1/**"
BETWEEN_TAPS = 80
"""Milliseconds between the two taps of an impatient finger."""


def cut_api(context: BrowserContext) -> None:
    context.route(API, lambda route: route.abort())


def restore_api(context: BrowserContext) -> None:
    context.unroute(API)


def cut_writes(page: Page) -> None:
    """Reads are answered, lines do not get through."""
    page.route("**/lines/", lambda route: route.abort() if is_write(route) else route.continue_())


def is_write(route: Route) -> bool:
    return route.request.method == "POST"


def tap_twice(page: Page, button: Locator) -> None:
    """Both taps at the place where the button was at the first one. The page's clock, which the
    test installs, stands still but for the moment between them: so it is a double tap however busy
    the machine is."""
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # Only a moment to come can be paused at. A second later the button takes taps for sure.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.touchscreen.tap(x, y)
    page.clock.run_for(BETWEEN_TAPS)
    page.touchscreen.tap(x, y)
    page.clock.resume()


def expect_all_sent(page: Page) -> None:
    expect(status(page)).to_have_text("In rete")


# 1 ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expects_refusals")
def test_a_hand_that_waits_goes_to_the_table_where_it_was_played(
    server: DemoServer, open_page: OpenPage
) -> None:
    one, other = make_event(server, tables=2)
    page = open_page(PHONE)
    come_in(page, one)
    page.context.set_offline(True)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    leave_table(page)
    expect(page.locator(".banner.next")).to_contain_text("1 mano aspetta")
    cut_writes(page)
    page.context.set_offline(False)
    enter_code(page, other)
    choose_owner(page)
    expect(page.locator("header h1")).to_have_text(f"Tavolo {other.table}")
    page.locator("button[name=show_unsent]").click()
    expect(page.locator("section.card[data-state]")).to_contain_text(f"Tavolo {one.table}")
    page.unroute("**/lines/")
    expect_all_sent(page)
    assert hands_of(server, one) == [9]
    go_back(page)
    assert totals(page) == ["0", "0"]
    write_hand(page, 4)
    assert hands_of(server, one) == [9]
    assert hands_of(server, other) == [4]


def leave_table(page: Page) -> None:
    page.locator("button[name=leave_button]").click()
    submit_button(page).click()
    expect(page.locator("#code")).to_be_visible()


# 2 ------------------------------------------------------------------------------------------------


def test_a_double_tap_writes_a_hand_once(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.clock.install()
    come_in(page, card)
    open_hand(page)
    key(page, "points", 9).click()
    tap_twice(page, submit_button(page))
    expect(page.locator(".banner.good")).to_contain_text("Scritta")
    expect_settled(page)
    expect(page.locator("button[name=open_hand]")).to_have_text("Segna la 2ª mano")
    assert hands_of(server, card) == [9]


def test_a_double_tap_on_the_deciding_hand_signs_nothing(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server, target=11)
    page = open_page(PHONE)
    page.clock.install()
    come_in(page, card)
    open_hand(page)
    key(page, "points", 11).click()
    tap_twice(page, submit_button(page))
    expect(page.locator(".score.result")).to_be_visible()
    expect_all_sent(page)
    expect_settled(page)
    expect(page.locator("button[name=open_sign]")).to_be_visible()
    assert "/pad/" in page.url
    assert [kind for kind, _ in sheet_of(server, card)] == ["hand"]
    page.locator("button[name=open_sign]").click()
    tap_twice(page, page.locator("button[name=sign]"))
    expect(page.locator("button[name=hand_over]").first).to_be_visible()
    expect_settled(page)
    expect(page.locator("button[name=sign]")).to_have_count(0)
    correct_last_hand(page)
    kinds = [kind for kind, _ in sheet_of(server, card)]
    assert kinds == ["hand", "sign", "strike", "amend"]


def correct_last_hand(page: Page) -> None:
    """It was 10 to 1 after all: nobody has won yet."""
    go_back(page)
    page.locator("button[name=correct_last]").click()
    key(page, "points", 10).click()
    submit_button(page).click()
    expect(page.locator("button[name=open_hand]")).to_have_text("Segna la 2ª mano")
    expect_all_sent(page)
    assert totals(page) == ["10", "1"]


# 3 ------------------------------------------------------------------------------------------------


def test_a_hand_that_is_being_chosen_is_never_given_to_the_next_one(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    one, two = open_page(PHONE), open_page(PHONE)
    come_in(one, card)
    come_in(two, card, 1)
    open_hand(two)
    key(two, "points", 8).click()
    write_hand(one, 2)
    expect(two.locator(".versus .pts").first).to_have_text("2 a 9")
    expect(two.locator(".versus .pts").last).to_have_text("8 a 3")
    two.locator("button[name=same_theirs]").click()
    expect(two.locator("button[name=open_hand]")).to_have_text("Segna la 2ª mano")
    assert totals(two) == ["2", "9"]
    assert hands_of(server, card) == [2]


# 4 ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expects_refusals")
def test_hands_that_wait_survive_a_reload_and_a_closed_page(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    cut_api(page.context)
    submit_hand(page, 9)
    submit_hand(page, 4)
    expect_two_waiting(page)
    page.reload()
    expect_two_waiting(page)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/pad/")
    expect_two_waiting(page)
    restore_api(context)
    expect_all_sent(page)
    assert hands_of(server, card) == [9, 4]


def expect_two_waiting(page: Page) -> None:
    expect(status(page)).to_have_text("2 aspettano")
    expect(page.locator("tr.unsent")).to_have_count(2)
    assert totals(page) == ["13", "9"]


@pytest.mark.usefixtures("expects_refusals")
def test_the_pad_opens_without_network(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    submit_hand(page, 9)
    submit_hand(page, 4)
    page.reload()
    expect_two_waiting(page)
    page.context.set_offline(False)
    expect_all_sent(page)
    assert hands_of(server, card) == [9, 4]


# 5 ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expects_refusals")
def test_a_hand_outlives_the_code_of_its_table(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    cut_api(page.context)
    submit_hand(page, 9)
    expect(status(page)).to_have_text("1 aspetta")
    new_card = replace_codes(server, card)
    restore_api(page.context)
    expect(page.locator("#code")).to_be_visible()
    expect(page.locator(".banner.next")).to_contain_text("1 mano aspetta")
    page.locator("button[name=show_unsent]").first.click()
    expect(page.locator("section.card[data-state]")).to_contain_text(f"Tavolo {card.table}")
    assert hands_of(server, card) == []
    go_back(page)
    enter_code(page, new_card)
    choose_owner(page)
    expect_all_sent(page)
    expect(page.locator(".score .big").first).to_have_text("9")
    assert totals(page) == ["9", "2"]
    assert hands_of(server, card) == [9]


# 6 ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expects_refusals")
def test_an_unsent_hand_can_be_looked_at_corrected_and_taken_back(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    page.context.set_offline(True)
    submit_hand(page, 9)
    page.locator("tr.unsent button").click()
    go_back(page)
    expect(page.locator("tr.unsent")).to_have_count(1)
    page.locator("tr.unsent button").click()
    key(page, "points", 8).click()
    submit_button(page).click()
    expect(page.locator(".score .big").first).to_have_text("8")
    submit_hand(page, 4)
    page.locator("button[name=strike_button]").click()
    submit_button(page).click()
    expect(page.locator("tr.unsent")).to_have_count(1)
    assert totals(page) == ["8", "3"]
    page.context.set_offline(False)
    expect_all_sent(page)
    assert [data["points"][0] for _, data in sheet_of(server, card)] == [8]


@pytest.mark.usefixtures("expects_refusals")
def test_the_correction_of_an_unsent_hand_goes_on_after_a_reload(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    cut_writes(page)
    submit_hand(page, 9)
    submit_hand(page, 4)
    page.locator("tr.unsent button").last.click()
    number = page.locator("h1").inner_text()
    key(page, "points", 7).click()
    page.reload()
    # The form is open, for the same hand and with what was chosen.
    expect(page.locator("h1")).to_have_text(number)
    expect(key(page, "points", 7).locator("input")).to_be_checked()
    submit_button(page).click()
    expect(page.locator(".score .big").first).to_have_text("11")
    page.unroute("**/lines/")
    expect_all_sent(page)
    # The first try of a hand may have arrived, so its correction is a line of its own.
    lines = sheet_of(server, card)
    assert [data["points"][0] for kind, data in lines if kind == "hand"] in ([7, 4], [9, 4])
    assert totals(page) == ["11", "11"]


@pytest.mark.usefixtures("expects_refusals")
def test_a_referee_whose_session_has_ended_signs_in_and_the_hand_is_written(
    server: DemoServer, open_page: OpenPage, sign_in: SignIn
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in_as_referee(page, card, sign_in)
    open_hand(page)
    page.context.clear_cookies()
    key(page, "points", 6).click()
    submit_button(page).click()
    expect(page.locator(".banner.wrong")).to_contain_text("Entra con il tuo nome, o chiedi")
    assert sheet_of(server, card) == []
    link = page.locator("main a", has_text="Entra")
    address = link.get_attribute("href")
    sign_in(page, "OWNER")
    page.goto(address or "")
    expect(page.locator(".score .big").first).to_have_text("6")
    expect_all_sent(page)
    assert page.url.endswith(f"/pad/matches/{card.match}/")
    assert [kind for kind, _ in sheet_of(server, card)] == ["hand"]


@pytest.mark.usefixtures("expects_refusals")
def test_a_call_for_the_referee_is_delivered_later(server: DemoServer, open_page: OpenPage) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    come_in(page, card)
    page.context.set_offline(True)
    page.locator("button[name=referee_button]").click()
    expect(page.locator(".banner.next")).to_be_visible()
    assert not is_calling(server, card)
    with page.expect_response("**/device/referee/"):
        page.context.set_offline(False)
    expect(page.locator("button[name=cancel_call]")).to_be_visible()
    assert is_calling(server, card)


def is_calling(server: DemoServer, card: Card) -> bool:
    code = (
        "from tournaments.models import RefereeCall as Call; "
        f"print('CALLS', Call.objects.filter(event={card.event!r}, answered_at=None).count())"
    )
    return "CALLS 1" in server.manage("shell", "-c", code)


# 7 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [-3, 3])
def test_a_phone_whose_clock_is_days_off_writes(
    server: DemoServer, open_page: OpenPage, days: int
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.clock.install(time=datetime.now(UTC) + timedelta(days=days))
    come_in(page, card)
    write_hand(page, 9)
    assert hands_of(server, card) == [9]


# 8 ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expects_refusals")
def test_a_line_without_an_answer_says_how_long_it_takes(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE)
    page.clock.install()
    come_in(page, card)
    page.route("**/lines/", lambda route: None if is_write(route) else route.continue_())
    submit_hand(page, 9)
    expect(status(page)).to_have_text("Mando…")
    page.clock.fast_forward(2_000)
    expect(status(page)).to_have_text(re.compile(r"Mando da \d+ s"))
    expect(page.locator(".score.unsent .big").first).to_have_text("9")
    page.unroute("**/lines/")
    page.locator("button[name=open_hand]").click()
    key(page, "points", 4).click()
    submit_button(page).click()
    expect_all_sent(page)
    assert hands_of(server, card) == [9, 4]


# 9 ------------------------------------------------------------------------------------------------


def test_a_written_hand_is_confirmed_where_it_is_seen(
    server: DemoServer, open_page: OpenPage
) -> None:
    (card,) = make_event(server)
    page = open_page({**PHONE, "viewport": {"width": 360, "height": 560}})
    come_in(page, card)
    for points in (9, 2):
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate("scrollY") > 0
        write_hand(page, points)
        expect(page.locator(".banner.good")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("table.hands button").last.click()
    key(page, "points", 8).click()
    submit_button(page).click()
    expect(page.locator(".banner.good")).to_contain_text("Corretta")
    expect(page.locator(".banner.good")).to_be_in_viewport(ratio=1)


@pytest.mark.usefixtures("expects_refusals")
@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
def test_a_hand_can_be_written_while_a_call_for_the_referee_waits(
    server: DemoServer, open_page: OpenPage, locale: str
) -> None:
    (card,) = make_event(server)
    page = open_page(PHONE, locale=locale)
    come_in(page, card)
    expect_settled(page)
    page.context.set_offline(True)
    page.locator("button[name=referee_button]").click()
    open_hand(page)
    expect(page.locator(".banner.next")).to_be_visible()
    expect(submit_button(page)).to_be_in_viewport(ratio=1)
    page.context.set_offline(False)
