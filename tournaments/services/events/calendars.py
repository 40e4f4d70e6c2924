"""When the rounds of a stage are played: by a calendar, or moved by hand."""

from collections.abc import Set
from datetime import date, datetime

from accounts.actors import Actor
from competition.calendar import Calendar, assign_dates, number_rounds_by_group
from database.transactions import atomic_with_retry
from kernel.refusals import Refused
from kernel.violations import Violation, add_field
from tournaments.models import Round, Stage
from tournaments.refusals import CalendarRefused, RoundRefused
from tournaments.selectors.events.calendars import list_rounds_left, list_untouched_rounds
from tournaments.services.events.stages import lock_unfinished
from tournaments.services.table_queue import call_by_dates
from tournaments.services.versions import touch

OF_ROUNDS_A_DATE = ("too_few_rounds_a_date", "calendar_too_long")
"""The violations of a calendar that are about how many rounds are played on a date; the others are
about the days of the week."""


@atomic_with_retry
def set_calendar(*, stage: Stage, calendar: Calendar, actor: Actor, now: datetime) -> None:
    """Dates all rounds in which no hand was played; round n of each group is on one date. What is
    drawn or paired later takes its dates from where these end.

    Raises NotAllowed, EventStateRefused, CalendarRefused.
    """
    event = lock_unfinished(stage.event, actor)
    # By its id, which round of its group each is. All rounds are counted, also those that keep
    # their dates.
    in_order = Round.objects.filter(group__stage=stage).order_by("order")
    groups = dict(in_order.values_list("pk", "group"))
    turns = dict(zip(groups, number_rounds_by_group(list(groups.values())), strict=True))
    rounds = list(list_untouched_rounds(stage))
    turns_to_date = sorted({turns[round_.pk] for round_ in rounds})
    try:
        dates = assign_dates(turns_to_date, calendar)
    except Refused as refused:
        violations: list[Violation] = []
        for violation in refused.violations:
            field = "weekdays"
            if violation.code in OF_ROUNDS_A_DATE:
                field = "rounds_a_date"
            violations += add_field([violation], field)
        raise CalendarRefused(violations=violations) from refused
    for round_ in rounds:
        round_.date = dates[turns[round_.pk]]
    Round.objects.bulk_update(rounds, ["date"])
    stage.calendar = calendar.model_dump(mode="json")
    call_by_dates(event=event, now=now)
    stage.save(update_fields=["calendar"])
    touch(event, now)


@atomic_with_retry
def remove_calendar(*, stage: Stage, actor: Actor, now: datetime) -> None:
    """Removes the dates of all rounds without a hand, and of rounds that are made later.

    Raises NotAllowed, EventStateRefused.
    """
    event = lock_unfinished(stage.event, actor)
    list_untouched_rounds(stage).update(date=None)
    stage.calendar = None
    call_by_dates(event=event, now=now)
    stage.save(update_fields=["calendar"])
    touch(event, now)


@atomic_with_retry
def move_rounds(*, stage: Stage, rounds: Set[int], day: date, actor: Actor, now: datetime) -> None:
    """Some rounds of a stage, by their ids, are played on another date: there was snow, or a feast.

    Raises NotAllowed, EventStateRefused, and RoundRefused where nothing is left to play.
    """
    event = lock_unfinished(stage.event, actor)
    moved_count = list_rounds_left(stage).filter(pk__in=rounds).update(date=day)
    # A round that is over is not among those left; then the others are not moved either.
    if not moved_count or moved_count < len(rounds):
        raise RoundRefused("round_is_over")
    call_by_dates(event=event, now=now)
    touch(event, now)
