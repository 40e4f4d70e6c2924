"""Days and times as people write them."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

SMALL_MONTHS = ("it",)
"""Languages that write days and months without capitals."""


def long_date_words(day: date) -> str:
    """Sunday 13 December 2026; Domenica 13 dicembre 2026."""
    words = _format_day(day, "l j F Y")
    return words[:1].upper() + words[1:]


def day_words(day: date) -> str:
    """13 December 2026; 13 dicembre 2026. Of a moment, the day that it is here."""
    return _format_day(localtime(day) if isinstance(day, datetime) else day, "j F Y")


def _format_day(day: date, form: str) -> str:
    words = date_format(day, form)
    return words.lower() if (get_language() or "").startswith(SMALL_MONTHS) else words


def clock(moment: datetime) -> str:
    """A time of day: 17.08 in Italian, 17:08 in English."""
    local = localtime(moment)
    params = {"hours": f"{local:%H}", "minutes": f"{local:%M}"}
    return pgettext("a time of day", "%(hours)s:%(minutes)s") % params


def clock_beside(moment: datetime, other: datetime) -> str:
    """A time of day, with its day where that is not the day of the other time."""
    if localtime(moment).date() == localtime(other).date():
        return clock(moment)
    return f"{day_words(moment)}, {clock(moment)}"
