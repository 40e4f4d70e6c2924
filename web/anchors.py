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
        found = read_printed_anchor(printed)
    except AnchorUnreadable:
        return PaperComparison("unreadable")
    number = found.number if isinstance(found, ShortAnchor) else found[0].number
    for view in views:
        if view.anchor.number == number:
            statement = statement_of(view.anchor)
            # The signature is no part of it: one that was damaged or forged is found by verify.
            published = shorten_anchor(statement) if isinstance(found, ShortAnchor) else statement
            given = found if isinstance(found, ShortAnchor) else found[0]
            return PaperComparison("same" if given == published else "differs", number)
    return PaperComparison("missing", number)
