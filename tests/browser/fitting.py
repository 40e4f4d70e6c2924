"""Checks of a page: whether it is accessible, light, fits its window, and can be used."""

import re
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
Theme: TypeAlias = Literal["light", "dark"]
LAYOUT_RULES = ["color-contrast", "target-size", "scrollable-region-focusable"]
"""The axe rules whose result can change with colours, width or text size."""
THEME_RULES = ["color-contrast"]
"""Those whose result can change with the theme."""
LENGTH_RULES = ["target-size", "scrollable-region-focusable"]
"""Those whose result can change with the length of a text."""
FONT_SIZE = 16
"""The default text size of browsers, in pixels."""

ORIENTATION_RULE = "css-orientation-lock"
"""The one rule for which axe reads all styles of a page once more, which takes as long as all other
rules. It depends on the styles alone."""

RUN = """async ([only, preload]) => {
  // At the end of the page the bottom bar covers nothing.
  scrollTo(0, document.documentElement.scrollHeight);
  const rules = { "target-size": { enabled: true } };
  const runOnly = only ? { type: "rule", values: only } : undefined;
  const found = await axe.run(document, { resultTypes: ["violations"], rules, runOnly, preload });
  const where = (each) => each.nodes.map((node) => node.target).slice(0, 3).join(" | ");
  return found.violations.map((each) => `${each.id}: ${where(each)}`);
}"""

COMMON = """
const nameOf = (element) => {
  const { tagName, className, id } = element;
  const text = element.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  return `${tagName.toLowerCase()}${id ? "#" + id : ""}.${String(className)} "${text}"`;
};
const isShown = (element) => element.checkVisibility() && !element.closest(".hidden-text, .skip");
const boxOf = (element) => (element.closest("label.choice") ?? element).getBoundingClientRect();
const controls = () => [...document.querySelectorAll("a[href], button, input, summary")]
  .filter((each) => isShown(each) && !each.disabled);
const first = (found, at = (each) => each) => [...found].slice(0, 4).map(at);
"""

SIDEWAYS = (
    """() => {"""
    + COMMON
    + """
  const inside = [...document.body.querySelectorAll("#app *, main *")].filter(isShown);
  const wide = inside.filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width && (left < -0.5 || right > innerWidth + 0.5);
  });
  // Text that is wider than its key or card.
  const over = inside.filter((each) => each.clientWidth && !each.matches("input, svg, svg *")
    && each.scrollWidth > each.clientWidth + 1);
  const all = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  const nameOver = (each) => `more than fits in ${nameOf(each)}`;
  return [...all, ...first(wide, nameOf), ...first(over, nameOver)];
}"""
)

BROKEN_WORDS = (
    """(within) => {"""
    + COMMON
    + """
  const broken = new Set();
  const codes = "code, .long-code, .address";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!isShown(parent) || !parent.closest(within) || parent.closest(codes)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\\s–-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.add(word);
    }
  }
  return first(broken);
}"""
)

COVERED_TEXT = (
    """() => {"""
    + COMMON
    + """
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // What is seen of a line of text: boxes that scroll or hide what is outside of them cut it off.
  const cut = (line, element) => {
    let { left, top, right, bottom } = line;
    for (let each = element; each !== document.body; each = each.parentElement) {
      if (styleOf(each).overflowX === "visible") continue;
      const box = each.getBoundingClientRect();
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    }
    return { left, top, right, bottom };
  };
  const floats = (element) => {
    for (let each = element; each !== document.body; each = each.parentElement) {
      if (["fixed", "sticky"].includes(styleOf(each).position)) return true;
    }
    return false;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !isShown(element) || element.closest("svg, script, select")) continue;
    // A bar that stays in sight covers what is scrolled below it.
    if (floats(element)) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const seen = { ...cut(line, element), element };
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) lines.push(seen);
    }
  }
  lines.sort((one, other) => one.top - other.top);
  const covered = new Set();
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      if (other.top >= one.bottom) break;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
      // Lines that are set close together overlap by a little of their height.
      if (one.element !== other.element && width > 2 && height > 0.4 * lower) {
        covered.add(`${nameOf(one.element)} and ${nameOf(other.element)}`);
      }
    }
  });
  return first(covered);
}"""
)

COVERED = (
    """() => {"""
    + COMMON
    + """
  const covered = [];
  // A new screen takes no taps for a moment; that does not count as covered.
  document.querySelector(".settling-screen")?.classList.remove("settling-screen");
  for (const each of controls()) {
    scrollTo(0, 0);
    each.focus();
    const { left, top, width, height } = boxOf(each);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOn = hit && (each.contains(hit) || each.closest("label")?.contains(hit));
    const bar = document.querySelector(".thumb");
    const isUnder = bar && !bar.contains(each) && top + height > bar.getBoundingClientRect().top + 1
      && top < bar.getBoundingClientRect().bottom - 1;
    if (!isOn || isUnder) covered.push(each);
  }
  scrollTo(0, 0);
  document.activeElement.blur();
  return first(covered, nameOf);
}"""
)

LOW = (
    """() => {"""
    + COMMON
    + """
  const low = controls().filter((each) => boxOf(each).height < 43.5 && !each.matches("p a, li a"));
  return first(new Set(low), (each) => `${nameOf(each)} ${boxOf(each).height}`);
}"""
)

SCROLLED = "document.documentElement.scrollHeight - innerHeight"

HAS_VISIBLE_FOCUS = """() => {
  const { width, height } = document.activeElement.getBoundingClientRect();
  const now = document.activeElement;
  const isChoice = now.matches("input[type=radio], input[type=checkbox]");
  const style = getComputedStyle((isChoice && now.nextElementSibling) || now);
  return document.activeElement === document.body
    || (width > 0 && height > 0 && (style.outlineStyle !== "none" || style.boxShadow !== "none"));
}"""

LOADED = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .map((each) => [each.name, each.encodedBodySize])"""
"""All that a page is made of, also what the browser had kept, with its bytes over the wire."""
LOADED_LATER = re.compile(
    r"/js/pad/(screens/(cards|claim|questions|rescue|signing)|game/(play|position|deal|rescue)|runtime/squares)\."
    r"|/css/pad-cards\.|/vendor/qr/|/api/v1/"
)
"""What the pad fetches later (static/js/pad/runtime/modules.js), and the data of a match: no first
load."""
LIGHTEST, HEAVIEST = 10_000, 100_000
"""Bytes of a page with all it loads: with less, what the browser had kept was not counted."""


class Window:
    """The window of a page. What is as it should be already is not set again: each change lays out
    and paints the page anew."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._theme: Theme | None = None
        self._scale = 1
        self._size = (0, 0)

    def show(self, size: tuple[int, int], *, scale: int = 1, theme: Theme = "light") -> None:
        """``size``: width and height in pixels. ``scale``: of the text size in the browser's
        settings, as a factor."""
        if self._theme != theme:
            set_theme(self.page, theme)
        if self._scale != scale:
            standard = FONT_SIZE * scale
            sizes = {"standard": standard, "fixed": standard}
            self._session.send("Page.setFontSizes", {"fontSizes": sizes})
        if self._size != size:
            set_size(self.page, *size)
        self._theme, self._scale, self._size = theme, scale, size


def set_size(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def set_theme(page: Page, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def load_axe(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)


def find_violations(page: Page, only: list[str] | None = None) -> list[str]:
    """The violations that axe finds, by these rules or by all except ORIENTATION_RULE."""
    load_axe(page)
    found: list[str] = page.evaluate(RUN, [only, only == [ORIENTATION_RULE]])
    return found


def find_sideways(page: Page) -> list[str]:
    """Elements that are wider than the page or than their own box."""
    return _find(page, "wide", SIDEWAYS)


def find_broken_words(page: Page, within: str = "body") -> list[str]:
    """Words that are broken over two lines, but for addresses and codes."""
    return [f"broken: {word}" for word in page.evaluate(BROKEN_WORDS, within)]


def find_covered_text(page: Page) -> list[str]:
    """Texts of which one covers the other."""
    return _find(page, "covered text", COVERED_TEXT)


def find_covered(page: Page) -> list[str]:
    """Controls that something covers (usually the bottom bar) when they have the focus."""
    return _find(page, "covered", COVERED)


def find_low(page: Page) -> list[str]:
    """Controls that are too low to be tapped with a thumb."""
    return _find(page, "low", LOW)


def find_scrolled(page: Page) -> list[str]:
    """By how much the page is higher than the phone."""
    more: Any = page.evaluate(SCROLLED)
    return [f"{more} px too high"] if more > 0 else []


def find_too_wide(page: Page) -> list[str]:
    """Whether the page scrolls sideways."""
    there = page.evaluate("document.documentElement.scrollWidth")
    if page.viewport_size is not None and there > page.viewport_size["width"]:
        return [f"{there} px wide"]
    return []


def find_load(page: Page, base_url: str) -> list[str]:
    """A weight outside of the limits, and hosts other than the server. For a page that was just
    opened, without service workers: what they answer has no weight over the wire."""
    found = []
    loaded = page.evaluate(LOADED)
    weight = sum(size for name, size in loaded if not LOADED_LATER.search(name))
    if not LIGHTEST < weight < HEAVIEST:
        found.append(f"{weight} bytes")
    hosts = {urlsplit(name).netloc for name, _ in loaded}
    return found + [f"asks {host}" for host in hosts - {"", urlsplit(base_url).netloc}]


def find_lost_focus(page: Page) -> list[str]:
    """Among the first stops of the keyboard: none that leads to the content, and elements that do
    not show that they have the focus."""
    found = []
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); scrollTo(0, 0)")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.className").split()[:1] != ["skip"]:
        found.append("the first stop is not the way to the content")
    for _ in range(6):
        page.keyboard.press("Tab")
        if not page.evaluate(HAS_VISIBLE_FOCUS):
            found.append(str(page.evaluate("document.activeElement.outerHTML"))[:120])
    return found


def _find(page: Page, what: str, script: str) -> list[str]:
    return [f"{what}: {each}" for each in page.evaluate(script)]
