"""The weekend of Sarsina at the desk: 128 pairs in two halls, one ranking "a figure", then the best
32 in a bracket in which nobody is out before a second defeat. Nothing but the desk is used.

Two rounds are played on the first evening instead of three: the third would show nothing new."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organizer import DeskOrganizer
from tests.browser.prepared import prepare_data_dir
from tests.browser.server import OWNER, DemoServer, running
from tournaments.demo import demo_pairs

PAGE = Path(__file__).resolve().parents[2] / "docs/explanation/weekend.md"
PAIRS, TABLES, THROUGH = 128, 64, 32
POINTS = 280
"""Thirds of the eight hands of a round, without a marafona."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoServer]:
    """A club and its owner, and nothing else."""
    with running(prepare_data_dir(tmp_path_factory, "weekend"), **OWNER) as server:
        yield server


@pytest.mark.usefixtures("expects_refusals")
def test_the_weekend_of_sarsina(page: Page) -> None:
    iole = DeskOrganizer(page)
    iole.sign_in(OWNER["LABELLA_OWNER_EMAIL"], OWNER["LABELLA_OWNER_PASSWORD"])
    iole.end_part("sign in")
    create_event(iole)
    add_hall(iole)
    iole.end_part("create the event, with a second hall")
    plan_stages(iole)
    iole.end_part("a group in each hall, then a bracket of the best 32")
    names = enter_pairs(iole)
    iole.end_part("enter 129 pairs from a spreadsheet")
    waiting_pair_moves_up(iole, names)
    iole.end_part("one cannot come, the one that waits moves up")
    iole.open_tab("")
    iole.click(".banner.next a[href$='/draw/']")
    iole.draw("Sarsina")
    iole.end_part("draw")
    replace_pair(iole, names[5])
    iole.end_part("others come in place of a pair")
    iole.open_tab("")
    iole.press_button("/start/")
    set_the_clock(iole)
    iole.end_part("begin, with a time at which the round ends")
    assert write_round(iole, "Primo turno") == TABLES
    iole.end_part("the first round: 64 results")
    protest(iole)
    iole.end_part("a protest and its decision")
    correct_name(iole, names[7])
    iole.end_part("a name is corrected")
    withdraw(iole, names[9], "vanno a casa")
    iole.end_part("a pair goes home")
    assert write_round(iole, "Secondo turno") == TABLES - 1
    iole.end_part("the second round: 63 results")
    draw_bracket(iole)
    iole.end_part("lots at the cut, and the draw of the bracket")
    assert play_bracket(iole) >= 2 * THROUGH - 2
    iole.end_part("both brackets: 62 or 63 results")
    finish(iole)
    iole.end_part("close the event")
    iole.check_costs(PAGE)


def create_event(iole: DeskOrganizer) -> None:
    iole.page.wait_for_url("**/new/")
    iole.click("input[name=preset][value=sarsina]")
    expect(iole.page.locator("input[name=preset_of]")).to_have_value("sarsina")
    expect(iole.page.locator("input[name=capacity]")).to_have_value(str(PAIRS))
    iole.fill("input[name=tables]", str(TABLES // 2))
    iole.click("details.fold:has(input[name=name]) > summary")
    iole.fill("input[name=name]", "Mondiale di Sarsina")
    iole.click("details.fold:has(select[name=recorded]) > summary")
    iole.choose("select[name=recorded]", "TOTALS")
    iole.click("button[name=open]")
    iole.page.wait_for_url("**/entries/")


def add_hall(iole: DeskOrganizer) -> None:
    iole.open_tab("settings/")
    iole.fill("input[name=hall]", "Palestra comunale")
    iole.fill("input[name=hall_tables]", str(TABLES // 2))
    iole.press_button("/halls/")
    expect(iole.page.locator(".banner.good, .message, [role=status]").first).to_be_visible()


def plan_stages(iole: DeskOrganizer) -> None:
    """Two groups of 64, one in each hall; then two defeats and out."""
    iole.click("nav.tabs a[aria-keyshortcuts='3']")
    iole.page.wait_for_url("**/stages/")
    iole.click("a[href$='/stages/1/']")
    iole.fill("input[name=format-groups]", "2")
    iole.fill("input[name=format-rounds]", "2")
    iole.click("main form .actions button[type=submit]")
    iole.page.wait_for_url("**/stages/")
    iole.click("a[href$='/stages/2/']")
    expect(iole.page.locator("input[name=last]")).to_have_value(str(THROUGH))
    iole.choose("select[name=format]", "double_elimination")
    expect(iole.page.locator("input[name=format_of]")).to_have_value("double_elimination")
    iole.click("main form > .actions button[type=submit]")
    iole.page.wait_for_url("**/stages/")
    for group, (first, last) in enumerate(((1, 32), (33, 64)), start=1):
        form = f"form[action$='/stages/1/groups/{group}/']"
        iole.unfold(f"details:has({form})")
        iole.fill(f"{form} input[name=first]", str(first))
        iole.fill(f"{form} input[name=last]", str(last))
        iole.click(f"{form} button")
        expect(iole.page.locator("ul.groups")).to_contain_text(f"{first}–{last}")


def enter_pairs(iole: DeskOrganizer) -> list[str]:
    """129 pairs from the cells of a spreadsheet: one too many. Returns the names."""
    pairs = [
        [player.full for player in form.players] + [form.club_name]
        for form in demo_pairs(PAIRS + 1, Random(128))
    ]
    cells = [["Iscritti al Mondiale", "", ""], ["Giocatore 1", "Giocatore 2", "Bar"], *pairs]
    iole.open_tab("entries/")
    iole.paste("textarea[name=text]", "\n".join("\t".join(row) for row in cells))
    iole.press_button("/paste/")
    expect(iole.page.locator(".sum .good b")).to_have_text(str(PAIRS + 1))
    iole.press_button("/write/")
    iole.page.wait_for_url("**/entries/")
    expect(iole.page.locator(".sum .attention b")).to_have_text("1")
    return [first for first, _second, _bar in pairs]


def waiting_pair_moves_up(iole: DeskOrganizer, names: list[str]) -> None:
    """The last pair has waited; the third cannot come."""
    expect(iole.page.locator("#waiting ~ table")).to_contain_text(names[-1])
    withdraw(iole, names[2], "febbre")
    expect(iole.page.locator(".sum > div").first.locator("b")).to_have_text(str(PAIRS))
    expect(iole.page.locator(".sum .attention")).to_have_count(0)


def find_pair(iole: DeskOrganizer, name: str) -> None:
    """Opens the row of a pair, by the name of a player."""
    iole.open_tab("entries/")
    iole.fill("input[name=q]", name)
    iole.press("Enter")
    rows = iole.page.locator("table.entries tbody tr")
    expect(rows).to_have_count(1)
    iole.click(rows.locator("a[href*='/change/']"))


def withdraw(iole: DeskOrganizer, name: str, reason: str) -> None:
    find_pair(iole, name)
    iole.click("a.danger[href$='/withdraw/']")
    iole.fill("[name=reason]", reason)
    iole.click("main form button.danger")
    iole.page.wait_for_url("**/entries/")


def replace_pair(iole: DeskOrganizer, name: str) -> None:
    """Drawn already, and somebody else comes in their place."""
    find_pair(iole, name)
    iole.click("a[href$='/replace/']")
    iole.fill("input[name=player1]", "Learco Brighi")
    iole.fill("input[name=player2]", "Derna Gori")
    iole.fill("[name=reason]", "il primo ha la febbre")
    iole.click("main form .actions button[type=submit]")
    iole.page.wait_for_url("**/entries/")


def correct_name(iole: DeskOrganizer, name: str) -> None:
    """A surname was written wrongly on the list."""
    find_pair(iole, name)
    field = iole.page.locator("tr.open-form input[type=text]").first
    iole.fill(field, field.input_value() + " Neri")
    iole.click("tr.open-form .actions button[type=submit]")
    expect(iole.page.locator("tr.open-form")).to_have_count(0)


def protest(iole: DeskOrganizer) -> None:
    """About a match of the first round; it is decided at once."""
    iole.open_tab("tables/")
    iole.click("table.play a[href*='/desk/matches/']")
    iole.click("a[href*='/protests/?match=']")
    iole.page.locator("select[name=entry]").select_option(index=1)
    iole.clicks += 2
    iole.fill("[name=text]", "segni al compagno nella quarta mano")
    iole.press_button("/protests/")
    iole.click("a[href^='/desk/protests/']")
    iole.click(iole.page.locator("label:has(input[name=decision])").nth(1))
    iole.fill("[name=reason]", "nessuno li ha visti")
    iole.click("main form .actions button")
    expect(iole.page.locator("#decided")).to_be_visible()


def set_the_clock(iole: DeskOrganizer) -> None:
    iole.open_tab("")
    iole.click("a[href$='/clocks/']")
    iole.fill("input[name=target]", "21:15")
    iole.press_button("/clocks/")
    iole.page.wait_for_url("**/*")


def open_results(iole: DeskOrganizer) -> None:
    iole.open_tab("tables/")
    iole.click(".card a[href*='/results/']")
    iole.page.wait_for_url("**/results/*")


def write_round(iole: DeskOrganizer, title: str) -> int:
    """All results of the round that is being played, in both halls. Returns how many."""
    open_results(iole)
    expect(iole.page.locator("#paper-title + .chip")).to_contain_text(title)
    tables = iole.missing_tables()
    iole.write_results(tables, [score_of(table) for table in tables])
    return len(tables)


def draw_bracket(iole: DeskOrganizer) -> None:
    """Lots come first if pairs are tied at the cut."""
    offered = iole.page.locator(".banner.next .actions a.button[href$='/draw/']")
    iole.open_tab("")
    expect(offered).to_have_count(1)
    while offered.count():
        iole.click(offered)
        iole.draw("La bella")
        iole.open_tab("")
        expect(iole.page.locator("ol.stages")).to_be_visible()


def play_bracket(iole: DeskOrganizer) -> int:
    """Round after round of both brackets, by Enter from one to the next. Returns the results."""
    open_results(iole)
    written = 0
    while True:
        tables = iole.missing_tables()
        written += len(tables)
        iole.write_results(tables, ["41 30" if table % 2 else "30 41" for table in tables])
        has_next = iole.page.locator("[data-next-round]").count() > 0
        with iole.page.expect_navigation():
            iole.press("Enter")
        if not has_next:
            return written


def finish(iole: DeskOrganizer) -> None:
    iole.page.wait_for_url("**" + iole.event)
    iole.press_button("/finish/")
    expect(iole.page.locator(".banner.good.now")).to_be_visible()


def score_of(table: int) -> str:
    won = 141 + table
    return f"{won} {POINTS - won}" if table % 2 else f"{POINTS - won} {won}"
