"""Checks of a page: whether it is accessible, fits its window, and can be used."""

from pathlib import Path
from typing import Any, Literal, TypeAlias

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
  const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!isShown(node.parentElement) || !node.parentElement.closest(within)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\\s–-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.add(word);
    }
  }
  return first(broken);
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


def set_font_scale(session: CDPSession, scale: float) -> None:
    """Changes the text size of the browser's settings, without a reload."""
    standard = round(FONT_SIZE * scale)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": standard, "fixed": standard}})


def set_size(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def set_theme(page: Page, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def load_axe(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)


def find_violations(page: Page, only: list[str] | None = None) -> list[str]:
    """The violations that axe finds, by these rules or by all except ORIENTATION_RULE."""
    found: list[str] = page.evaluate(RUN, [only, only == [ORIENTATION_RULE]])
    return found


def find_sideways(page: Page) -> list[str]:
    """Elements that are wider than the page or than their own box."""
    return _find(page, "wide", SIDEWAYS)


def find_broken_words(page: Page, within: str = "#app") -> list[str]:
    """Words that are broken over two lines."""
    return [f"broken: {word}" for word in page.evaluate(BROKEN_WORDS, within)]


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


def _find(page: Page, what: str, script: str) -> list[str]:
    return [f"{what}: {each}" for each in page.evaluate(script)]
