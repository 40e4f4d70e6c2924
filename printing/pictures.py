"""The picture of an event for links that are shared: 1200 × 630 pixels, as messengers show it."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Final

import typst

from printing.rendering import FOLDER, load_fonts

TEMPLATE: Final = "picture.typ"
WIDTH, HEIGHT = 1200, 630
PIXELS_PER_INCH: Final = 72
"""A point of the template is a pixel."""
MOST_ROWS = 5
_LONG_WORD = re.compile(r"(\S{12})(?=\S)")
LONGEST: Final = {"club": 56, "about": 100}
LONGEST_NAMES = 30


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A place, and the entries that have it."""

    place: str
    names: str
    value: str = ""
    """What it is ranked by, where there is a number."""


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """Finished texts: the template adds no word, and takes no text for markup."""

    name: str
    club: str
    about: str
    state: str
    heading: str = ""
    """Above the rows; without rows, the round that is being played."""
    rows: tuple[PictureRow, ...] = ()
    language: str = "it"


def render_picture(picture: SharedPicture) -> bytes:
    """The picture as PNG."""
    document = asdict(picture)
    for key, most in LONGEST.items():
        document[key] = _shorten(document[key], most)
    # A word wider than its column would leave the picture: it may break after 12 letters.
    for key in ("name", "about"):
        document[key] = _LONG_WORD.sub("\\1\u200b", document[key])
    for row in document["rows"]:
        row["names"] = _shorten(row["names"], LONGEST_NAMES)
        # 1–32 stays on its line.
        row["place"] = row["place"].replace("–", "\u2060–\u2060")
    compiler = typst.Compiler(
        FOLDER / TEMPLATE,
        root=FOLDER,
        font_paths=load_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"document": json.dumps(document, ensure_ascii=False)},
    )
    content = compiler.compile(format="png", ppi=PIXELS_PER_INCH)
    assert isinstance(content, bytes), "a picture has one page"
    return content


def _shorten(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return f"{text[: most - 1].rstrip()}…"
