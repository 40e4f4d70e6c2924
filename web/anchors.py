"""An anchor as pages and prints show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from competition.trust.anchors import (
    AnchorStatement,
    AnchorUnreadable,
    ShortAnchor,
    read_printed_anchor,
    shorten_anchor,
)
from live.computed import computed_cache, make_key
from tournaments.models import Anchor, Event
from tournaments.selectors.trust.anchor_faults import find_anchor_faults
from tournaments.selectors.trust.anchors import (
    find_last_anchor,
    list_anchors_of_event,
    make_anchor_statement,
    write_anchor_text,
)
from web.qr import draw_qr
from wording.verification import describe_fault, is_about_names

KEPT_SECONDS: Final = 60
MOST_FAULTS: Final = 20


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
        return str(shorten_anchor(make_anchor_statement(self.anchor)))


def build_anchor_views(event: Event) -> list[AnchorView]:
    """All anchors of an event, the last first. One query."""
    rows = list_anchors_of_event(event).defer("changes").reverse()
    return [AnchorView(anchor, write_anchor_text(anchor)) for anchor in rows]


def build_last_anchor_view(event: Event) -> AnchorView | None:
    """The one that prints carry; none before the first. One query."""
    anchor = find_last_anchor(event)
    if anchor is None:
        return None
    return AnchorView(anchor, write_anchor_text(anchor))


@dataclass(frozen=True, slots=True)
class RecordComparison:
    """What is recorded of an event by now, against its published anchors."""

    changed: tuple[str, ...] = ()
    """A sentence for each fault, MOST_FAULTS at most."""
    more: int = 0
    """Faults that are left out."""
    renamed: int = 0
    """Entries with other names than were anchored: spellings are corrected, names are deleted."""


class PaperComparison(NamedTuple):
    """What a page says of the anchor on somebody's paper. ``number``: of that anchor, 0 where the
    paper cannot be read. ``changed``: the paper has the published anchor, and what is recorded by
    now does not fit it."""

    verdict: Literal["same", "changed", "differs", "missing", "unreadable"]
    number: int = 0
    records: RecordComparison | None = None


def compare_paper(
    printed: str, views: Sequence[AnchorView], compare_records: Callable[[], RecordComparison]
) -> PaperComparison:
    """What a printed QR code or a short form says, against the published anchors of the event, and
    if it is one of them, whether what is recorded by now fits them."""
    try:
        printed_anchor = read_printed_anchor(printed)
    except AnchorUnreadable:
        return PaperComparison("unreadable")
    # The signature is not compared: one that was damaged or forged is found by verify.
    on_paper: ShortAnchor | AnchorStatement
    if isinstance(printed_anchor, ShortAnchor):
        on_paper = printed_anchor
    else:
        on_paper, _signature = printed_anchor
    number = on_paper.number
    view = next((view for view in views if view.anchor.number == number), None)
    if view is None:
        return PaperComparison("missing", number)
    published = make_anchor_statement(view.anchor)
    if on_paper not in (published, shorten_anchor(published)):
        return PaperComparison("differs", number)
    records = compare_records()
    if records.changed:
        return PaperComparison("changed", number, records)
    return PaperComparison("same", number, records)


def compare_records(event: Event) -> RecordComparison:
    """What is recorded of an event by now, against all its anchors. Kept for a moment, in each
    language: it reads all sheets, and anybody may ask."""
    key = make_key("anchored-records", event.pk, get_language())
    kept: RecordComparison | None = computed_cache.get(key)
    if kept is not None:
        return kept
    faults = list(find_anchor_faults(event))
    changed = [fault for fault in faults if not is_about_names(fault)]
    compared = RecordComparison(
        tuple(describe_fault(fault) for fault in changed[:MOST_FAULTS]),
        len(changed[MOST_FAULTS:]),
        len(faults) - len(changed),
    )
    computed_cache.set(key, compared, KEPT_SECONDS)
    return compared
