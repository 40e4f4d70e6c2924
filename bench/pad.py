"""A hand on the pad under a processor four times slower: from the tap to the preview."""

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from bench.figures import Figure
from tests.browser.conftest import PHONE
from tests.browser.screens import screens
from tests.browser.screens.addresses import things_of
from tests.browser.screens.looking import opened_screen
from tests.browser.server import running
from tools.chromium import FLAGS, find_chromium

SLOWER = 4
TAPS = 24
TAP = """(at) => {
  const key = document.querySelectorAll(".pad3 input:not([disabled])")[at];
  const began = performance.now();
  key.click();
  document.querySelector(".thumb output").getBoundingClientRect();
  return performance.now() - began;
}"""


def measure() -> list[Figure]:
    path = find_chromium()
    if path is None:
        return []
    with running(Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        phone: dict[str, Any] = PHONE
        context = browser.new_context(base_url=server.base_url, locale="it-IT", **phone)
        found = screens(things_of(server))
        hand = next(each for each in found if each.name == "pad-hand")
        with opened_screen(context, hand) as page:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.evaluate(TAP, 0)
            times = [page.evaluate(TAP, 1 + at % 10) for at in range(TAPS)]
        browser.close()
    return [
        Figure(f"pad, tap to preview, {SLOWER}× slower, median", median(times), "ms", "≤ 100"),
        Figure(f"pad, tap to preview, {SLOWER}× slower, worst", max(times), "ms", "≤ 100"),
    ]
