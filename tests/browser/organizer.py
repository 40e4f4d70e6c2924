"""An organizer at the desk, who counts what an evening costs: clicks, key presses, screens."""

import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

ROW = re.compile(r"^\| ([a-z][^|]+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
"""A part of an evening with its clicks and keys, as a page of the documentation has it."""
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=/)\d+(?=[/.])")


class DeskOrganizer:
    """A person at a page. ``clicks``: buttons, links and boxes; ``keys``: all that is typed by
    hand, Enter too. What is pasted or chosen from a folder is one click. ``screens``: the addresses
    that were seen, without the ids in them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.keys = 0
        self.screens: set[str] = set()
        self.counted: dict[str, tuple[int, int]] = {}
        """Clicks and keys of each part of the evening."""
        self._at = (0, 0)
        page.on("framenavigated", lambda frame: self._see(frame.url))

    def _see(self, url: str) -> None:
        address = urlsplit(url)
        # Chromium shows a PDF by an extension of its own, in a frame.
        if address.scheme == "http":
            self.screens.add(IDS.sub("*", address.path))

    @property
    def event(self) -> str:
        """The address of the event whose page is open."""
        found = re.match(r"/desk/events/[0-9a-f-]{36}/", urlsplit(self.page.url).path)
        assert found, self.page.url
        return found[0]

    def end_part(self, name: str) -> None:
        """Notes what this part of the evening has cost."""
        clicks, keys = self._at
        self.counted[name] = (self.clicks - clicks, self.keys - keys)
        self._at = (self.clicks, self.keys)

    def check_costs(self, page: Path) -> None:
        """No part costs more than a page of the documentation says, and it names no other part."""
        text = page.read_text(encoding="utf-8")
        limits = {name: (int(clicks), int(keys)) for name, clicks, keys in ROW.findall(text)}
        assert limits.keys() == self.counted.keys()
        over = {
            name: counted
            for name, counted in self.counted.items()
            if counted[0] > limits[name][0] or counted[1] > limits[name][1]
        }
        assert not over, self.counted
        (screens,) = re.findall(r"\*\*(\d+) screens\*\*", text)
        assert len(self.screens) <= int(screens), " ".join(sorted(self.screens))

    def click(self, where: str | Locator) -> None:
        """Clicks the first thing that a selector finds, as a person who sees it."""
        found = self.page.locator(where).first if isinstance(where, str) else where
        found.click()
        self.clicks += 1

    def unfold(self, where: str) -> None:
        self.click(f"{where} > summary")

    def press_button(self, action: str, *, name: str = "") -> None:
        """The button of the form that is sent to an address ending so."""
        button = f"[name={name}]" if name else ":not([name])"
        self.click(f"form[action$='{action}'] button[type=submit]{button}")

    def open_tab(self, address: str) -> None:
        """A tab of the event, or a page of its tab."""
        target = self.event + address
        self.click(f"nav a[href='{target}']")
        self.page.wait_for_url(f"**{target}")

    def choose(self, where: str, value: str) -> None:
        """A row of a list of choices: a click opens it, a click takes one."""
        self.page.locator(where).first.select_option(value)
        self.clicks += 2

    def fill(self, where: str | Locator, text: str) -> None:
        """Writes into a field, in place of what is there: a click, then the keys."""
        field = self.page.locator(where).first if isinstance(where, str) else where
        field.click()
        field.fill(text)
        self.clicks += 1
        self.keys += len(text)

    def type(self, text: str) -> None:
        """Keys for what has the focus."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        """One key, or a key with another held down, which counts as both."""
        self.page.keyboard.press(key)
        self.keys += key.count("+") + 1

    def paste(self, where: str, text: str) -> None:
        """What was copied elsewhere: a click into the field, and Control and V."""
        field = self.page.locator(where).first
        field.click()
        field.fill(text)
        self.clicks += 1
        self.keys += 2

    def choose_file(self, where: str, path: Path) -> None:
        """A click opens the folder, another takes the file."""
        self.page.locator(where).set_input_files(path)
        self.clicks += 2

    def read_pdf(self, button: str) -> None:
        """Opens a PDF and returns to the desk."""
        is_pdf = re.compile(r"\.pdf(\?|$)")
        with self.page.context.expect_event(
            "response", lambda answer: bool(is_pdf.search(answer.url))
        ) as found:
            self.click(button)
        assert found.value.status == 200
        assert found.value.headers["content-type"] == "application/pdf"
        if is_pdf.search(self.page.url):
            self.page.go_back()
            self.clicks += 1

    def sign_in(self, email: str, password: str) -> None:
        self.page.goto("/accounts/login/")
        self.page.locator("input[name=login]").fill(email)
        self.page.locator("input[name=password]").fill(password)
        self.keys += len(email) + len(password)
        self.click("main form button[type=submit]")
        self.page.wait_for_url("**/desk/**")

    def draw(self, word: str) -> None:
        """From the banner that offers a draw, or lots, until they are held."""
        self.click("form.banner.next button[type=submit]")
        expect(self.page.locator(".commitment .large b")).to_have_count(4)
        self.fill("input[name=word]", word)
        self.press_button("/hold/")
        expect(self.page.locator("#drawn")).to_be_visible()

    def write_results(self, tables: Sequence[int], scores: Sequence[str]) -> int:
        """Results at the keyboard screen, each with its table, its score and Enter. Returns how
        many keys the one with most has taken."""
        most = 0
        written = self.page.locator("#paper-missing progress")
        before = int(written.get_attribute("value") or 0)
        for count, (table, score) in enumerate(zip(tables, scores, strict=True), start=1):
            keys = self.keys
            self.write_result(table, score)
            expect(written).to_have_attribute("value", str(before + count))
            most = max(most, self.keys - keys)
        return most

    def write_result(self, table: int, score: str) -> None:
        """The number of the table replaces the one in the field, unless it is the one."""
        if self.page.locator("input[name=table]").input_value() != str(table):
            self.type(str(table))
        self.press("Enter")
        self.type(score)
        self.press("Enter")

    def missing_tables(self) -> list[int]:
        """The tables whose result is still missing in the round on the screen."""
        expect(self.page.locator("#paper-missing .missing")).to_be_visible()
        squares = self.page.locator("#paper-missing .missing a:not(.in)")
        texts = squares.evaluate_all("all => all.map((each) => each.lastChild.textContent)")
        return [int(text) for text in texts]
