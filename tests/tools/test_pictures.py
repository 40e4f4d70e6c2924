"""Pages show exactly the pictures that `make pictures` takes, and these are small."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.paths import ROOT
from tools.pictures import FOLDER, LARGEST_PICTURE, LARGEST_SUM, list_names

SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)\s]+\.webp)\)")


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shown_pictures() -> Iterator[tuple[Path, str, Path]]:
    """Every picture in the pages: the page, what stands for the picture, the file."""
    for page in pages():
        for words, target in SHOWN.findall(page.read_text(encoding="utf-8")):
            yield page, words, (page.parent / target).resolve()


def test_every_picture_is_shown_and_taken_by_the_tool() -> None:
    shown = {path.relative_to(FOLDER).as_posix() for _, _, path in shown_pictures()}
    files = {path.relative_to(FOLDER).as_posix() for path in committed_pictures()}
    assert shown == list_names() == files


def test_every_picture_has_words() -> None:
    assert [path for _, words, path in shown_pictures() if len(words) < 8] == []


def test_pages_in_italian_show_italian_screens() -> None:
    italian = {"organizzatore.md", "arbitro.md", "giocatore.md"}
    wrong = [
        (page.name, path.name)
        for page, _, path in shown_pictures()
        if (path.parent.name == "it") != (page.name in italian)
    ]
    assert wrong == []


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in committed_pictures()}
    assert {name: size for name, size in sizes.items() if size > LARGEST_PICTURE} == {}
    assert sum(path.stat().st_size for path in committed_pictures()) <= LARGEST_SUM


def committed_pictures() -> list[Path]:
    """All but those of `make screenshots`, which nobody commits."""
    return [path for path in FOLDER.rglob("*.webp") if path.parent != FOLDER / "all"]
