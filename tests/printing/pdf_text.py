"""Reads the text of a PDF of ours: what somebody could mark with the mouse and copy, and where it
stands."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.S)
_STREAM = re.compile(rb"/Length (\d+)(?!\d| \d+ R).*?stream\r?\n", re.S)
_FONT = re.compile(rb"/(f\d+) (\d+) 0 R")
_TO_UNICODE = re.compile(rb"/ToUnicode (\d+) 0 R")
_CHARACTER = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
_INSIDE = rb"(?:\\.|[^\\()])*"
"""A string between its brackets. Those of a pair stand in it as they are: five deep, here."""
for _depth in range(5):
    _INSIDE = rb"(?:\\.|[^\\()]|\(" + _INSIDE + rb"\))*"
_SHOWN = re.compile(
    rb"/(f\d+) [\d.]+ Tf|((?:\(" + _INSIDE + rb"\)|[-\d. ])+)\]TJ|(\(" + _INSIDE + rb"\)) ?Tj",
    re.S,
)
_TEXT = re.compile(rb"\((" + _INSIDE + rb")\)", re.S)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.S)
_DESCENDANT = re.compile(rb"/DescendantFonts\[(\d+) 0 R\]")
_WIDTHS = re.compile(rb"/W\[((?:[-\d. ]|\[[-\d. ]*\])*)\]")
_WIDTH = re.compile(rb"(\d+) (?:\[([-\d. ]*)\]|(\d+) ([-\d.]+))")
_OPERATOR = re.compile(
    rb"((?:[-\d.]+ ){6})(cm|Tm)|/(f\d+) ([\d.]+) Tf|\[((?:\("
    + _INSIDE
    + rb"\)|[-\d. ])+)\]TJ|(\("
    + _INSIDE
    + rb"\)) ?Tj|(?<![^\s])([qQ])(?![^\s])",
    re.S,
)
_PIECE = re.compile(rb"\((" + _INSIDE + rb")\)|(-?[\d.]+)", re.S)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_pdf_text(pdf: bytes) -> str:
    """The text of all pages, a line for each piece that was set by itself."""
    objects = {int(number): content for number, content in _OBJECT.findall(pdf)}
    pages = [content for content in objects.values() if b"/Type/Page/" in content]
    lines: list[str] = []
    for page in pages:
        resources = objects[_find_reference(page, b"Resources")]
        fonts = {
            name: _read_characters(objects, int(number))
            for name, number in _FONT.findall(resources)
        }
        lines += _read_lines(_unpack(objects[_find_reference(page, b"Contents")]), fonts)
    return "\n".join(lines)


def _find_reference(content: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", content)
    assert found is not None, name
    return int(found[1])


def _unpack(content: bytes) -> bytes:
    found = _STREAM.search(content)
    assert found is not None
    return zlib.decompress(content[found.end() : found.end() + int(found[1])])


def _read_characters(objects: dict[int, bytes], font: int) -> dict[int, str]:
    """The text of each glyph of a font."""
    found = _TO_UNICODE.search(objects[font])
    if found is None:
        return {}
    characters = _CHARACTER.findall(_unpack(objects[int(found[1])]))
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in characters
    }


def _read_lines(content: bytes, fonts: dict[bytes, dict[int, str]]) -> list[str]:
    lines = []
    characters: dict[int, str] = {}
    for font, several, one in _SHOWN.findall(content):
        if font:
            characters = fonts[font]
            continue
        raw = b"".join(_ESCAPED.sub(_unescape, text) for text in _TEXT.findall(several or one))
        glyphs = (int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2))
        lines.append("".join(characters.get(glyph, "") for glyph in glyphs))
    return lines


def _unescape(found: re.Match[bytes]) -> bytes:
    sign = found[1]
    if len(sign) == 3:
        return bytes([int(sign, 8)])
    return _CONTROLS.get(sign, sign)


Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_LETTER_HEIGHT = 0.6
"""Of a letter without what hangs below the line, in parts of its size."""
_TOLERANCE = 0.6
"""Points by which two texts may touch."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text that was set by itself, and its place on the page in points, from below."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: "PlacedText") -> bool:
        """Whether letters of both lie on each other."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > _TOLERANCE
            and min(self.top, other.top) - max(self.bottom, other.bottom) > _TOLERANCE
        )


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """A page, its size in points, and its texts."""

    width: float
    height: float
    texts: tuple[PlacedText, ...]

    def list_covered(self) -> list[tuple[str, str]]:
        """The pairs of texts that lie on each other."""
        return [
            (one.text, other.text)
            for one, other in combinations(self.texts, 2)
            if one.text.strip() and other.text.strip() and one.covers(other)
        ]

    def list_outside(self) -> list[str]:
        """The texts that do not fit on the page."""
        return [
            each.text
            for each in self.texts
            if each.left < 0 or each.bottom < 0 or each.right > self.width or each.top > self.height
        ]


def read_placed_pages(pdf: bytes) -> list[PlacedPage]:
    """The pages with their texts and the places of these."""
    objects = {int(number): content for number, content in _OBJECT.findall(pdf)}
    found = []
    for page in objects.values():
        if b"/Type/Page/" not in page:
            continue
        resources = objects[_find_reference(page, b"Resources")]
        fonts = {
            name: (_read_characters(objects, int(number)), _read_widths(objects, int(number)))
            for name, number in _FONT.findall(resources)
        }
        size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)", page)
        assert size is not None
        content = _unpack(objects[_find_reference(page, b"Contents")])
        found.append(PlacedPage(float(size[1]), float(size[2]), tuple(_place(content, fonts))))
    return found


def _read_widths(objects: dict[int, bytes], font: int) -> dict[int, float]:
    """The widths of the glyphs of a font, in parts of its size."""
    descendant = _DESCENDANT.search(objects[font])
    if descendant is None:
        return {}
    listed = _WIDTHS.search(objects[int(descendant[1])])
    assert listed is not None
    widths: dict[int, float] = {}
    for first, several, last, width in _WIDTH.findall(listed[1]):
        if several:
            for offset, each in enumerate(several.split()):
                widths[int(first) + offset] = float(each) / 1000
            continue
        for glyph in range(int(first), int(last) + 1):
            widths[glyph] = float(width) / 1000
    return widths


_Fonts: TypeAlias = dict[bytes, tuple[dict[int, str], dict[int, float]]]


def _place(content: bytes, fonts: _Fonts) -> Iterator[PlacedText]:
    matrices = [_IDENTITY]
    of_text = _IDENTITY
    characters: dict[int, str] = {}
    widths: dict[int, float] = {}
    size = 0.0
    for numbers, act, font, points, several, one, saving in _OPERATOR.findall(content):
        if saving == b"q":
            matrices.append(matrices[-1])
        elif saving == b"Q":
            matrices.pop()
        elif act:
            a, b, c, d, e, f = map(float, numbers.split())
            if act == b"Tm":
                of_text = (a, b, c, d, e, f)
            else:
                matrices[-1] = _multiply((a, b, c, d, e, f), matrices[-1])
        elif font:
            (characters, widths), size = fonts[font], float(points)
        else:
            text, width = _measure(several or one, characters, widths)
            matrix = _multiply(of_text, matrices[-1])
            yield _make_placed(text, width * size, size * _LETTER_HEIGHT, matrix)


def _multiply(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _measure(
    shown: bytes, characters: dict[int, str], widths: dict[int, float]
) -> tuple[str, float]:
    """A text and its width in parts of the size of its font."""
    text, width = "", 0.0
    for letters, gap in _PIECE.findall(shown):
        if gap:
            width -= float(gap) / 1000
            continue
        raw = _ESCAPED.sub(_unescape, letters)
        for at in range(0, len(raw), 2):
            glyph = int.from_bytes(raw[at : at + 2])
            text += characters.get(glyph, "")
            width += widths.get(glyph, 0)
    return text, width


def _make_placed(text: str, width: float, height: float, matrix: Matrix) -> PlacedText:
    a, b, c, d, e, f = matrix
    across = [e, e + a * width, e + c * height, e + a * width + c * height]
    up = [f, f + b * width, f + d * height, f + b * width + d * height]
    return PlacedText(text, min(across), min(up), max(across), max(up))
