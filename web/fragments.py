"""What a single hand changes on a page of the hall: the box of its match, and the time. The page is
kept with holes in their place until a result, and each box until the next hand of its match."""

import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from web.brackets import Box

T = TypeVar("T")

# Holes are HTML comments: text from users is escaped, so it cannot contain one.
BOX_HOLE = re.compile(rb"<!--box (\d+) ([\w/.]+)-->")
TIME_HOLE = b"<!--time-->"
TIME_TEMPLATE = "board/_as_of.html"
MOST_KEPT = 4096
"""Boxes: those of 500 tables in two languages, on four pages."""


@dataclass(frozen=True)
class _Holes:
    """The matches whose boxes are left out of what is being rendered, and those boxes."""

    open_matches: Collection[int]
    boxes: dict[int, Box] = field(default_factory=dict)


# A context variable: template tags read it from inside a template, and each thread has its own.
_current_holes: ContextVar[_Holes | None] = ContextVar("holes", default=None)
"""None where nothing is left out."""


@contextmanager
def leaving_holes(open_matches: Collection[int]) -> Iterator[Mapping[int, Box]]:
    """Within this context, templates leave out the boxes of these matches, and the time. Yields the
    boxes that were left out."""
    holes = _Holes(open_matches)
    token = _current_holes.set(holes)
    try:
        yield holes.boxes
    finally:
        _current_holes.reset(token)


def draw_box(template: str, box: Box, **context: Any) -> SafeString:
    """The HTML of a box, or a hole."""
    match, holes = box.pairing.match, _current_holes.get()
    if match is not None and holes is not None and match in holes.open_matches:
        holes.boxes[match] = box
        return mark_safe(f"<!--box {match} {template}-->")  # noqa: S308  (a number and a file)
    return render_to_string(template, {"box": box, **context})


def draw_time(at: datetime) -> SafeString:
    """When a page was made, or a hole."""
    if _current_holes.get() is not None:
        return mark_safe(TIME_HOLE.decode())  # noqa: S308  (a constant)
    return render_to_string(TIME_TEMPLATE, {"at": at})


class Newest(Generic[T]):
    """Keeps the newest version of each value in this process, up to MOST_KEPT of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[object, T]] = OrderedDict()

    def get(self, key: Hashable, version: object) -> T | None:
        kept_version, value = self._kept.get(key, (None, None))
        if kept_version != version:
            return None
        return value

    def put(self, key: Hashable, version: object, value: T) -> None:
        # Taken out first, so that it moves to the end: the value written longest ago is dropped.
        self._kept.pop(key, None)
        self._kept[key] = version, value
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        self._kept.clear()


_boxes: Newest[Box] = Newest()
_rendered: Newest[bytes] = Newest()


def fill_holes(
    page: bytes,
    versions: Mapping[int, object],
    load_boxes: Callable[[Collection[int]], Mapping[int, Box]],
    context: Callable[[], Mapping[str, Any]],
) -> bytes:
    """The page with a box in each hole. ``versions`` are those of the matches whose boxes were left
    out, read before the boxes are; ``load_boxes`` loads the boxes that are not kept, ``context``
    the rest of what their templates take."""
    language = get_language()
    html_by_hole: dict[bytes, bytes] = {}
    outdated: list[tuple[bytes, int, str]] = []
    for hole_match in BOX_HOLE.finditer(page):
        hole, match, template = hole_match[0], int(hole_match[1]), hole_match[2].decode()
        rendered_box = _rendered.get((match, template, language), versions[match])
        if rendered_box is None:
            outdated.append((hole, match, template))
        else:
            html_by_hole[hole] = rendered_box

    # After a hand one box of a hundred is outdated; without any, no query is made.
    if outdated:
        boxes = _load_newest_boxes({match for _, match, _ in outdated}, versions, load_boxes)
        shared_context = context()
        for hole, match, template in outdated:
            box = boxes.get(match)
            rendered_box = b""
            # Without a box, the match was set aside after the versions were read: this page is
            # outdated already.
            if box is not None:
                rendered_box = render_to_string(template, {"box": box, **shared_context}).encode()
            html_by_hole[hole] = rendered_box
            _rendered.put((match, template, language), versions[match], rendered_box)

    page = BOX_HOLE.sub(lambda hole_match: html_by_hole[hole_match[0]], page)
    if TIME_HOLE in page:
        page = page.replace(TIME_HOLE, draw_time(timezone.now()).encode())
    return page


def forget_kept_boxes() -> None:
    _boxes.clear()
    _rendered.clear()


def _load_newest_boxes(
    matches: Collection[int],
    versions: Mapping[int, object],
    load_boxes: Callable[[Collection[int]], Mapping[int, Box]],
) -> Mapping[int, Box]:
    """The boxes of these matches; another page may have loaded them already."""
    language = get_language()
    boxes: dict[int, Box] = {}
    for match in matches:
        kept_box = _boxes.get((match, language), versions[match])
        if kept_box is not None:
            boxes[match] = kept_box
    if len(boxes) == len(matches):
        return boxes

    for match, box in load_boxes(matches).items():
        if match in matches:
            boxes[match] = box
            _boxes.put((match, language), versions[match], box)
    return boxes
