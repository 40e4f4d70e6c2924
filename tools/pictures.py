"""The pictures of README.md and of the guide: `make pictures` takes all of them, in each language,
from a new demo, and writes them to docs/screenshots/."""

import base64
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.demo import create_demo, create_first_data
from tests.browser.screens import screens
from tests.browser.screens.addresses import Things, make_things
from tests.browser.screens.looking import opened_screen, visitors
from tests.browser.screens.screen import Screen, Step
from tests.browser.server import DemoServer, running
from tools.chromium import FLAGS, require_chromium
from tools.paths import ROOT

FOLDER: Final = ROOT / "docs" / "screenshots"
LANGUAGES: Final[Mapping[str, str]] = {"en": "en-GB", "it": "it-IT"}
"""The folder of a language, and the locale of its browser."""
LARGEST_PICTURE: Final = 150_000
LARGEST_SUM: Final = 2_000_000
"""Bytes."""
QUALITY: Final = 90
"""Of WebP: text stays sharp, at a third of the size of a PNG."""
SCROLL_TO: Final = "part => scrollTo(0, scrollY + part.getBoundingClientRect().top - 16)"
"""Shows nothing above the part; scrollIntoView() leaves the space that its style asks for."""
PRIZES: Final = (("1", "1", "Due prosciutti"), ("2", "2", "Due salami"), ("3", "4", "Sangiovese"))


@dataclass(frozen=True)
class Picture:
    """A picture ``name``.webp of a screen of the tests, in a window of this size that shows the
    page from ``part`` on."""

    name: str
    screen: str
    width: int = 1200
    height: int = 800
    theme: Literal["light", "dark"] = "light"
    part: str = "body"


def phone(name: str, screen: str, theme: Literal["light", "dark"] = "light") -> Picture:
    return Picture(name, screen, 360, 740, theme)


PICTURES: Final = (
    Picture("desk-new-event", "desk-new-event", part="#formats"),
    Picture("desk-import", "desk-import", 1200, 1000, part=".banner"),
    Picture("desk-draw", "desk-draw-committed"),
    Picture("desk-cards", "desk-cards", 1200, 460, part="ol.cards"),
    Picture("desk-event", "desk-event"),
    Picture("desk-bracket", "desk-bracket"),
    Picture("desk-sheet", "desk-sheet"),
    Picture("desk-correction", "desk-correction"),
    Picture("desk-prize-list", "prizes-of-a-closed-event", 1200, 620),
    Picture("board-wall", "board-wall", 1280, 720),
    phone("board-event", "board-event", "dark"),
    phone("pad-code", "pad-code"),
    phone("pad-match", "pad-match"),
    phone("pad-hand", "pad-hand-chosen"),
    phone("pad-offline", "pad-offline"),
    phone("pad-sign", "pad-sign"),
)


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    create_first_data(folder)
    create_demo(folder)
    with running(folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require_chromium(), args=FLAGS)
        for language in LANGUAGES:
            take_pictures(browser, server, language, FOLDER / language)
        browser.close()


def list_names() -> set[str]:
    """The pictures as paths below the folder."""
    return {f"{language}/{picture.name}.webp" for language in LANGUAGES for picture in PICTURES}


def take_pictures(browser: Browser, server: DemoServer, language: str, folder: Path) -> None:
    """Takes all pictures of one language."""
    folder.mkdir(parents=True, exist_ok=True)
    things = make_things(server)
    known = {screen.name: screen for screen in (*screens(things), closed_event(things))}
    in_italy = {"timezone_id": "Europe/Rome"}
    with visitors(browser, server, language=LANGUAGES[language], **in_italy) as contexts:
        for picture in PICTURES:
            screen = known[picture.screen]
            with opened_screen(contexts[screen.role], screen) as page:
                page.set_viewport_size({"width": picture.width, "height": picture.height})
                page.emulate_media(color_scheme=picture.theme, reduced_motion="reduce")
                page.locator(picture.part).first.evaluate(SCROLL_TO)
                (folder / f"{picture.name}.webp").write_bytes(take_picture(page))


def take_picture(page: Page) -> bytes:
    """The window as WebP, which Playwright itself does not offer."""
    devtools = page.context.new_cdp_session(page)
    options = {"format": "webp", "quality": QUALITY}
    return base64.b64decode(devtools.send("Page.captureScreenshot", options)["data"])


def closed_event(things: Things) -> Screen:
    """The prize list of an event that is over."""
    prizes = f"/desk/events/{things.over}/prizes/"
    return Screen(
        "prizes-of-a-closed-event", f"{prizes}list/", "OWNER", before=(write_prizes(prizes),)
    )


def write_prizes(address: str) -> Step:
    def write(page: Page) -> None:
        page.goto(address)
        for at, (first, last, text) in enumerate(PRIZES):
            for field, value in (("first", first), ("last", last), ("text", text)):
                page.locator(f"[name='{at}-{field}']").fill(value)
        reason = page.locator("[name=amendment]")
        if reason.count():
            reason.fill("Premi annunciati in sala")
        page.locator("main form button[type=submit]:not([name])").click()

    return write


if __name__ == "__main__":
    main()
