"""Reads the text of a PDF of ours: what somebody could mark with the mouse and copy."""

import re
import zlib

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
