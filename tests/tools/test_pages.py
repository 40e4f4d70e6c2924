"""The checks of pages and of vendored files find what they are there to find."""

import hashlib
from pathlib import Path

import pytest

from tools.docs import find_page_faults
from tools.paths import ROOT
from tools.vendored import faults


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[here](other.md)", []),
        ("[here](other.md#the-first-part)", []),
        ("[here](#a-title)\n# A title", []),
        ("[far](https://example.org/#x)", []),
        ("```python\nx = 1\n```", []),
        ("```sh\nmake run\n```", []),
        ("[here](none.md)", ["leads nowhere: none.md"]),
        ("[here](other.md#none)", ["there is no such heading: other.md#none"]),
        ("```python\nx = = 1\n```", ["this is no python: x = = 1 …"]),
        ("```json\n{x: 1}\n```", ["this is no json: {x: 1} …"]),
    ],
)
def test_a_page_is_read_as_its_reader_would(tmp_path: Path, text: str, found: list[str]) -> None:
    (tmp_path / "other.md").write_text("# Other\n\n## The first part\n")
    page = tmp_path / "page.md"
    page.write_text(text)
    assert list(find_page_faults(page, text)) == found


def test_every_link_of_every_page_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *(ROOT / "docs").rglob("*.md")]
    found = {
        page.relative_to(ROOT).as_posix(): wrong
        for page in pages
        if (wrong := list(find_page_faults(page, page.read_text(encoding="utf-8"))))
    }
    assert len(pages) > 70
    assert found == {}


def test_every_page_is_listed_by_the_index_of_its_folder() -> None:
    missing = [
        page.relative_to(ROOT).as_posix()
        for folder in ("guide", "how-to", "reference", "explanation", "explanation/decisions")
        for page in (ROOT / "docs" / folder).glob("*.md")
        if page.name != "index.md"
        and f"({page.name})" not in (page.parent / "index.md").read_text(encoding="utf-8")
    ]
    assert missing == []


def test_vendored_files_are_those_of_the_list(tmp_path: Path) -> None:
    names = ("same.js", "changed.js", "missing.js")
    for name in (*names, "new.js"):
        (tmp_path / name).write_text(name)
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in names}
    listed = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    (tmp_path / "SHA256SUMS").write_text(listed)
    (tmp_path / "missing.js").unlink()
    (tmp_path / "changed.js").write_text("other")
    assert faults(tmp_path) == [
        "missing.js: is listed and missing",
        "new.js: is not listed",
        "changed.js: is not what was vendored",
    ]
