"""The expected end of an evening and of its rounds, in words."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from wording.nouns import count_entries


def word_hour(moment: datetime) -> str:
    """A time of day without a leading zero, as people say it: 23.40, 0.10."""
    local = localtime(moment)
    params = {"hours": str(local.hour), "minutes": f"{local:%M}"}
    return pgettext("a time of day", "%(hours)s:%(minutes)s") % params


def word_end(likely: datetime) -> str:
    """Ends about 23:40."""
    return _("Ends about %(likely)s") % {"likely": word_hour(likely)}


def word_range(low: datetime, high: datetime) -> str:
    """Between 23:20 and 0:10; empty if both are the same."""
    if low == high:
        return ""
    params = {"low": word_hour(low), "high": word_hour(high)}
    return _("between %(low)s and %(high)s") % params


def word_end_with_range(low: datetime, likely: datetime, high: datetime) -> str:
    """Ends about 23:40, between 23:20 and 0:10."""
    return ", ".join(filter(None, (word_end(likely), word_range(low, high))))


def word_expected_entries(count: int, players: int, source: str, events: int) -> str:
    """For how many entries of ``players`` players an evening is forecast that is not drawn yet, and
    where that is from."""
    params = {"entries": count_entries(count, players), "events": events}
    if source == "entries":
        text = _("For %(entries)s: those who have entered.")
    elif source == "capacity":
        text = _("For %(entries)s: as many as there are places.")
    elif events == 1:
        text = _("For %(entries)s: as many as at the last event of the club.")
    else:
        text = _("For %(entries)s: usual at the last %(events)s events of the club.")
    return text % params


def word_evening_length(low: int, likely: int, high: int) -> str:
    """How long an evening lasts whose start is not known, in seconds: about 4 h 15."""
    params = {"low": _word_hours(low), "likely": _word_hours(likely), "high": _word_hours(high)}
    return _("Lasts about %(likely)s, between %(low)s and %(high)s") % params


def _word_hours(seconds: int) -> str:
    """A length to the quarter of an hour: 4 h 15."""
    quarters = (seconds + 450) // 900
    params = {"hours": quarters // 4, "minutes": f"{quarters % 4 * 15:02}"}
    return pgettext("a length of time", "%(hours)s h %(minutes)s") % params


def word_planned_end(end: datetime) -> str:
    """What the end was expected to be at the start."""
    return _("planned %(end)s") % {"end": word_hour(end)}


def word_round_end(title: str, likely: datetime, target: datetime | None) -> str:
    """When a round ends, and when it should."""
    params = {"round": title, "likely": word_hour(likely)}
    if target is None:
        return _("%(round)s: ends about %(likely)s") % params
    params["target"] = word_hour(target)
    return _("%(round)s: ends about %(likely)s, target %(target)s") % params


def word_extra_time(table: int, minutes: int) -> str:
    """How much more time a table has."""
    text = ngettext(
        "table %(table)s: %(minutes)s more minute",
        "table %(table)s: %(minutes)s more minutes",
        minutes,
    )
    return text % {"table": table, "minutes": minutes}


def word_start(start: datetime) -> str:
    """When a round that is called already starts."""
    return _("starts at %(start)s") % {"start": word_hour(start)}


def word_chart(done: int, total: int, planned: int, now: datetime) -> str:
    """How many matches are finished, and how many should be."""
    params = {"done": done, "total": total, "planned": planned, "now": word_hour(now)}
    finished = ngettext(
        "%(done)s match of %(total)s is finished at %(now)s",
        "%(done)s matches of %(total)s are finished at %(now)s",
        done,
    )
    # In its first minutes no plan has a finished match yet, and there may be no plan at all.
    ending = _(", %(planned)s were planned.") if planned else "."
    return (finished + ending) % params


def word_silence(since: datetime) -> str:
    """That nothing has been entered for long, so that the forecast may be late."""
    return _("Nothing has been written since %(since)s.") % {"since": word_hour(since)}
