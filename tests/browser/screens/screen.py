"""A screen and the steps that lead to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

Step = Callable[[Page], Any]


@dataclass(frozen=True)
class Screen:
    """A screen: its name (also in the names of screenshots), its address, the role of the demo that
    looks at it, the steps before it is opened, and the steps on it."""

    name: str
    path: str
    role: str = ""
    before: tuple[Step, ...] = ()
    do: tuple[Step, ...] = ()
    status: int = 200

    @property
    def is_pad(self) -> bool:
        return self.path.startswith("/pad/")


def press(selector: str, then: str) -> Step:
    """Clicks the first match of ``selector`` and waits until ``then`` is visible."""

    def step(page: Page) -> None:
        page.locator(selector).first.click()
        expect(page.locator(then).first).to_be_visible()

    return step


def seen(selector: str) -> Step:
    """Waits for the first match."""
    return lambda page: expect(page.locator(selector).first).to_be_visible()
