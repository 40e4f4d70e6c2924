"""The phones: pages of real Chromium processes that keep their storage when they are killed."""

import asyncio
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL
from typing import Any

from playwright.async_api import BrowserContext, Page, Playwright
from playwright.async_api import Error as PlaywrightError

from tests.browser.conftest import PHONE
from tools.chromium import FLAGS, require_chromium

ROBOT = (Path(__file__).parent / "robot.js").read_text(encoding="utf-8")
CHEAP: dict[str, Any] = {"device_scale_factor": 1, "reduced_motion": "reduce"}
"""Saves work: two processors draw forty pages."""
ACT_WITHIN = 60.0
"""Seconds for one act on a pad; a hanging request takes 12 of them."""
OPEN_WITHIN = 20_000
"""Milliseconds for a page to load, on a bad network."""

HAS_STARTED = "Boolean(globalThis.robot && document.querySelector('form.fill'))"


class Interrupted(Exception):
    """The page was closed during an act: it may or may not have been done."""


@dataclass
class Phones:
    """A Chromium process with its own folder; its pages are pads."""

    name: str
    folder: Path
    playwright: Playwright
    deaths: int = 0
    _context: BrowserContext | None = None
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open_page(self) -> Page:
        """A new page, in the running process or in a new one."""
        async with self._starting:
            if self._context is None:
                phone: dict[str, Any] = PHONE | CHEAP
                context = await self.playwright.chromium.launch_persistent_context(
                    self.folder,
                    executable_path=require_chromium(),
                    args=list(FLAGS),
                    locale="it-IT",
                    **phone,
                )
                context.on("close", self._forget)
                await context.add_init_script(ROBOT)
                self._context = context
            return await self._context.new_page()

    def _forget(self, context: BrowserContext) -> None:
        if self._context is context:
            self._context = None

    async def kill(self) -> None:
        """Kills the process with all its pads, as an empty battery does."""
        async with self._starting:
            if self._context is None:
                return
            for pid in _find_browser_pids(self.folder):
                with suppress(ProcessLookupError):
                    os.kill(pid, SIGKILL)
            self.deaths += 1
            # Until the event of the closed context: no page may be opened in the dying process.
            while self._context is not None:
                await asyncio.sleep(0.05)

    async def close(self) -> None:
        if self._context is not None:
            with suppress(PlaywrightError):
                await self._context.close()


def _find_browser_pids(folder: Path) -> list[int]:
    """The browser process of this folder; its child processes have a ``--type`` and end with it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            is_child = any(word.startswith("--type=") for word in words)
            if f"--user-data-dir={folder}" in words and not is_child:
                found.append(int(path.parent.name))
    return found


@dataclass
class Pad:
    """A phone at a table, with its own host name."""

    name: str
    phones: Phones
    port: int
    secret: str
    """The secret on the card that the pad scans when it is first opened."""
    openings: int = 0
    faults: list[str] = field(default_factory=list)
    """Errors that the page threw."""
    _page: Page | None = None
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def act(self, what: str, **given: Any) -> dict[str, Any]:
        """Has the robot do something. Raises Interrupted."""
        page = await self._open()
        call = "([what, given]) => robot[what](given)"
        try:
            async with asyncio.timeout(ACT_WITHIN):
                done: dict[str, Any] = await page.evaluate(call, [what, given])
        except (PlaywrightError, TimeoutError) as error:
            if page.is_closed() or isinstance(error, TimeoutError):
                await self.close()
            raise Interrupted(str(error)) from error
        return done

    async def reload(self) -> None:
        with suppress(PlaywrightError):
            if self._page is not None:
                await self._page.reload(timeout=OPEN_WITHIN, wait_until="commit")

    async def close(self) -> None:
        """Closes the page; the next act opens it again."""
        # Forgotten first: while it closes, another act already opens a new one.
        page, self._page = self._page, None
        if page is not None:
            with suppress(PlaywrightError):
                await page.close()

    async def _open(self) -> Page:
        async with self._opening:
            while True:
                with suppress(PlaywrightError):
                    page = await self._open_once()
                    if page is not None:
                        return page
                await asyncio.sleep(0.5)

    async def _open_once(self) -> Page | None:
        """The page if the pad has started in it. A page that did not load is loaded again."""
        if self._page is None or self._page.is_closed():
            self._page = await self.phones.open_page()
            self._page.on("pageerror", lambda error: self.faults.append(str(error)))
            self.openings += 1
        elif await self._page.evaluate(HAS_STARTED):
            return self._page
        address = f"http://{self.name}.localhost:{self.port}/pad/"
        # The card of the table is scanned once.
        if self.openings == 1:
            address += f"#{self.secret}"
        await self._page.goto(address, timeout=OPEN_WITHIN, wait_until="commit")
        await self._page.wait_for_selector("form.fill", state="attached", timeout=OPEN_WITHIN)
        return self._page
