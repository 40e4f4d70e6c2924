"""An organizer's evening, as a new user would walk it: from the list of entries to the winner."""

import json
import subprocess
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.conftest import SignIn
from tests.browser.server import DemoServer
from tests.competition.entry_lists.workbooks import workbook
from tournaments.demo import demo_pairs

PAIRS = 64
HANDS = ("8", "10", "9", "11", "7")
"""45 points: a game to 41 ends with the last of them."""


def entry_list(folder: Path) -> Path:
    """A workbook as a club keeps it: heads of its own words, and two rows that cannot be."""
    rows: list[list[object]] = [["Giocatore 1", "Giocatore 2", "Provenienza", "Quota", "TdS"]]
    for form in demo_pairs(PAIRS, Random(41)):
        first, second = form.players
        rows.append([first.full, second.full, form.club_name, 20, form.seed])
    rows.append(["Learco Brighi", "", "Bar Fiume", 20, None])
    rows.append(['=A2&" "&B2', "Derna Gori", "Bar Fiume", "venti", None])
    path = folder / "elenco santa lucia.xlsx"
    path.write_bytes(workbook(rows))
    return path


def press(page: Page, action: str) -> None:
    """The button of the form that goes to an address ending so."""
    page.locator(f"form[action$='{action}'] button[type=submit]").click()


def test_from_the_entry_list_to_the_winner(
    server: DemoServer, page: Page, board: Page, phone: Page, sign_in: SignIn, tmp_path: Path
) -> None:
    sign_in(page, "ORGANIZER")
    event = make_event(page)
    load_list(page, event, entry_list(tmp_path))
    draw(page, event)
    print_the_codes(page, event)
    page.goto(f"/desk/events/{event}/")
    press(page, "/start/")
    match = play_a_match_by_hand(page, event)
    the_referee_overrides(page, event)
    the_phone_reads_the_sheet(phone, match)
    server.manage("play", event, "--random", "41")
    page.goto(f"/desk/events/{event}/")
    press(page, "/finish/")
    winner = the_board_shows_the_winner(board, event)
    assert curl_standings(server, event)["rows"][0]["short"] == winner


def make_event(page: Page) -> str:
    page.locator("main a[href$='/new/']").first.click()
    page.locator("input[name=preset][value=own]").check()
    expect(page.locator("input[name=preset_of]")).to_have_value("own")
    # What is open already is closed by a click, and an opened one is no longer found.
    closed = page.locator("details.fold:not([open]) > summary")
    while closed.count():
        closed.first.click()
    page.locator("input[name=name]").fill("Trofeo del Savio")
    page.locator("input[name=date]").fill("2026-12-13")
    page.locator("input[name=tables]").fill("16")
    page.locator("input[name=format-third_place]").check()
    page.locator("input[name=option-target]").fill("31")
    expect(page.locator("#regulation")).to_contain_text("a 31")
    page.locator("input[name=option-target]").fill("41")
    expect(page.locator("#regulation")).to_contain_text("a 41")
    page.locator("main .actions button[type=submit]:not([name])").last.click()
    page.wait_for_url("**/desk/events/*/")
    event = page.url.rstrip("/").rpartition("/")[2]
    press(page, "/open/")
    return event


def load_list(page: Page, event: str, path: Path) -> None:
    page.goto(f"/desk/events/{event}/entries/")
    page.locator("input[type=file]").set_input_files(path)
    press(page, "/entries/list/")
    expect(page.locator(".sum .good b")).to_have_text(str(PAIRS))
    page.locator("a[href$='?show=wrong']").click()
    expect(page.locator("tr.wrong")).to_have_count(2)
    press(page, "/write/")
    page.wait_for_url(f"**/desk/events/{event}/entries/")
    expect(page.locator("main a[href*='/change/']")).to_have_count(PAIRS)


def print_the_codes(page: Page, event: str) -> None:
    page.goto(f"/desk/events/{event}/codes/")
    page.locator("main form.asked button[type=submit]").click()
    page.goto(f"/desk/events/{event}/codes/cards/")
    expect(page.locator(".cards svg.qr")).to_have_count(16)
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF")


def the_referee_overrides(page: Page, event: str) -> None:
    """A penalty with its article and its reason, on a match that is on."""
    page.goto(f"/desk/events/{event}/tables/")
    page.locator("table.play a[href*='/desk/matches/']").nth(1).click()
    form = page.locator("form:has(input[name=kind][value=penalty])").first
    page.locator("details:has(form input[name=kind][value=penalty]) > summary").click()
    form.locator("input[name=side][value='1']").check(force=True)
    form.locator("input[name=points]").fill("2")
    form.locator("input[name=article]").fill("7")
    form.locator("[name=reason]").fill("segni al compagno")
    form.locator("button[type=submit]").click()
    expect(page.locator("table.lines")).to_contain_text("segni al compagno")


def draw(page: Page, event: str) -> None:
    """Committed, photographed, and held by the hall's word; then anybody checks it."""
    page.goto(f"/desk/events/{event}/draw/")
    press(page, "/draw/")
    expect(page.locator(".commitment .large b")).to_have_count(4)
    page.locator("input[name=word]").fill("Romagna mia")
    press(page, "/hold/")
    page.locator(f"main a.button[href='/desk/events/{event}/bracket/']").click()
    page.wait_for_url(f"**/desk/events/{event}/bracket/")
    # All but the winner lose once, and the losers of the semifinals play for the third place.
    assert page.locator(".bracket a.match").count() == PAIRS


def play_a_match_by_hand(page: Page, event: str) -> str:
    """Two games, hand by hand, with a marafona for the losers, signed by the referee."""
    page.goto(f"/desk/events/{event}/bracket/")
    page.locator(".bracket a.match").first.click()
    page.wait_for_url("**/desk/matches/*/")
    match = page.url.rstrip("/").rpartition("/")[2]
    for points in HANDS:
        write_hand(page, points)
    expect(page.locator(".result .tally")).to_contain_text("1 – 0")
    write_hand(page, "3", marafona=1)
    expect(page.locator("table.lines")).to_contain_text("3")
    for points in HANDS[:-1]:
        write_hand(page, points)
    expect(page.locator(".result .tally")).to_contain_text("2 – 0")
    sign_for_both(page)
    return match


def write_hand(page: Page, points: str, marafona: int | None = None) -> None:
    lines = page.locator("table.lines tbody tr").count()
    form = page.locator("form:has(input[name=kind][value=hand])").first
    form.locator("input[name=points_0]").fill(points)
    assert form.locator("input[name=points_1]").input_value() == str(11 - int(points))
    if marafona is not None:
        form.locator(f"input[name=marafona][value='{marafona}']").check(force=True)
    form.locator("button[type=submit]").click()
    expect(page.locator("table.lines tbody tr")).to_have_count(lines + 1)


def sign_for_both(page: Page) -> None:
    form = page.locator("form:has(input[name=kind][value=sign])").first
    form.locator("input[name=side][value=referee]").check(force=True)
    form.locator("button[type=submit]").click()
    expect(page.locator("form:has(input[name=kind][value=reopen])")).to_have_count(1)


def the_phone_reads_the_sheet(phone: Page, match: str) -> None:
    phone.goto(f"/matches/{match}/")
    expect(phone.locator(".result .tally")).to_contain_text("2 – 0")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def the_board_shows_the_winner(board: Page, event: str) -> str:
    board.goto(f"/events/{event}/")
    winner = board.locator(".bands .names strong").first.inner_text()
    expect(board.locator(".banner.good")).to_contain_text(winner)
    return winner


def curl_standings(server: DemoServer, event: str) -> dict[str, list[dict[str, str]]]:
    done = subprocess.run(
        ["curl", "--silent", "--fail", f"{server.base_url}/api/v1/events/{event}/standings/"],
        check=True,
        capture_output=True,
    )
    standings: dict[str, list[dict[str, str]]] = json.loads(done.stdout)
    return standings
