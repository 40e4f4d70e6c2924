"""One server with its demo for all tests of this folder, and pages of Debian's Chromium.

A page that says an error in its console, breaks the content policy or throws fails its test.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.browser.prepared import prepare_demo
from tests.browser.server import DemoServer, running
from tools.chromium import FLAGS, require_chromium

HERE = Path(__file__).parent
DESK = {"viewport": {"width": 1366, "height": 768}}
BOARD = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
PATIENCE = 30_000
"""Milliseconds that a page may take for one step, and a check to become true."""
expect.set_options(timeout=PATIENCE)

LONGEST_FIRST = (
    *("test_every_page", "test_server", "test_pad_screens", "test_sarsina_weekend"),
    *("test_paper_evening", "test_pad_sequences", "test_pad_faults", "test_embeds"),
    *("test_pictures", "test_phones", "test_bracket_pictures", "test_evening"),
)
"""The modules with the longest tests. They begin first, so that no process has to wait for one of
them at the end."""
TOGETHER = {
    *("test_following_guide", "test_import_rows", "test_print_style"),
    *("test_server", "test_today", "test_undo"),
}
"""The modules whose tests share a server or an event made for them: one process runs them all."""

OpenPage = Callable[..., Page]
SignIn = Callable[[Page, str], None]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder need a browser or the real processes: `make test` has neither."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.path.stem in TOGETHER:
                item.add_marker(pytest.mark.xdist_group(item.path.stem))
    order = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoServer]:
    """A running server with the demo. Tests share it: each makes what it changes."""
    with running(prepare_demo(tmp_path_factory, "server")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = require_chromium()
    with sync_playwright() as playwright:
        # The pages of one context share a process, which saves starting one for each page.
        flags = [*FLAGS, "--process-per-site"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_page(
    server: DemoServer, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """Opens pages, each of a browser of its own: ``open_page(PHONE, locale="en-GB")``."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(screen: dict[str, Any] | None = None, **options: Any) -> Page:
        options = {"locale": "it-IT", "base_url": server.base_url, **(screen or DESK), **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.extend(_complaints(message)))
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    if "expects_refusals" in request.fixturenames:
        faults[:] = [fault for fault in faults if not REFUSED.match(fault)]
    assert not faults


REFUSED = re.compile(r"Failed to load resource: (the server responded with a status of 4|net::)")
"""What a browser says by itself of an answer that refuses, or of a network that is away."""


@pytest.fixture
def expects_refusals() -> None:
    """For a test in which the server refuses something, or the network is cut."""


def _complaints(message: ConsoleMessage) -> Iterator[str]:
    if message.type == "error":
        yield f"{message.text} ({message.location.get('url')})"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The laptop on the organizer's desk."""
    return open_page(DESK)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """The phone of a referee or a player."""
    return open_page(PHONE)


@pytest.fixture
def board(open_page: OpenPage) -> Page:
    """The projector in the hall."""
    return open_page(BOARD)


@pytest.fixture
def sign_in(server: DemoServer) -> SignIn:
    """``sign_in(page, "ORGANIZER")``: through the form, as a person would."""

    def signed_in(page: Page, role: str) -> None:
        page.goto("/accounts/login/")
        page.locator("input[name=login]").fill(server.logins[role]["email"])
        page.locator("input[name=password]").fill(server.logins[role]["password"])
        page.locator("input[name=password]").press("Enter")
        page.wait_for_url("**/desk/**")

    return signed_in
