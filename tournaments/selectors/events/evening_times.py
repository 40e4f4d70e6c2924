"""The evening that a moment belongs to, and moments as people say them."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.utils.timezone import get_current_timezone, localdate, localtime

from competition.regulation import HouseRules
from kernel.reading import read
from tournaments.models import Event, Stage

NIGHT_HOURS: Final = 6
"""An evening goes on past midnight: until this hour, matches belong to the day before."""


def find_evening(moment: datetime) -> date:
    """The date of the evening that a moment belongs to, in the time zone of the club."""
    return localdate(moment - timedelta(hours=NIGHT_HOURS))


def starts_by(stage: Stage, day: date) -> bool:
    """Whether a stage with a calendar starts on this day or earlier; one without it is played when
    it is drawn."""
    return not stage.calendar or date.fromisoformat(stage.calendar["start"]) <= day


def find_planned_start(event: Event) -> datetime | None:
    """When the event starts by its regulation: its date, and the hour of the house rules."""
    if not event.rules:
        return None
    hour = read(HouseRules, event.rules).start
    if not hour:
        return None
    return datetime.combine(event.date, time.fromisoformat(hour), get_current_timezone())


def count_seconds(start: datetime, end: datetime) -> int:
    """Whole seconds from one moment to the other."""
    return int((end - start).total_seconds())


def round_to_minutes(moment: datetime, minutes: int = 5) -> datetime:
    """The moment in the time zone of the club, rounded: a forecast knows no single minutes."""
    local = localtime(moment)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    steps = (int((local - midnight).total_seconds()) + minutes * 30) // (minutes * 60)
    return localtime(midnight + timedelta(minutes=minutes * steps))
