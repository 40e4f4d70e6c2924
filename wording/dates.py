"""Days and times as people write them."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext

SMALL_MONTHS = ("it",)
"""Languages that write weekdays and months without a capital; Django gives them one."""


def word_long_date(day: date) -> str:
    """Sunday 13 December 2026; Domenica 13 dicembre 2026."""
    words = _format_date(day, "l j F Y")
    return words[:1].upper() + words[1:]  # it stands by itself, as a heading


def word_date_beside_name(name: str, day: date) -> str:
    """The day of an event next to its name, as ``word_long_date``; empty where the name is this
    day: an event that is created without a name gets that one."""
    words = word_long_date(day)
    return "" if name == words else words


def word_when_and_where(name: str, day: date, *, start: str | None, venue: str) -> str:
    """When and where an event is played, next to its name: Sunday 13 December 2026, 20:30,
    Palestra. Empty if the name is the day and nothing else is known."""
    start_words = word_clock(start) if start else ""
    parts = (word_date_beside_name(name, day), start_words, venue)
    return ", ".join(part for part in parts if part)


def word_day(day: date) -> str:
    """13 December 2026; 13 dicembre 2026. Of a moment, the day in the server's time zone."""
    # A datetime is a date too, but in UTC: shortly after midnight that is the day before.
    local_day = localtime(day) if isinstance(day, datetime) else day
    return _format_date(local_day, "j F Y")


def word_month(day: date) -> str:
    """Dec 2026; dic 2026."""
    return _format_date(day, "M Y")


def _format_date(day: date, pattern: str) -> str:
    words = date_format(day, pattern)
    if (get_language() or "").startswith(SMALL_MONTHS):
        return words.lower()
    return words


def clock(moment: datetime) -> str:
    """A time of day: 17.08 in Italian, 17:08 in English."""
    local = localtime(moment)
    params = {"hours": f"{local:%H}", "minutes": f"{local:%M}"}
    return pgettext("a time of day", "%(hours)s:%(minutes)s") % params


def word_clock(time: str) -> str:
    """A time of the house rules ("20:15") as the language writes it. It has no date and no zone."""
    hours, minutes = time.split(":")
    words = pgettext("a time of day", "%(hours)s:%(minutes)s")
    return words % {"hours": hours, "minutes": minutes}


def word_clock_beside(moment: datetime, other: datetime) -> str:
    """A time of day, with its date if that is not the date of the other time."""
    if localtime(moment).date() == localtime(other).date():
        return clock(moment)
    return f"{word_day(moment)}, {clock(moment)}"
