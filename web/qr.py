"""QR codes as pictures, on cards, prints and the wall."""

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET_ZONE = 2
"""Light modules around a QR code. The white background adds the rest of the four that it needs."""


def draw_qr(text: str) -> SafeString:
    """A QR code as SVG, its geometry in attributes."""
    code = segno.make(text, error="m", micro=False)
    qr_svg = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(qr_svg)  # noqa: S308  (of our own making)
