"""Every screen at three widths, in both themes and both languages, into docs/screenshots/."""

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from tests.browser.demo import create_demo, create_first_data
from tests.browser.screens import screens
from tests.browser.screens.addresses import things_of
from tests.browser.screens.looking import opened_screen, visitors
from tests.browser.server import running
from tools.chromium import FLAGS, require_chromium
from tools.paths import ROOT

OUT = ROOT / "docs" / "screenshots" / "all"
WIDTHS = {360: 740, 768: 1024, 1440: 900}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = {"it": "it-IT", "en": "en-GB"}


def main() -> None:
    """Names are ``screen-width-theme-language.png``; with words, only screens that have one of them
    in their name."""
    wanted = sys.argv[1:]
    OUT.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    create_first_data(folder)
    create_demo(folder)
    with running(folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require_chromium(), args=FLAGS)
        chosen = list(screens(things_of(server)))
        if wanted:
            chosen = [screen for screen in chosen if any(word in screen.name for word in wanted)]
        for language, locale in LANGUAGES.items():
            with visitors(browser, server, language=locale) as contexts:
                for screen in chosen:
                    with opened_screen(contexts[screen.role], screen) as page:
                        take_pictures(page, f"{screen.name}-{{}}-{{}}-{language}.png")
        browser.close()
    sys.stdout.write(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.relative_to(ROOT)}\n")


def take_pictures(page: Page, pattern: str) -> None:
    for (width, height), theme in product(WIDTHS.items(), THEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.screenshot(path=OUT / pattern.format(width, theme), full_page=width != 1440)


if __name__ == "__main__":
    main()
