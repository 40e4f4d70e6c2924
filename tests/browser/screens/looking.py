"""Who looks at a screen, and how it is come to."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.house import House
from tests.browser.screens.screen import Screen

ROLES = ("", "OWNER", "REFEREE")
ARRIVED = "main h1, main h2, main legend, main form, main .banner"
"""What stands on the pad once it has answers."""


@contextmanager
def looking(
    browser: Browser, house: House, *, language: str, **more: Any
) -> Iterator[BrowserContext]:
    """A browser of one language, in which nobody has signed in yet."""
    context = browser.new_context(base_url=house.base_url, locale=language, **more)
    context.set_default_timeout(10_000)
    yield context
    context.close()


@contextmanager
def visitors(
    browser: Browser, house: House, *, language: str, **more: Any
) -> Iterator[dict[str, BrowserContext]]:
    """A browser for each role that a screen has; nobody has signed in where the role is empty."""
    with ExitStack() as stack:
        contexts: dict[str, BrowserContext] = {}
        for role in ROLES:
            one = looking(browser, house, language=language, **more)
            contexts[role] = stack.enter_context(one)
            if role:
                sign_in(contexts[role], house, role)
        yield contexts


def sign_in(context: BrowserContext, house: House, role: str = "OWNER") -> None:
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(house.logins[role]["email"])
    page.locator("input[name=password]").fill(house.logins[role]["password"])
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/desk/**")
    page.close()


def open_screen(context: BrowserContext, screen: Screen) -> Page:
    """The screen, as one has come to it."""
    page = context.new_page()
    for step in screen.before:
        step(page)
    page.goto(screen.path)
    page.wait_for_load_state("load")
    if screen.is_pad:
        expect(page.locator(ARRIVED).first).to_be_attached()
    for step in screen.do:
        step(page)
    return page
