"""Browser contexts for each role, and opening a screen in them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.screens.screen import Screen
from tests.browser.server import DemoServer

ROLES = ("", "OWNER", "REFEREE")
ARRIVED = "main h1, main h2, main legend, main form, main .banner"
"""What stands on the pad once it has answers."""


@contextmanager
def looking(
    browser: Browser, server: DemoServer, *, language: str, **more: Any
) -> Iterator[BrowserContext]:
    """A browser of one language, in which nobody has signed in yet."""
    context = browser.new_context(base_url=server.base_url, locale=language, **more)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@contextmanager
def visitors(
    browser: Browser, server: DemoServer, *, language: str, **more: Any
) -> Iterator[dict[str, BrowserContext]]:
    """A browser context for each role of a screen; nobody is signed in for the empty role."""
    with ExitStack() as stack:
        contexts: dict[str, BrowserContext] = {}
        for role in ROLES:
            session = _get_session(browser, server, role) if role else None
            one = looking(browser, server, language=language, storage_state=session, **more)
            contexts[role] = stack.enter_context(one)
        yield contexts


def _get_session(browser: Browser, server: DemoServer, role: str) -> Any:
    """The storage of a browser that is signed in. Visitors share it, as they only look."""
    if role not in server.sessions:
        with looking(browser, server, language="it-IT") as context:
            sign_in(context, server, role)
            server.sessions[role] = context.storage_state()
    return server.sessions[role]


def sign_in(context: BrowserContext, server: DemoServer, role: str = "OWNER") -> None:
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(server.logins[role]["email"])
    page.locator("input[name=password]").fill(server.logins[role]["password"])
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/desk/**")
    page.close()


@contextmanager
def opened_screen(context: BrowserContext, screen: Screen) -> Iterator[Page]:
    """Opens a screen and does its steps."""
    page = context.new_page()
    for step in screen.before:
        step(page)
    page.goto(screen.path)
    page.wait_for_load_state("load")
    if screen.is_pad:
        expect(page.locator(ARRIVED).first).to_be_attached()
    for step in screen.do:
        step(page)
    yield page
    # Closing ends the routes of a page first, so it could still send its unsent lines.
    page.goto("about:blank")
    page.close()
