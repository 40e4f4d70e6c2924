"""What a bracket looks like, measured: at its first, a middle and its last round, for 8 to 1,024
pairs, on a phone, a tablet and the desk's laptop. And the wall of a hall with 500 tables."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import brackets
from tests.browser.conftest import BOARD, OpenPage
from tests.browser.fitting import (
    Theme,
    Window,
    find_violations,
    set_size,
    set_theme,
)
from tests.browser.server import DemoServer

FORMATS = {"single": "single_elimination", "double": "double_elimination"}
SIZES = [("single", 8, 1), ("single", 32, 2), ("single", 128, 3), ("double", 32, 3)]
"""Format, pairs, and the rounds that are played until the middle."""
LOOKS: tuple[tuple[str, Theme, tuple[int, ...]], ...] = (
    ("it-IT", "light", (360, 768, 1440)),
    ("en-GB", "dark", (360, 1440)),
)
"""Languages, themes, and widths in pixels."""
SLACK = 1.5
"""Pixels that rounding may cost."""

A4_LANDSCAPE: ViewportSize = {"width": 1062, "height": 733}
"""A sheet without its margins, in CSS pixels."""
IS_ANCHOR_FREE = """() => {
  const box = (each) => each.getBoundingClientRect();
  const anchor = box(document.querySelector(".anchor.only-print"));
  return [...document.querySelectorAll(".match")].every((match) =>
    box(match).right <= anchor.left || box(match).bottom <= anchor.top);
}"""
"""Whether no match of the printed bracket lies below the fingerprint."""
FIND_FAULTS = """(slack) => {
  const shown = (each) => each.checkVisibility();
  const box = (each) => each.getBoundingClientRect();
  const text = (each) => each.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const find = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter(shown);
  const middle = (each) => (box(each).top + box(each).bottom) / 2;
  const faults = [];

  if (document.documentElement.scrollWidth > innerWidth) {
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  }
  for (const each of find("main *")) {
    if (!each.closest(".scroll, .window") && box(each).right > innerWidth + slack) {
      faults.push(`outside: ${each.className} ${text(each)}`);
    }
  }

  const overlapping = (found, gap) => found.forEach((one, at) => {
    for (const other of found.slice(at + 1)) {
      const [a, b] = [box(one), box(other)];
      const apart = a.right + gap <= b.left + slack || b.right + gap <= a.left + slack
        || a.bottom + gap <= b.top + slack || b.bottom + gap <= a.top + slack;
      if (!apart) faults.push(`too close: ${text(one)} / ${text(other)}`);
    }
  });
  for (const bracket of find(".bracket")) overlapping(find(".match", bracket), 4);
  for (const nav of find("nav.pager, nav.tabs")) {
    const links = find("a", nav);
    overlapping(links, 0);
    for (const link of links) {
      if (box(link).height < 44 - slack) faults.push(`low: ${text(link)}`);
      const words = document.createRange();
      words.selectNodeContents(link);
      if (box(words).left < box(link).left + 4 || box(words).right > box(link).right - 4) {
        faults.push(`too narrow for its words: ${text(link)}`);
      }
    }
  }

  for (const each of find(".match .name, .match .id, .round h3")) {
    const isCut = each.scrollWidth > each.clientWidth + slack
      || each.scrollHeight > each.clientHeight + 3;
    const card = each.closest(".match") ?? each;
    const isSaid = getComputedStyle(each).textOverflow === "ellipsis";
    if (isCut && !isSaid) faults.push(`cut: ${text(each)}`);
    // A name may end in an ellipsis only where its column has grown to the most that is allowed.
    const sizer = each.closest(".rounds")?.querySelector(".sizer");
    if (isCut && isSaid && sizer) {
      const width = box(each.closest(".round")).width;
      const most = parseFloat(getComputedStyle(sizer).maxWidth);
      if (width < most - slack) faults.push(`cut at ${width} of ${most} px: ${text(each)}`);
    }
    if (box(each).bottom > box(card).bottom + slack) faults.push(`below its card: ${text(each)}`);
  }

  // Side by side, the lines of two feeders meet, and reach the middle of the match that follows.
  const lineWidth = (item, which) => parseFloat(getComputedStyle(item, which).width)
    + parseFloat(getComputedStyle(item, which).borderInlineEndWidth) || 0;
  let joined = 0;
  for (const rounds of find(".bracket .rounds")) {
    const columns = find(".round", rounds).map((round) => find("li", round));
    if (columns.length > 1 && box(columns[0][0]).left === box(columns[1][0]).left) continue;
    columns.slice(1).forEach((items, column) => items.forEach((item, at) => {
      const each = columns[column].length / items.length;
      const feeders = columns[column].slice(each * at, each * at + each);
      if (item.matches(".void") || feeders.some((feeder) => feeder.matches(".void"))) return;
      joined += 1;
      const here = middle(item.querySelector(".match"));
      if (Math.abs(here - middle(item)) > slack) faults.push(`not in the middle: ${text(item)}`);
      const [above, below] = feeders.map((each) => middle(each.querySelector(".match")));
      if (feeders.length === 1) {
        if (Math.abs(above - here) > slack) faults.push(`not beside its feeder: ${text(item)}`);
      } else {
        if (!(above < here && here < below)) faults.push(`not between its feeders: ${text(item)}`);
        if (Math.abs(box(feeders[0]).bottom - box(feeders[1]).top) > slack) {
          faults.push(`the lines do not meet: ${text(item)}`);
        }
      }
      for (const each of feeders) {
        const end = box(each).right + lineWidth(each, "::after");
        const start = box(item).left - lineWidth(item, "::before");
        if (Math.abs(end - start) > 2 * slack) {
          faults.push(`line ends at ${end}, not ${start}: ${text(item)}`);
        }
        if (Math.abs(middle(each) - middle(each.querySelector(".match"))) > slack) {
          faults.push(`line beside its card: ${text(each)}`);
        }
      }
    }));
  }
  return { faults: [...new Set(faults)].slice(0, 8), cards: find(".match").length, joined };
}"""


FIND_WALL_FAULTS = """(slack) => {
  const page = document.querySelector("#wall > [data-page]:not([hidden])");
  const foot = document.querySelector(".screen .bottom").getBoundingClientRect().top;
  const faults = [];
  const cards = [...page.querySelectorAll(".wtables > li")]
    .map((each) => each.getBoundingClientRect());
  cards.forEach((one, at) => {
    for (const other of cards.slice(at + 1)) {
      const apart = one.right < other.left || other.right < one.left
        || one.bottom < other.top || other.bottom < one.top;
      if (!apart) faults.push("cards overlap");
    }
  });
  for (const each of page.querySelectorAll("*")) {
    const { right, bottom } = each.getBoundingClientRect();
    if (each.closest(".hidden-text")) continue;
    const isOutside = right > innerWidth + slack || bottom > foot + slack;
    if (isOutside) faults.push(`outside: ${each.className}`);
    const hasText = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (hasText && size < 26) faults.push(`${size} px: ${each.textContent.trim()}`);
  }
  return { faults: [...new Set(faults)].slice(0, 8), cards: cards.length };
}"""


def make(server: DemoServer, code: str) -> str:
    """Runs a call of ``tests.browser.brackets`` on the server; returns the event's id."""
    said = server.manage("shell", "-v", "0", "-c", f"from tests.browser.brackets import *; {code}")
    line = next(line for line in said.splitlines() if line.startswith(brackets.MARK))
    event: str = json.loads(line.removeprefix(brackets.MARK))
    return event


def find_faults(open_page: OpenPage, event: str, *queries: str) -> list[str]:
    """What is wrong with the bracket of an event, at every width, in two themes and languages."""
    faults = []
    for language, theme, widths in LOOKS:
        page = open_page(locale=language, reduced_motion="reduce")
        set_theme(page, theme)
        for query in queries or ("",):
            page.goto(f"/events/{event}/bracket/{query}")
            for width in widths:
                found = measure(page, width)
                assert found["cards"], (query, width)
                # On a phone one round stands under the other.
                assert bool(found["joined"]) == (width >= 768), (query, width)
                where = f"{language} {query} {width}"
                faults += [f"{where}: {fault}" for fault in found["faults"]]
        page.close()
    return faults


def measure(page: Page, width: int) -> dict[str, Any]:
    set_size(page, width, 800)
    found: dict[str, Any] = page.evaluate(FIND_FAULTS, SLACK)
    return found


@pytest.mark.parametrize(("kind", "pairs", "half"), SIZES)
def test_a_bracket_is_readable_from_the_first_round_to_the_last(
    server: DemoServer, open_page: OpenPage, kind: str, pairs: int, half: int
) -> None:
    event = make(
        server, f"make_bracket({pairs}, tables={pairs // 4}, play_format={FORMATS[kind]!r})"
    )
    queries = ("?section=1", "?section=finals") if pairs > 64 else ("",)
    assert find_faults(open_page, event, *queries) == []
    make(server, f"play_rounds({event!r}, {half})")
    assert find_faults(open_page, event, *queries) == []
    make(server, f"play_rounds({event!r})")
    assert find_faults(open_page, event, *queries) == []


def test_a_name_with_fewer_but_wider_letters_is_whole(
    server: DemoServer, open_page: OpenPage
) -> None:
    event = make(server, "make_bracket(8, tables=2, families=WIDE_AND_NARROW)")
    assert find_faults(open_page, event) == []


def test_a_name_that_is_cut_in_a_column_that_could_be_wider_is_noticed(
    server: DemoServer, open_page: OpenPage
) -> None:
    event = make(server, "make_bracket(8, tables=2)")
    page = open_page(reduced_motion="reduce")
    page.goto(f"/events/{event}/bracket/")
    assert measure(page, 1440)["faults"] == []
    # A style of the document: that of an element is gone when the live page renders it again.
    page.evaluate(
        """() => {
          const style = new CSSStyleSheet();
          style.replaceSync(".rounds { width: 45em !important; }");
          document.adoptedStyleSheets = [style];
        }"""
    )
    assert any(fault.startswith("cut at ") for fault in measure(page, 1440)["faults"])


ZOOMS = """() => {
  const area = document.querySelector("[data-bracket]");
  const map = area.firstElementChild;
  return {
    size: parseFloat(map.style.fontSize),
    isWhole: area.scrollWidth <= area.clientWidth && area.scrollHeight <= area.clientHeight,
    isSeen: area.getBoundingClientRect().bottom <= innerHeight + 1,
    left: area.scrollLeft, top: area.scrollTop,
  };
}"""


@pytest.mark.parametrize(("kind", "pairs"), [("single", 8), ("double", 64), ("single", 512)])
def test_the_whole_bracket_fits_by_one_key_and_stays_where_it_is_when_refreshed(
    server: DemoServer, open_page: OpenPage, kind: str, pairs: int
) -> None:
    event = make(server, f"make_bracket({pairs}, tables=4, play_format={FORMATS[kind]!r})")
    page = open_page(reduced_motion="reduce")
    page.goto(f"/events/{event}/bracket/?section=whole")
    area = page.locator("[data-bracket]")
    page.keyboard.press("0")
    found = page.evaluate(ZOOMS)
    assert found["isWhole"], found
    assert found["isSeen"], found
    page.keyboard.press("+")
    assert page.evaluate(ZOOMS)["size"] == pytest.approx(found["size"] * 1.2, rel=1e-3)
    page.locator("[data-zoom='0']").click()
    assert page.evaluate(ZOOMS)["size"] == 1

    # Refreshed, it stays where it was scrolled to, and keeps the focus.
    area.evaluate("each => each.scrollTo(160, 90)")
    before = page.evaluate(ZOOMS)
    area.focus()
    with page.expect_response(f"**/events/{event}/bracket/part/**"):
        make(server, f"play_rounds({event!r}, 1)")
    page.wait_for_function("() => document.querySelectorAll('.row.win').length > 0")
    after = page.evaluate(ZOOMS)
    assert (after["left"], after["top"]) == (before["left"], before["top"])
    assert page.evaluate("document.activeElement.matches('[data-bracket]')")


def test_a_bracket_of_64_is_printed_on_one_sheet_and_is_accessible_in_large_type(
    server: DemoServer, open_page: OpenPage
) -> None:
    event = make(server, "make_bracket(64, tables=16)")
    page = open_page(reduced_motion="reduce")
    for path in ("bracket/", "entries/?sort=surname"):
        page.goto(f"/events/{event}/{path}")
        window = Window(page)
        for scale, width in ((1, 1440), (2, 1440), (2, 360), (1, 360)):
            window.show((width, 800), scale=scale)
            assert find_violations(page) == [], (path, scale, width)
    make(server, f"make_first_anchor({event!r})")
    page.goto(f"/events/{event}/bracket/")
    expect(page.locator(".anchor.only-print")).to_have_count(1)
    expect(page.locator("[data-zoom-tools][hidden]")).to_have_count(0)
    page.keyboard.press("0")
    sheets = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type */Page\b", sheets)) == 1
    page.set_viewport_size(A4_LANDSCAPE)
    page.emulate_media(media="print")
    assert page.evaluate(IS_ANCHOR_FREE)


def test_the_sections_of_1024_pairs_are_readable(server: DemoServer, open_page: OpenPage) -> None:
    event = make(server, "make_bracket(1024, tables=64)")
    assert find_faults(open_page, event, "?section=1", "?section=finals") == []
    make(server, f"play_rounds({event!r}, 5)")
    assert find_faults(open_page, event, "?section=1", "?section=finals") == []
    make(server, f"play_rounds({event!r})")
    assert find_faults(open_page, event, "?section=32", "?section=finals") == []


def test_a_wall_of_500_tables_can_be_read_and_leads_to_the_phone(
    server: DemoServer, open_page: OpenPage
) -> None:
    event = make(server, "make_bracket(1000, tables=500)")
    board = open_page(BOARD)
    board.goto(f"/events/{event}/screen/")
    pages = board.locator("#wall > [data-page]").count()
    assert board.locator("#wall > :not([hidden]) .wqr svg").count() == 1
    cards = []
    for _page in range(pages):
        found = board.evaluate(FIND_WALL_FAULTS, SLACK)
        assert found["faults"] == []
        cards.append(found["cards"])
        board.keyboard.press("ArrowRight")
    # A page that leads to the phone stands before every five pages of tables.
    assert cards == [0 if page % 6 == 0 else 24 for page in range(pages - 1)] + [8]
