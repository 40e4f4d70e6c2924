"""The words at the head and at the foot of a sheet."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from wording.dates import clock, word_day


def word_event(name: str, *parts: str) -> str:
    """The event in the head of a sheet: its name, its date, where it is played."""
    return f"{name}. {', '.join(part for part in parts if part)}"


def word_data_state(now: datetime, results: int) -> str:
    """The state of the data: when it was printed, and after how many results."""
    when = {"time": clock(now), "day": word_day(now)}
    if not results:
        return _("Printed at %(time)s on %(day)s") % when
    words = ngettext(
        "Printed at %(time)s on %(day)s, after %(count)s result",
        "Printed at %(time)s on %(day)s, after %(count)s results",
        results,
    )
    return words % {**when, "count": results}


def word_sheet_number() -> str:
    """The number of a sheet; the template replaces {n} and {m}."""
    return pgettext("of paper", "sheet %(n)s of %(m)s") % {"n": "{n}", "m": "{m}"}


def word_tile() -> str:
    """The number of a part of a poster; the template replaces {n} and {m}."""
    return _("part %(n)s of %(m)s, glue along the dotted lines") % {"n": "{n}", "m": "{m}"}


def word_unreachable(host: str) -> str:
    """The warning on a sheet whose QR codes lead nowhere for a phone."""
    return _("Phones cannot reach %(host)s: the QR codes of this sheet lead nowhere.") % {
        "host": host
    }


def word_anchor_title(number: int) -> str:
    """Of an anchor, above its QR code."""
    return _("Fingerprint %(number)s") % {"number": number}


def word_anchor(*, number: int, at: datetime, covered: str, short: str) -> str:
    """An anchor at the foot of a sheet. ``covered``: the last round that it covers; empty if it
    covers the draw alone."""
    params = {"number": number, "day": word_day(at), "clock": clock(at), "short": short}
    if not covered:
        words = _("Fingerprint %(number)s, %(day)s, %(clock)s, covers the draw: %(short)s")
        return words % params
    words = _(
        "Fingerprint %(number)s, %(day)s, %(clock)s, covers everything up to “%(round)s”: %(short)s"
    )
    return words % {**params, "round": covered}


def word_anchor_note() -> str:
    """What the QR code of an anchor is good for."""
    return _(
        "Keep this sheet: with it anybody can check that nothing recorded up to there was changed "
        "later. The QR code compares it with the page of the event."
    )
