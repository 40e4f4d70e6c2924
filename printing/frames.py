"""The head and the foot of a sheet, and its QR codes."""

import io

import segno
from django.utils.translation import get_language

from printing.documents import PaperFrame
from printing.orders import PrintOrder
from tournaments.models import Pairing
from wording.dates import long_date_words
from wording.printing.frames import about_words, sheet_words, state_words, unreachable_words

QUIET_ZONE = 2
"""Light modules around a QR code; the white paper adds the rest."""


def make_frame(order: PrintOrder, title: str, *, has_qr: bool = False) -> PaperFrame:
    """The frame of a document of this event. One query, two if the event was loaded alone."""
    event = order.event
    unreachable = order.addresses.unreachable
    return PaperFrame(
        title=title,
        about=describe_event(order),
        state=state_words(order.now, count_results(order)),
        address=order.addresses.host,
        sheet=sheet_words(),
        language=(get_language() or "it")[:2],
        club=event.club.name,
        warning=unreachable_words(unreachable) if has_qr and unreachable else "",
    )


def describe_event(order: PrintOrder) -> str:
    """The event with its date and its place."""
    event = order.event
    venue = event.venue.name if event.venue else ""
    place = venue if venue and venue != event.club.name else ""
    return about_words(event.name, long_date_words(event.date), event.club.name, place)


def count_results(order: PrintOrder) -> int:
    """The results of the event so far. One query."""
    return order.event.pairings.filter(state=Pairing.State.DECIDED).count()


def draw_qr_svg(text: str) -> str:
    """A QR code as an SVG document, as typst takes it."""
    picture = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(picture, kind="svg", border=QUIET_ZONE, omitsize=True, xmldecl=False)
    return picture.getvalue().decode()
