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


_holes: ContextVar[_Holes | None] = ContextVar("holes", default=None)
"""None where nothing is left out."""


@contextmanager
def leaving_holes(open_matches: Collection[int]) -> Iterator[Mapping[int, Box]]:
    """Within it, templates leave out the boxes of these matches, and the time. What was left out
    is in the mapping."""
    holes = _Holes(open_matches)
    token = _holes.set(holes)
    try:
        yield holes.boxes
    finally:
        _holes.reset(token)


def draw_box(template: str, box: Box, **context: Any) -> SafeString:
    """A box by its template, or a hole."""
    match, holes = box.pairing.match, _holes.get()
    if match is not None and holes is not None and match in holes.open_matches:
        holes.boxes[match] = box
        return mark_safe(f"<!--box {match} {template}-->")  # noqa: S308  (a number and a file)
    return render_to_string(template, {"box": box, **context})


def draw_time(at: datetime) -> SafeString:
    """When a page was made, or a hole."""
    if _holes.get() is not None:
        return mark_safe(TIME_HOLE.decode())  # noqa: S308  (a constant)
    return render_to_string(TIME_TEMPLATE, {"at": at})


class Newest(Generic[T]):
    """The newest version of each thing that was asked for, in this process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[object, T]] = OrderedDict()

    def get(self, key: Hashable, version: object) -> T | None:
        kept = self._kept.get(key)
        return kept[1] if kept is not None and kept[0] == version else None

    def put(self, key: Hashable, version: object, value: T) -> None:
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
    read_boxes: Callable[[Collection[int]], Mapping[int, Box]],
    context: Callable[[], Mapping[str, Any]],
) -> bytes:
    """A page whose holes are filled. ``versions``: of the matches whose boxes were left out, read
    before the boxes are; ``read_boxes`` reads those that are not kept, ``context`` what their
    templates take beside them."""
    language = get_language()
    filled: dict[bytes, bytes] = {}
    missing: list[tuple[bytes, int, str]] = []
    for hole in BOX_HOLE.finditer(page):
        match, template = int(hole[1]), hole[2].decode()
        rendered = _rendered.get((match, template, language), versions[match])
        if rendered is None:
            missing.append((hole[0], match, template))
        else:
            filled[hole[0]] = rendered
    if missing:
        boxes = _newest_boxes({match for _, match, _ in missing}, versions, read_boxes)
        more = context()
        for mark, match, template in missing:
            filled[mark] = rendered = _render(template, boxes.get(match), more)
            _rendered.put((match, template, language), versions[match], rendered)
    page = BOX_HOLE.sub(lambda hole: filled[hole[0]], page)
    if TIME_HOLE in page:
        page = page.replace(TIME_HOLE, draw_time(timezone.now()).encode())
    return page


def forget_kept_boxes() -> None:
    _boxes.clear()
    _rendered.clear()


def _newest_boxes(
    matches: Collection[int],
    versions: Mapping[int, object],
    read_boxes: Callable[[Collection[int]], Mapping[int, Box]],
) -> Mapping[int, Box]:
    """Their boxes, which another page may have read already."""
    language = get_language()
    kept = {match: _boxes.get((match, language), versions[match]) for match in matches}
    boxes = {match: box for match, box in kept.items() if box is not None}
    if len(boxes) < len(matches):
        for match, box in read_boxes(matches).items():
            if match in matches:
                boxes[match] = box
                _boxes.put((match, language), versions[match], box)
    return boxes


def _render(template: str, box: Box | None, more: Mapping[str, Any]) -> bytes:
    """Empty for a match that was set aside a moment ago: this version of the page is outdated."""
    return b"" if box is None else render_to_string(template, {"box": box, **more}).encode()
