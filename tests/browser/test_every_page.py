"""What holds of every page: axe finds nothing, nothing scrolls sideways, nothing is heavy, nothing
is asked of elsewhere, and a keyboard and a browser without scripts get through."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response

from tests.browser.house import House
from tests.browser.screens import screens
from tests.browser.screens.addresses import Things, things_of
from tests.browser.screens.looking import looking, open_screen, visitors
from tests.browser.screens.screen import Screen

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
LANGUAGES = ("it-IT", "en-GB")
THEMES: dict[str, Literal["light", "dark"]] = {"it-IT": "light", "en-GB": "dark"}
"""What is wrong in one language's theme is wrong in the other's."""
WIDTHS = {"it-IT": (360, 1440), "en-GB": (360,)}
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  const where = (each) => each.nodes.map((node) => node.target).slice(0, 3).join(" | ");
  return found.violations.map((each) => `${each.id}: ${where(each)}`);
}"""
Pages = Iterator[tuple[Screen, Page]]
HEAVIEST = 100_000
"""Bytes over the wire of a page with all it loads."""


@pytest.fixture(scope="module")
def things(house: House) -> Things:
    return things_of(house)


@contextmanager
def opened(house: House, browser: Browser, things: Things, language: str) -> Iterator[Pages]:
    """Every screen, one after the other: a browser has six connections for a host, and a page with
    a stream keeps one."""
    with visitors(browser, house, language=language) as contexts:

        def pages() -> Iterator[tuple[Screen, Page]]:
            for screen in screens(things):
                page = open_screen(contexts[screen.role], screen)
                yield screen, page
                page.close()

        yield pages()


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_nothing_scrolls_sideways_and_the_keyboard_gets_everywhere(
    house: House, browser: Browser, things: Things, language: str
) -> None:
    wrong: list[str] = []
    with opened(house, browser, things, language) as pages:
        for screen, page in pages:
            found = [*_axe(page, language)]
            if not screen.name.startswith("board-wall"):
                found += [*_sideways(page), *(_keyboard(page) if language == "it-IT" else ())]
            wrong += [f"{screen.name}: {said}" for said in found]
    assert wrong == []


def _axe(page: Page, language: str) -> Iterator[str]:
    page.evaluate(AXE)
    page.emulate_media(color_scheme=THEMES[language], reduced_motion="reduce")
    for width in WIDTHS[language]:
        page.set_viewport_size({"width": width, "height": 800})
        for said in page.evaluate(RUN):
            yield f"{width}: {said}"


def _sideways(page: Page) -> Iterator[str]:
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 700})
        there = page.evaluate("document.documentElement.scrollWidth")
        if there > width:
            yield f"{width}: {there} wide"


def _keyboard(page: Page) -> Iterator[str]:
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); scrollTo(0, 0)")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.className").split()[:1] != ["skip"]:
        yield "the first stop is not the way to the content"
    for _ in range(6):
        page.keyboard.press("Tab")
        if not page.evaluate(SEEN):
            yield str(page.evaluate("document.activeElement.outerHTML"))[:120]


SEEN = """() => {
  const { width, height } = document.activeElement.getBoundingClientRect();
  const now = document.activeElement;
  const isChoice = now.matches("input[type=radio], input[type=checkbox]");
  const style = getComputedStyle((isChoice && now.nextElementSibling) || now);
  return document.activeElement === document.body
    || (width > 0 && height > 0 && (style.outlineStyle !== "none" || style.boxShadow !== "none"));
}"""


def test_no_page_is_heavy_and_none_asks_elsewhere(
    house: House, browser: Browser, things: Things
) -> None:
    heavy: dict[str, int] = {}
    foreign: set[str] = set()
    with visitors(browser, house, language="it-IT") as contexts:
        cookies = {role: context.storage_state() for role, context in contexts.items()}
    for screen in _by_address(things):
        signed_in = {"storage_state": cookies[screen.role]}
        with looking(browser, house, language="it-IT", **signed_in) as context:
            answers: list[Response] = []
            _kept_in(context, answers)
            page = open_screen(context, screen)
            page.wait_for_load_state("load")
            weights = [_weight(answer) for answer in answers]
            hosts = {urlsplit(answer.url).netloc for answer in answers}
            if sum(weights) > HEAVIEST:
                heavy[screen.name] = sum(weights)
            foreign |= hosts - {"", urlsplit(house.base_url).netloc}
    assert heavy == {}
    assert foreign == set()


def _by_address(things: Things) -> Iterable[Screen]:
    """One screen for each address and who looks at it, as it comes."""
    all_ = [screen for screen in screens(things) if not screen.do]
    return {(screen.path, screen.role): screen for screen in all_}.values()


def _kept_in(context: BrowserContext, answers: list[Response]) -> None:
    """Every answer that comes to a page of this browser."""

    def keep(answer: Response) -> None:
        answers.append(answer)

    context.on("response", keep)


def _weight(answer: Response) -> int:
    """Bytes over the wire; a stream goes on."""
    if "/live/" in answer.url or answer.status in (204, 304):
        return 0
    sizes = answer.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def test_every_page_is_read_without_scripts(house: House, browser: Browser, things: Things) -> None:
    empty = []
    with visitors(browser, house, language="it-IT", java_script_enabled=False) as contexts:
        for screen in _by_address(things):
            page = contexts[screen.role].new_page()
            answer = page.goto(screen.path)
            assert answer is not None
            assert answer.status == screen.status, screen
            if not page.locator("main").inner_text().strip():
                empty.append(screen.name)
            if screen.path.startswith("/pad/"):
                assert "JavaScript" in page.locator("main").inner_text()
            page.close()
    assert empty == []
