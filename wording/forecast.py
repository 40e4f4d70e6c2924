"""The expected end of an evening and of its rounds, in words."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def hour_words(moment: datetime) -> str:
    """A time of day without a leading zero, as people say it: 23.40, 0.10."""
    local = localtime(moment)
    params = {"hours": str(local.hour), "minutes": f"{local:%M}"}
    return pgettext("a time of day", "%(hours)s:%(minutes)s") % params


def end_words(likely: datetime) -> str:
    """Ends about 23:40."""
    return _("Ends about %(likely)s") % {"likely": hour_words(likely)}


def range_words(low: datetime, high: datetime) -> str:
    """Between 23:20 and 0:10; empty if both are the same."""
    if low == high:
        return ""
    params = {"low": hour_words(low), "high": hour_words(high)}
    return _("between %(low)s and %(high)s") % params


def end_sentence(low: datetime, likely: datetime, high: datetime) -> str:
    """Ends about 23:40, between 23:20 and 0:10."""
    return ", ".join(filter(None, (end_words(likely), range_words(low, high))))


def expected_pairs_words(count: int, source: str, events: int) -> str:
    """For how many pairs an evening is forecast that is not drawn yet, and where that is from."""
    params = {"count": count, "events": events}
    if source == "entries":
        text = ngettext(
            "For the %(count)s pair that has entered.",
            "For the %(count)s pairs that have entered.",
            count,
        )
    elif source == "capacity":
        text = ngettext(
            "For %(count)s pair: as many as there are places.",
            "For %(count)s pairs: as many as there are places.",
            count,
        )
    elif events == 1:
        text = _("For %(count)s pairs: as many as at the last event of the club.")
    else:
        text = _("For %(count)s pairs: usual at the last %(events)s events of the club.")
    return text % params


def length_words(low: int, likely: int, high: int) -> str:
    """How long an evening lasts whose start is not known, in seconds: about 4 h 15."""
    params = {"low": _hours(low), "likely": _hours(likely), "high": _hours(high)}
    return _("Lasts about %(likely)s, between %(low)s and %(high)s") % params


def _hours(seconds: int) -> str:
    """A length to the quarter of an hour: 4 h 15."""
    quarters = (seconds + 450) // 900
    params = {"hours": quarters // 4, "minutes": f"{quarters % 4 * 15:02}"}
    return pgettext("a length of time", "%(hours)s h %(minutes)s") % params


def plan_words(end: datetime) -> str:
    """What the end was expected to be at the start."""
    return _("planned %(end)s") % {"end": hour_words(end)}


def round_sentence(title: str, likely: datetime, target: datetime | None) -> str:
    """When a round ends, and when it should."""
    params = {"round": title, "likely": hour_words(likely)}
    if target is None:
        return _("%(round)s: ends about %(likely)s") % params
    params["target"] = hour_words(target)
    return _("%(round)s: ends about %(likely)s, target %(target)s") % params


def extra_words(table: int, minutes: int) -> str:
    """How much more time a table has."""
    text = ngettext(
        "table %(table)s: %(minutes)s more minute",
        "table %(table)s: %(minutes)s more minutes",
        minutes,
    )
    return text % {"table": table, "minutes": minutes}


def start_words(start: datetime) -> str:
    """When a round that is called already starts."""
    return _("starts at %(start)s") % {"start": hour_words(start)}


def chart_sentence(done: int, total: int, planned: int, now: datetime) -> str:
    """How many matches are finished, and how many should be."""
    params = {"done": done, "total": total, "planned": planned, "now": hour_words(now)}
    finished = ngettext(
        "%(done)s match of %(total)s is finished at %(now)s",
        "%(done)s matches of %(total)s are finished at %(now)s",
        done,
    )
    # In its first minutes no plan has a finished match yet, and there may be no plan at all.
    ending = _(", %(planned)s were planned.") if planned else "."
    return (finished + ending) % params


def silence_words(since: datetime) -> str:
    """That nothing has been entered for long, so that the forecast may be late."""
    return _("Nothing has been written since %(since)s.") % {"since": hour_words(since)}
