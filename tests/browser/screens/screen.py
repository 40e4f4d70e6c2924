"""A screen, and what is done on it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

Step = Callable[[Page], Any]


@dataclass(frozen=True)
class Screen:
    """A screen: its name in a picture's name, its address, who looks (a role of the demo), what is
    arranged before it is opened, and what is done there."""

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
    """Presses the first of these and waits for what then stands there."""

    def step(page: Page) -> None:
        page.locator(selector).first.click()
        expect(page.locator(then).first).to_be_visible()

    return step


def seen(selector: str) -> Step:
    """Waits for the first of these."""
    return lambda page: expect(page.locator(selector).first).to_be_visible()
