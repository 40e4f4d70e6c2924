"""The first load of the pad on a slow phone in a hall with a bad network."""

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from bench.figures import Figure
from tests.browser.conftest import PHONE
from tests.browser.pad import card_of, come_in
from tests.browser.server import running
from tools.chromium import FLAGS, find_chromium

SLOWER = 4
SLOW_3G = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds a round trip and bytes a second: the profile "3G Slow" of WebPageTest."""
TIMES = 3
SHOWN = """() => document.querySelector("button[name=open_hand]") && performance.now()"""
CODE = """() => document.querySelector("#code") && performance.now()"""
ALL_THERE = """() => performance.getEntriesByType("resource")
  .some((each) => each.name.includes("/screens/hand."))"""
LOADED = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


def measure() -> list[Figure]:
    path = find_chromium()
    if path is None:
        return []
    with running(Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        card = card_of(server, 0)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        phone: dict[str, Any] = {**PHONE, "base_url": server.base_url, "locale": "it-IT"}
        cold, first, whole, warm = [], [], [], []
        for _ in range(TIMES):
            context = browser.new_context(**phone)
            page = _slow_page(context)
            cold.append(_seconds_until(page, "/pad/", CODE))
            first.append(page.evaluate(LOADED))
            page.wait_for_function(ALL_THERE, polling="raf")
            page.wait_for_load_state("networkidle")
            whole.append(page.evaluate(LOADED))
            page.close()
            # The second visit of a phone that sits at a table.
            page = context.new_page()
            come_in(page, card)
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            page.close()
            warm.append(_seconds_until(_slow_page(context), "/pad/", SHOWN))
            context.close()
        browser.close()
    slow = f"slow 3G, {SLOWER}× slower"
    return [
        Figure("pad, first screen, over the wire", median(first) / 1000, "kB", "≤ 100"),
        Figure("pad, with the screens of a match", median(whole) / 1000, "kB", "≤ 100"),
        Figure(f"pad, code can be typed, cold, {slow}", median(cold), "s", "≤ 5"),
        Figure(f"pad, hand can be opened, warm, {slow}", median(warm), "s", "≤ 2.5"),
    ]


def _slow_page(context: BrowserContext) -> Page:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_3G})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def _seconds_until(page: Page, path: str, usable: str) -> float:
    page.goto(path, wait_until="commit")
    return float(page.wait_for_function(usable, polling="raf").json_value()) / 1000
