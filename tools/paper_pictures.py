"""The small pictures on the page of what can be printed: `python -m tools.paper_pictures` draws the
first page of every layout from made-up events, and writes static/img/papers/."""

import os
import struct
import sys
import zlib
from typing import TYPE_CHECKING, Final

import django

from bench.django_setup import fresh, run
from tools.paths import ROOT

if TYPE_CHECKING:
    from tournaments.models import Event

FOLDER: Final = ROOT / "static" / "img" / "papers"
PPI: Final = 25
"""A sheet of A4 is 208 pixels wide: twice its size on the page, for fine screens."""
GREY_BITS: Final = 4
RGBA: Final = 4
PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"


def main() -> None:
    if os.environ.get("DJANGO_SETTINGS_MODULE") != "bench.settings":
        with fresh("sqlite") as environment:
            sys.stdout.write(run(environment, "-m", "tools.paper_pictures"))
        return
    django.setup()
    draw_pictures()


def draw_pictures() -> None:
    """Writes the picture of each layout."""
    from django.utils import translation

    from printing.catalog import LAYOUTS
    from printing.rendering import render_images
    from tests.factories import NOW, owner_of
    from tests.printing.halls import make_hall, make_order
    from tournaments.services.hall.table_codes import make_codes

    first = make_hall(32, moment="first")
    last = make_hall(32, moment="last")
    groups = make_hall(8, moment="middle", format="groups", options={"group_size": 4})
    _prepare(first)
    _prepare(last)
    make_codes(event=first, actor=owner_of(first.club), now=NOW)
    events = {"groups": groups, "bracket": last, "standings": last, "cash": last}
    events |= dict.fromkeys(("prizes", "certificates", "receipts"), last)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, layout in LAYOUTS.items():
        with translation.override("it"):
            document = layout.build(make_order(events.get(name, first)))
        picture = make_grey(render_images(document, ppi=PPI)[0])
        (FOLDER / f"{name}.png").write_bytes(picture)
        print(f"{name}: {len(picture)} bytes")


def _prepare(event: "Event") -> None:
    """Prizes and a fee that everybody has paid."""
    from competition.prizes import PrizeBand
    from competition.regulation import HouseRules
    from tests.factories import NOW, owner_of
    from tournaments.models import Entry
    from tournaments.services.regulation.prizes import set_prizes
    from tournaments.services.regulation.regulations import set_house_rules

    actor = owner_of(event.club)
    bands = [PrizeBand(1, 1, "Due prosciutti"), PrizeBand(2, 2, "Due salami")]
    set_prizes(event=event, bands=bands, actor=actor, now=NOW, reason="sponsor")
    rules = HouseRules(fee_cents=2000, start="20:30")
    set_house_rules(event=event, rules=rules, actor=actor, now=NOW, reason="sponsor")
    Entry.objects.filter(event=event).update(paid=True)


def make_grey(png: bytes) -> bytes:
    """A PNG of typst (8 bits, RGBA) in sixteen greys: a fifth of its size."""
    width, height, lines = _read_lines(png)
    rows = bytearray()
    for line in lines:
        greys = []
        for at in range(0, width * RGBA, RGBA):
            # Transparent is white; all our colours are greys, so green stands for all three.
            green, alpha = line[at + 1], line[at + 3]
            greys.append((green * alpha + 255 * (255 - alpha)) // 255 >> GREY_BITS)
        # A byte has two pixels, and a line begins at a byte: an odd one is filled up.
        greys += [0] * (width % 2)
        # The line has no filter.
        rows.append(0)
        for left, right in zip(greys[::2], greys[1::2], strict=True):
            rows.append(left << 4 | right)
    header = struct.pack(">IIBBBBB", width, height, GREY_BITS, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    picture = PNG_HEAD
    for kind, data in chunks:
        # The length is that of the data alone; the checksum covers the kind as well.
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        picture += struct.pack(">I", len(data)) + kind + data + checksum
    return picture


def _read_lines(png: bytes) -> tuple[int, int, list[bytes]]:
    """The size of a PNG and its lines of pixels, without their filters."""
    width, height, bits, colours = struct.unpack(">IIBB", png[16:26])
    assert (bits, colours) == (8, 6), "typst writes 8 bits, RGBA"
    packed, at = b"", len(PNG_HEAD)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    raw, length = zlib.decompress(packed), width * RGBA
    lines: list[bytes] = []
    above = bytes(length)
    for row in range(height):
        start = row * (length + 1)
        above = _remove_filter(raw[start], raw[start + 1 : start + 1 + length], above)
        lines.append(above)
    return width, height, lines


def _remove_filter(kind: int, filtered: bytes, above: bytes) -> bytes:
    """A line of pixels from its filtered form (PNG specification, 9.2)."""
    line = bytearray(filtered)
    for at in range(len(line)):
        left, up, corner = 0, above[at], 0
        # The first pixel has none on its left.
        if at >= RGBA:
            left, corner = line[at - RGBA], above[at - RGBA]
        predicted = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        line[at] = (line[at] + predicted) & 0xFF
    return bytes(line)


def _paeth(left: int, up: int, corner: int) -> int:
    estimate = left + up - corner
    return min((left, up, corner), key=lambda each: abs(estimate - each))


if __name__ == "__main__":
    main()
