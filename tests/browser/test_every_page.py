"""What holds of every page but those of the pad: axe finds nothing, nothing scrolls sideways,
nothing is heavy or asked of elsewhere, a keyboard and a browser without scripts get through."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import fitting
from tests.browser.fitting import Theme
from tests.browser.screens import screens
from tests.browser.screens.addresses import Things, things_of
from tests.browser.screens.looking import opened_screen, visitors
from tests.browser.screens.screen import Screen
from tests.browser.server import DemoServer

Pages = Iterator[tuple[Screen, Page]]
PARTS = 4
"""The screens are divided into tests, so that pytest can distribute them."""
WIDTHS = (320, 768, 1440)
"""Of a small phone, a tablet and a desk."""
ANY_TEXT_SIZE = (*fitting.USUAL, (2, 320))


class Look(NamedTuple):
    """How axe looks at a page: with which text size, as a factor, at which width, by which rules
    (None: all)."""

    theme: Theme
    scale: int
    width: int
    rules: list[str] | None


LOOKS_IN_ITALIAN = (
    Look("light", 1, 360, None),
    Look("light", 1, 1440, fitting.LAYOUT_RULES),
    # Larger text needs less contrast.
    Look("light", 2, 768, fitting.LENGTH_RULES),
    Look("dark", 1, 360, fitting.THEME_RULES),
)
LOOKS_IN_ENGLISH = (
    Look("light", 1, 360, fitting.LENGTH_RULES),
    Look("light", 2, 360, fitting.LENGTH_RULES),
)


@pytest.fixture(scope="module")
def things(server: DemoServer) -> Things:
    return things_of(server)


def list_pages(things: Things) -> list[Screen]:
    """All screens but those of the pad, which test_pad_screens.py checks at more sizes."""
    return [screen for screen in screens(things) if not screen.is_pad]


@contextmanager
def opened(
    server: DemoServer, browser: Browser, chosen: Iterable[Screen], language: str
) -> Iterator[Pages]:
    """The screens, one after the other: a browser has six connections for a host, and a page with
    a stream keeps one."""
    with visitors(browser, server, language=language, service_workers="block") as contexts:

        def pages() -> Iterator[tuple[Screen, Page]]:
            for screen in chosen:
                with opened_screen(contexts[screen.role], screen) as page:
                    yield screen, page

        yield pages()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen_in_italian(
    server: DemoServer, browser: Browser, things: Things, part: int
) -> None:
    wrong: list[str] = []
    with opened(server, browser, list_pages(things)[part::PARTS], "it-IT") as pages:
        for screen, page in pages:
            found = fitting.find_load(page, server.base_url)
            found += _axe(page, LOOKS_IN_ITALIAN)
            if not screen.name.startswith("board-wall"):
                # The last look was at the width of a phone.
                found += fitting.find_broken_words(page)
                for width in WIDTHS:
                    fitting.set_size(page, width, 800)
                    found += (f"{width} px: {each}" for each in fitting.find_covered_text(page))
                found += fitting.find_too_wide(page, ANY_TEXT_SIZE)
            # An embedded view is read inside another page, whose own links lead past it.
            if not screen.name.startswith(("board-wall", "embed-")):
                found += fitting.find_lost_focus(page)
            wrong += [f"{screen.name}: {said}" for said in found]
    assert wrong == []


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen_in_english(
    server: DemoServer, browser: Browser, things: Things, part: int
) -> None:
    """Only the texts differ: what depends on their length."""
    wrong: list[str] = []
    with opened(server, browser, list_pages(things)[part::PARTS], "en-GB") as pages:
        for screen, page in pages:
            found: list[str] = []
            # Others than the organizers, who read Italian, are guests: they see the public pages.
            if not screen.role:
                found += _axe(page, LOOKS_IN_ENGLISH)
            if not screen.name.startswith("board-wall"):
                found += fitting.find_too_wide(page, ANY_TEXT_SIZE)
            wrong += [f"{screen.name}: {said}" for said in found]
    assert wrong == []


@pytest.mark.parametrize("name", ["board-home", "desk-event", "embed-standings", "pad-match"])
def test_no_style_fixes_the_orientation(
    server: DemoServer, browser: Browser, things: Things, name: str
) -> None:
    chosen = [screen for screen in screens(things) if screen.name == name]
    with opened(server, browser, chosen, "it-IT") as pages:
        for _screen, page in pages:
            fitting.load_axe(page)
            assert fitting.find_violations(page, [fitting.ORIENTATION_RULE]) == []
    assert len(chosen) == 1


def _axe(page: Page, looks: Iterable[Look]) -> Iterator[str]:
    session = page.context.new_cdp_session(page)
    fitting.load_axe(page)
    for look in looks:
        fitting.set_theme(page, look.theme)
        fitting.set_font_scale(session, look.scale)
        fitting.set_size(page, look.width, 800)
        for said in fitting.find_violations(page, look.rules):
            yield f"{look.theme}, {look.width} px, {look.scale}00 %: {said}"
    fitting.set_font_scale(session, 1)


def _by_address(things: Things) -> Iterable[Screen]:
    """One screen for each address and who looks at it, as it comes. What follows a ``#`` only
    scripts read."""
    found: dict[tuple[str, str], Screen] = {}
    for screen in screens(things):
        if not screen.do:
            found.setdefault((urldefrag(screen.path).url, screen.role), screen)
    return found.values()


def test_every_page_is_read_without_scripts(
    server: DemoServer, browser: Browser, things: Things
) -> None:
    empty = []
    with visitors(browser, server, language="it-IT", java_script_enabled=False) as contexts:
        pages = {role: context.new_page() for role, context in contexts.items()}
        for screen in _by_address(things):
            page = pages[screen.role]
            answer = page.goto(screen.path)
            assert answer is not None
            assert answer.status == screen.status, screen
            if not page.locator("main").inner_text().strip():
                empty.append(screen.name)
            if screen.path.startswith("/pad/"):
                assert "JavaScript" in page.locator("main").inner_text()
    assert empty == []
