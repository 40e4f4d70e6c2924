"""The head and the foot of a sheet, and its QR codes."""

import io

import segno
from django.utils.translation import get_language

from competition.trust.anchors import format_anchor, shorten_anchor
from printing.documents import PaperAnchor, PaperFrame
from printing.orders import PrintOrder
from tournaments.models import Pairing
from tournaments.selectors.trust.anchors import find_last_anchor, make_anchor_statement
from tournaments.selectors.trust.coverage import find_last_covered_round
from wording.dates import word_date_beside_name
from wording.printing.frames import (
    word_anchor,
    word_anchor_note,
    word_anchor_title,
    word_data_state,
    word_event,
    word_sheet_number,
    word_unreachable,
)
from wording.rounds import name_round_in_event

QUIET_ZONE = 2
"""Light modules around a QR code; the white paper adds the rest."""


def make_frame(
    order: PrintOrder, title: str, *, has_qr: bool = False, has_anchor: bool = False
) -> PaperFrame:
    """The frame of a document of this event. One query, two if the event was loaded alone; with an
    anchor up to four more."""
    event = order.event
    anchor: PaperAnchor | None = None
    if has_anchor:
        anchor = make_paper_anchor(order)
    warning = ""
    if order.addresses.unreachable and (has_qr or anchor is not None):
        warning = word_unreachable(order.addresses.unreachable)
    return PaperFrame(
        title=title,
        about=describe_event(order),
        state=word_data_state(order.now, count_results(order)),
        address=order.addresses.host,
        sheet=word_sheet_number(),
        language=(get_language() or "it")[:2],
        club=event.club.name,
        warning=warning,
        anchor=anchor,
    )


def make_paper_anchor(order: PrintOrder) -> PaperAnchor | None:
    """The last anchor of the event, with the round up to which it covers everything. Four queries,
    one before the first anchor."""
    anchor = find_last_anchor(order.event)
    if anchor is None:
        return None
    covered = ""
    covered_round = find_last_covered_round(order.event, anchor)
    if covered_round is not None:
        covered = name_round_in_event(covered_round, with_group=False)
    statement = make_anchor_statement(anchor)
    return PaperAnchor(
        title=word_anchor_title(anchor.number),
        words=word_anchor(
            number=anchor.number,
            at=anchor.at,
            covered=covered,
            short=str(shorten_anchor(statement)),
        ),
        note=word_anchor_note(),
        qr=draw_qr_svg(order.addresses.link_of_anchor(format_anchor(statement, anchor.signature))),
    )


def describe_event(order: PrintOrder) -> str:
    """The event with its date and its place."""
    event = order.event
    place = ""
    # A venue with the name of the club would be printed twice.
    if event.venue_name != event.club.name:
        place = event.venue_name
    date_words = word_date_beside_name(event.name, event.date)
    return word_event(event.name, date_words, event.club.name, place)


def count_results(order: PrintOrder) -> int:
    """The results of the event so far. One query."""
    return order.event.pairings.filter(state=Pairing.State.DECIDED).count()


def draw_check_in_qr(order: PrintOrder, code: str) -> str:
    """The QR code by which an entry checks in; empty for an order without that address, of an
    earlier version."""
    return draw_qr_svg(order.addresses.address_of_check_in(code))


def draw_qr_svg(text: str) -> str:
    """A QR code as an SVG document, as typst takes it; empty without a text."""
    if not text:
        return ""
    picture = io.BytesIO()
    # Not a Micro QR code, which segno prefers for short texts: many phones cannot read it.
    code = segno.make(text, error="m", micro=False)
    code.save(picture, kind="svg", border=QUIET_ZONE, omitsize=True, xmldecl=False)
    return picture.getvalue().decode()
