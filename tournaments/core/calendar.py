"""Dates for the rounds of a championship that is played over weeks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from rules.contract import Refused, Violation

LONGEST = timedelta(days=3 * 366)
"""A calendar that has no end within this is refused."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """``weekdays`` 0 is Monday; on each of them ``rounds_a_date`` rounds, but never on a date that
    is ``skipped`` (a holiday, a feast)."""

    start: date
    weekdays: frozenset[int]
    rounds_a_date: int = 1
    skipped: frozenset[date] = frozenset()


def dated(rounds: Sequence[int], calendar: Calendar) -> dict[int, date]:
    """The date of each of the ``rounds``, in the order in which they are played, from the start
    on. Raises Refused for a calendar without weekdays, with no rounds a date, or without end."""
    if violations := _violations(calendar):
        raise Refused(violations)
    found: dict[int, date] = {}
    day = calendar.start
    while len(found) < len(rounds):
        if day - calendar.start > LONGEST:
            params = {"rounds": len(rounds), "dated": len(found), "days": LONGEST.days}
            raise Refused([Violation("calendar_too_long", params)])
        if day.weekday() in calendar.weekdays and day not in calendar.skipped:
            at = len(found)
            found |= dict.fromkeys(rounds[at : at + calendar.rounds_a_date], day)
        day += timedelta(days=1)
    return found


def _violations(calendar: Calendar) -> list[Violation]:
    found: list[Violation] = []
    if not calendar.weekdays:
        found.append(Violation("calendar_without_weekdays", {}))
    found += [
        Violation("no_such_weekday", {"weekday": weekday})
        for weekday in _strangers(calendar.weekdays)
    ]
    if calendar.rounds_a_date < 1:
        params = {"rounds": calendar.rounds_a_date, "least": 1}
        found.append(Violation("too_few_rounds_a_date", params))
    return found


def _strangers(weekdays: Collection[int]) -> list[int]:
    return sorted(day for day in weekdays if not 0 <= day <= 6)
