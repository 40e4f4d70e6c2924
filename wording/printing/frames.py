"""The words at the head and at the foot of a sheet."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from wording.dates import clock, day_words


def about_words(name: str, *parts: str) -> str:
    """The event in the head of a sheet: its name, its date, where it is played."""
    return f"{name}. {', '.join(part for part in parts if part)}"


def state_words(now: datetime, results: int) -> str:
    """The state of the data: when it was printed, and after how many results."""
    when = {"time": clock(now), "day": day_words(now)}
    if not results:
        return _("Printed at %(time)s on %(day)s") % when
    words = ngettext(
        "Printed at %(time)s on %(day)s, after %(count)s result",
        "Printed at %(time)s on %(day)s, after %(count)s results",
        results,
    )
    return words % {**when, "count": results}


def sheet_words() -> str:
    """The number of a sheet; the template replaces {n} and {m}."""
    return pgettext("of paper", "sheet %(n)s of %(m)s") % {"n": "{n}", "m": "{m}"}


def tile_words() -> str:
    """The number of a part of a poster; the template replaces {n} and {m}."""
    return _("part %(n)s of %(m)s, glue along the dotted lines") % {"n": "{n}", "m": "{m}"}


def unreachable_words(host: str) -> str:
    """The warning on a sheet whose QR codes lead nowhere for a phone."""
    return _("Phones cannot reach %(host)s: the QR codes of this sheet lead nowhere.") % {
        "host": host
    }
