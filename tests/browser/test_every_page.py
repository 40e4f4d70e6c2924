"""What holds of every page but those of the pad: axe finds nothing, nothing scrolls sideways,
nothing is heavy or asked of elsewhere, a keyboard and a browser without scripts get through."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import fitting
from tests.browser.fitting import (
    LAYOUT_RULES,
    LENGTH_RULES,
    THEME_RULES,
    Theme,
    Window,
    find_broken_words,
    find_covered_text,
    find_too_wide,
)
from tests.browser.screens import screens
from tests.browser.screens.addresses import Things, things_of
from tests.browser.screens.looking import opened_screen, visitors
from tests.browser.screens.screen import Screen
from tests.browser.server import DemoServer

Pages = Iterator[tuple[Screen, Page]]
Check: TypeAlias = Callable[[Page], list[str]]
PARTS = 4
"""The screens are divided into tests, so that pytest can distribute them."""
HEIGHT = 800


class Look(NamedTuple):
    """One look at a page: the width of the window, the text size as a factor, the theme, checks of
    our own, and the rules of axe (None: all)."""

    width: int
    checks: tuple[Check, ...] = ()
    rules: list[str] | None = []
    scale: int = 1
    theme: Theme = "light"


LOOKS_IN_ITALIAN = (
    Look(1440, (find_covered_text, find_too_wide), LAYOUT_RULES),
    Look(768, (find_covered_text,)),
    Look(320, (find_covered_text, find_too_wide)),
    Look(360, (find_broken_words,), None),
    Look(360, (), THEME_RULES, theme="dark"),
    # Larger text needs less contrast.
    Look(768, (), LENGTH_RULES, scale=2),
    Look(320, (find_too_wide,), scale=2),
)
LOOKS_IN_ENGLISH = (
    Look(1440, (find_too_wide,)),
    Look(320, (find_too_wide,)),
    Look(320, (find_too_wide,), scale=2),
)
LOOKS_OF_GUESTS_IN_ENGLISH = (
    Look(1440, (find_too_wide,)),
    Look(320, (find_too_wide,)),
    Look(360, (), LENGTH_RULES),
    Look(360, (), LENGTH_RULES, scale=2),
    Look(320, (find_too_wide,), scale=2),
)
"""Others than the organizers, who read Italian, are guests: they see the public pages."""


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
            found += look_at(page, screen, LOOKS_IN_ITALIAN)
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
            looks: tuple[Look, ...] = LOOKS_IN_ENGLISH
            if not screen.role:
                looks = LOOKS_OF_GUESTS_IN_ENGLISH
            found = list(look_at(page, screen, looks))
            wrong += [f"{screen.name}: {said}" for said in found]
    assert wrong == []


@pytest.mark.parametrize("name", ["board-home", "desk-event", "embed-standings", "pad-match"])
def test_no_style_fixes_the_orientation(
    server: DemoServer, browser: Browser, things: Things, name: str
) -> None:
    chosen = [screen for screen in screens(things) if screen.name == name]
    with opened(server, browser, chosen, "it-IT") as pages:
        for _screen, page in pages:
            assert fitting.find_violations(page, [fitting.ORIENTATION_RULE]) == []
    assert len(chosen) == 1


def look_at(page: Page, screen: Screen, looks: Iterable[Look]) -> Iterator[str]:
    window = Window(page)
    for look in looks:
        window.show((look.width, HEIGHT), scale=look.scale, theme=look.theme)
        found: list[str] = []
        # The wall fills a projector.
        if not screen.name.startswith("board-wall"):
            for check in look.checks:
                found += check(page)
        if look.rules != []:
            found += fitting.find_violations(page, look.rules)
        yield from (f"{look.width} px, {look.scale}00 %, {look.theme}: {each}" for each in found)


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
