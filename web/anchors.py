"""An anchor as pages and prints show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.utils.safestring import SafeString

from competition.trust.anchors import (
    AnchorUnreadable,
    ShortAnchor,
    read_printed_anchor,
    shorten_anchor,
)
from tournaments.models import Anchor, Event
from tournaments.selectors.trust.anchors import (
    anchors_of,
    last_anchor,
    statement_of,
    text_of_anchor,
)
from web.qr import draw_qr


@dataclass(frozen=True, slots=True)
class AnchorView:
    """An anchor with the text of its QR code."""

    anchor: Anchor
    text: str

    @property
    def qr(self) -> SafeString:
        """The code as SVG."""
        return draw_qr(self.text)

    @property
    def short(self) -> str:
        """Its short form, to compare by eye and to type."""
        return str(shorten_anchor(statement_of(self.anchor)))


def anchor_views(event: Event) -> list[AnchorView]:
    """All anchors of an event, the last first. One query."""
    rows = anchors_of(event).defer("changes").reverse()
    return [AnchorView(anchor, text_of_anchor(anchor)) for anchor in rows]


def last_anchor_view(event: Event) -> AnchorView | None:
    """The one that prints carry; none before the first. One query."""
    anchor = last_anchor(event)
    return None if anchor is None else AnchorView(anchor, text_of_anchor(anchor))


class PaperComparison(NamedTuple):
    """What a page says of the anchor on somebody's paper. ``number``: of that anchor, 0 where the
    paper cannot be read."""

    verdict: Literal["same", "differs", "missing", "unreadable"]
    number: int = 0


def compare_paper(printed: str, views: Sequence[AnchorView]) -> PaperComparison:
    """What a printed QR code or a short form says, against the published anchors of the event."""
    try:
        printed_anchor = read_printed_anchor(printed)
    except AnchorUnreadable:
        return PaperComparison("unreadable")
    if isinstance(printed_anchor, ShortAnchor):
        number = printed_anchor.number
    else:
        number = printed_anchor[0].number
    view = next((view for view in views if view.anchor.number == number), None)
    if view is None:
        return PaperComparison("missing", number)
    published = statement_of(view.anchor)
    # The signature is no part of it: one that was damaged or forged is found by verify.
    if isinstance(printed_anchor, ShortAnchor):
        is_same = printed_anchor == shorten_anchor(published)
    else:
        is_same = printed_anchor[0] == published
    return PaperComparison("same" if is_same else "differs", number)
