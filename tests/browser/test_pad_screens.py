"""Every screen of the pad, with long names: it is accessible, light, fits, and the referee can be
called.

In Italian, whose texts are longer, at 320, 360 and 768 px and in landscape, with text at 100 % and
200 %, in both themes; in English at those of these sizes that have the least room. The forms of
every game fit a phone of 360 by 740 px without scrolling."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import fitting
from tests.browser.fitting import Theme, Window
from tests.browser.screens.addresses import Table, tables_of
from tests.browser.screens.looking import looking, opened_screen, sign_in, visitors
from tests.browser.screens.pad import pad
from tests.browser.screens.pad_games import FORMS, walk
from tests.browser.server import DemoServer

SIZES = ((320, 640), (360, 740), (768, 1024))
LANDSCAPE = (740, 360)
PHONE = (360, 740)
DESK = (1440, 700)
FORM_SIZES = ((1, PHONE), (1, LANDSCAPE), (2, (320, 640)))
ITALIAN, ENGLISH = "it-IT", "en-GB"
VIEWS = {
    ITALIAN: tuple(product((1, 2), (*SIZES, LANDSCAPE))),
    ENGLISH: ((1, PHONE), (1, (320, 640)), (1, LANDSCAPE), (2, (320, 640))),
}
"""By language, text sizes as factors with sizes of the window."""
PARTS = 3
"""The screens are divided into tests, so that pytest can distribute them."""
RULES: dict[Theme, list[str] | None] = {"light": None, "dark": fitting.THEME_RULES}
"""All rules of axe in one theme; in the other those that depend on it."""
REFEREE = "button:is([name^=referee], [name=cancel_call])"
"""The button that calls the referee or cancels the call."""


@pytest.fixture(scope="module")
def tables(server: DemoServer) -> dict[str, Table]:
    return tables_of(server)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", VIEWS)
def test_every_pad_screen_is_accessible_and_fits(
    server: DemoServer, browser: Browser, tables: dict[str, Table], language: str, part: int
) -> None:
    wrong: list[str] = []
    with visitors(browser, server, language=language, service_workers="block") as contexts:
        for screen in [*pad(tables["marafon"])][part::PARTS]:
            with opened_screen(contexts[screen.role], screen) as page:
                expect(page.locator(".settling-screen")).to_have_count(0)
                found: list[str] = []
                window = Window(page)
                if language == ITALIAN:
                    found += fitting.find_load(page, server.base_url)
                    window.show(DESK)
                    found += [*fitting.find_too_wide(page), *fitting.find_lost_focus(page)]
                found += _check_all_sizes(window, language)
                if tables["marafon"].secret in screen.path and screen.name != "pad-code-waiting":
                    _reach_referee(page)
                wrong += [f"{screen.name}: {each}" for each in found]
    assert wrong == []


@pytest.mark.parametrize(("game", "language"), list(zip(FORMS, cycle(VIEWS), strict=False)))
def test_forms_of_a_game_fit_one_phone(
    server: DemoServer, browser: Browser, tables: dict[str, Table], game: str, language: str
) -> None:
    wrong: list[str] = []
    with looking(browser, server, language=language) as context:
        sign_in(context, server)
        page = context.new_page()
        for form in walk(page, game, tables[game].secret, tables[game].match):
            wrong += [f"{form}: {each}" for each in _check_form(page)]
    assert wrong == []


def _check_all_sizes(window: Window, language: str) -> Iterator[str]:
    """All rules of axe run at one size, in both themes: the structure and the colours of a screen
    are the same at the others. There run those that depend on the width; in English, and with text
    at 200 %, which needs less contrast, those that depend on the length of a text."""
    page = window.page
    for scale, size in VIEWS[language]:
        window.show(size, scale=scale)
        found = _check_layout(page, scale)
        if (scale, size) == (1, PHONE):
            found += _check_themes(window)
        elif size != LANDSCAPE:
            rules = (
                fitting.LAYOUT_RULES if language == ITALIAN and scale == 1 else fitting.LENGTH_RULES
            )
            found += fitting.find_violations(page, rules)
        yield from (f"{size[0]} px, {scale}00 %: {each}" for each in found)
    window.show(PHONE)


def _check_layout(page: Page, scale: int) -> list[str]:
    # With very large text, a word that is wider than the phone may be broken, but no name.
    unbroken = "#app" if scale == 1 else ".nm"
    found = [*fitting.find_sideways(page), *fitting.find_broken_words(page, unbroken)]
    return [*found, *fitting.find_covered_text(page), *fitting.find_covered(page)]


def _check_themes(window: Window) -> list[str]:
    """In both themes."""
    found = []
    for theme, rules in RULES.items():
        window.show(PHONE, theme=theme)
        found += [f"{theme}: {each}" for each in fitting.find_violations(window.page, rules)]
    return found


def _reach_referee(page: Page) -> None:
    """The referee can be called on this screen, or on the one that the box in the bar opens."""
    referee = page.locator(REFEREE)
    if page.locator("button.mine").count() and not referee.count():
        page.locator("button.mine").click()
    expect(referee.first).to_be_visible()


def _check_form(page: Page) -> Iterator[str]:
    window = Window(page)
    for scale, size in FORM_SIZES:
        window.show(size, scale=scale)
        # During a transition, controls do not have their final colours.
        expect(page.locator(".settling-screen")).to_have_count(0)
        found = _check_layout(page, scale)
        if (scale, size) == (1, PHONE):
            found += [*fitting.find_scrolled(page), *fitting.find_violations(page)]
        yield from (f"{size[0]} px, {scale}00 %: {each}" for each in found)
    window.show(PHONE)
