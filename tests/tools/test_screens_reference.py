"""The list of screens: one row a page, and every view that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.compile(r"^\| (?!---|page |from |game )(.+) \|$", re.MULTILINE)
VIEW = re.compile(r"`([\w/]+\.py)`")


def read_rows() -> list[list[str]]:
    text = (ROOT / "docs/reference/screens.md").read_text()
    listed = text[text.index("## Desk") :]
    return [row.split(" | ") for row in ROWS.findall(listed)]


def test_no_page_is_listed_twice() -> None:
    pages = [row[0] for row in read_rows()]
    addresses = [tuple(row[1:3]) for row in read_rows()]
    assert len(pages) == len(set(pages))
    assert [address for address in addresses if addresses.count(address) > 1] == []


def test_every_view_is_there() -> None:
    missing = []
    for row in read_rows():
        for name in VIEW.findall(row[-1]):
            places = (ROOT / name, *(ROOT / "web" / part / name for part in ("desk", "board", "")))
            if not any(path.is_file() for path in places):
                missing.append((row[0], name))
    assert missing == []
