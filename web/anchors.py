"""An anchor as pages and prints show it."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournaments.models import Anchor, Event
from tournaments.selectors.trust.anchors import anchors_of, last_anchor, text_of_anchor
from web.qr import draw_qr

SHOWN_SIGNS = 16


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
        """The first signs of its digest, to compare by eye."""
        return self.anchor.digest[:SHOWN_SIGNS]


def anchor_views(event: Event) -> list[AnchorView]:
    """All anchors of an event, the last first. One query."""
    rows = anchors_of(event).defer("changes").reverse()
    return [AnchorView(anchor, text_of_anchor(anchor)) for anchor in rows]


def last_anchor_view(event: Event) -> AnchorView | None:
    """The one that prints carry; none before the first. One query."""
    anchor = last_anchor(event)
    return None if anchor is None else AnchorView(anchor, text_of_anchor(anchor))
