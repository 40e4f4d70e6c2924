"""Dates for the rounds of a championship that is played over weeks."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import Annotated, Any, TypeAlias

from pydantic import Field, field_serializer

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation

LONGEST = 3 * 366
"""In days: a calendar that needs more of them is refused."""
MOST_SKIPPED = 200
"""The most dates that can be skipped."""
DAYS = range(7)
Day: TypeAlias = Annotated[date, Field(strict=False)]


class Calendar(Frozen):
    """``weekdays`` 0 is Monday; on each of them ``rounds_a_date`` rounds, but never on a date that
    is ``skipped`` (a holiday, a feast)."""

    start: Annotated[Day, Field(description="The first date.")]
    weekdays: Annotated[
        frozenset[int], Field(description="The days of the week, 0 is Monday.", strict=False)
    ]
    rounds_a_date: Annotated[int, Field(description="How many rounds are played on a date.")] = 1
    skipped: Annotated[
        frozenset[Day], Field(description="The dates without play.", strict=False)
    ] = frozenset()

    @field_serializer("weekdays", "skipped")
    def _sort_days(self, days: Collection[Any]) -> list[Any]:
        return sorted(days)


def assign_dates(rounds: Sequence[int], calendar: Calendar) -> dict[int, date]:
    """The date of each of the ``rounds``, in the order in which they are played, from the start
    on. Raises Refused for a calendar without weekdays, with no rounds a date, or without end."""
    violations: list[Violation] = []
    if not calendar.weekdays:
        violations.append(Violation("calendar_without_weekdays", {}))
    unknown_weekdays = sorted(calendar.weekdays.difference(DAYS))
    violations += [Violation("no_such_weekday", {"weekday": day}) for day in unknown_weekdays]
    if calendar.rounds_a_date < 1:
        params = {"rounds": calendar.rounds_a_date, "least": 1}
        violations.append(Violation("too_few_rounds_a_date", params))
    if violations:
        raise Refused(violations)

    # The dates run out after LONGEST days: then some rounds have none.
    dates = dict(zip(rounds, _list_dates(calendar), strict=False))
    if len(dates) < len(rounds):
        params = {"rounds": len(rounds), "dated": len(dates), "days": LONGEST}
        raise Refused([Violation("calendar_too_long", params)])
    return dates


def list_dates_after(taken_dates: Collection[date], calendar: Calendar) -> Iterator[date]:
    """The dates of the rounds that come after those whose dates are ``taken``."""
    last_date = max(taken_dates, default=calendar.start)
    # The last date may have room for another round.
    rounds_on_last = Counter(taken_dates)[last_date]
    for day in _list_dates(calendar):
        if day == last_date and rounds_on_last:
            rounds_on_last -= 1
        elif day >= last_date:
            yield day


def number_rounds_by_group(groups: Iterable[int]) -> list[int]:
    """For the groups of rounds in the order of play: the number of each round in its group, from
    0."""
    rounds_before: Counter[int] = Counter()
    turns = []
    for group in groups:
        turns.append(rounds_before[group])
        rounds_before[group] += 1
    return turns


def _list_dates(calendar: Calendar) -> Iterator[date]:
    """Each date as often as a round is played on it."""
    first_ordinal = calendar.start.toordinal()
    for ordinal in range(first_ordinal, min(first_ordinal + LONGEST, date.max.toordinal()) + 1):
        day = date.fromordinal(ordinal)
        if day.weekday() in calendar.weekdays and day not in calendar.skipped:
            for _ in range(calendar.rounds_a_date):
                yield day
