"""How long an evening lasts that is not drawn yet, for the number of pairs to be expected."""

from dataclasses import dataclass
from datetime import datetime
from statistics import median_low
from typing import Final, Literal, TypeAlias

from django.db.models import Count, Q

from competition.forecast.evening import Range, forecast
from competition.forecast.lengths import estimate_length
from competition.forecast.pace import estimate_pace
from competition.forecast.schedule import ForecastStage, Schedule, count_through
from tournaments.models import Entry, Event, Table
from tournaments.selectors.events.evening_times import find_planned_start, starts_by
from tournaments.selectors.standings.cuts import get_cut

NEVER_PLAYED: Final = (Entry.State.REPLACED, Entry.State.WAITLISTED)
LAST_EVENTS: Final = 5
RUNS: Final = 60
SEED: Final = 1

CountSource: TypeAlias = Literal["entries", "usual", "capacity"]
"""Where the number of pairs comes from: those that have entered, the middle of the club's last
events, or the places that there are."""


@dataclass(frozen=True, slots=True)
class ExpectedPairs:
    """How many pairs are to be expected, and why. ``events``: how many events the usual number is
    the middle of."""

    count: int
    source: CountSource
    events: int = 0


@dataclass(frozen=True, slots=True)
class ExpectedEvening:
    """When an evening of that many pairs ends, in seconds after its start. ``starts_at``: None if
    the regulation names no hour."""

    pairs: ExpectedPairs
    starts_at: datetime | None
    end: Range


def forecast_before_draw(event: Event, now: datetime) -> ExpectedEvening | None:
    """The forecast of an event that is not drawn yet; None where nothing is known of the number of
    pairs, the event is played on several days, or it has too many matches. Four queries."""
    if not event.is_not_drawn:
        return None
    pairs = expect_pairs(event, now)
    if pairs is None or pairs.count < 2:
        return None
    stages = list(event.stages.order_by("number"))
    if not stages or not starts_by(stages[0], event.date):
        return None
    # The whole evening, with as many entries in later stages as their cuts take. The stages come in
    # the order of their numbers, and a cut only names an earlier stage: the shape and the tasks of
    # the stage before are always known already, if it is played tonight.
    schedule = Schedule()
    shapes: dict[int, ForecastStage] = {}
    tasks_by_stage: dict[int, list[int]] = {}
    for stage in stages:
        stage.event = event
        number_before = stage.number_before
        # The stage before is played on another day, and so is this one.
        if number_before is not None and number_before not in tasks_by_stage:
            continue
        if not starts_by(stage, event.date):
            continue
        entries = pairs.count
        previous_tasks: list[int] | None = None
        if number_before is not None:
            shape_before = shapes[number_before]
            groups = len(shape_before.sizes)
            entries = count_through(get_cut(stage), shape_before.entries, groups)
            previous_tasks = tasks_by_stage[number_before]
        length = estimate_length(stage.match_document)
        shape = ForecastStage(str(stage.number), stage.format, stage.options, entries, length)
        shapes[stage.number] = shape
        tasks_by_stage[stage.number] = schedule.add_stage(shape, previous_tasks)

    tables = Table.objects.filter(event=event).count()
    evening_forecast = forecast(schedule.tasks, [tables], estimate_pace(()), SEED, most_runs=RUNS)
    if evening_forecast is None:
        return None
    return ExpectedEvening(pairs, find_planned_start(event), evening_forecast.end)


def expect_pairs(event: Event, now: datetime) -> ExpectedPairs | None:
    """The pairs that have entered, once the deadline has passed or they are more than usual; else
    the usual number, as far as there is room for it; else as many as there are places. Two
    queries."""
    entered_pairs = event.entries.filter(state=Entry.State.ENTERED).count()
    by_entries: ExpectedPairs | None = None
    if entered_pairs >= 2:
        by_entries = ExpectedPairs(entered_pairs, "entries")
    if by_entries and event.entries_close_at is not None and event.entries_close_at <= now:
        return by_entries
    # Events with fewer than two entries were never really played.
    played_events = (
        Event.objects.filter(club=event.club_id, state__in=Event.FINISHED_STATES)
        .annotate(played=Count("entries", filter=~Q(entries__state__in=NEVER_PLAYED)))
        .filter(played__gte=2)
        .order_by("-date", "-pk")
    )
    earlier_counts = list(played_events.values_list("played", flat=True)[:LAST_EVENTS])
    if earlier_counts:
        usual_pairs = median_low(earlier_counts)
        if event.capacity is not None:
            usual_pairs = min(usual_pairs, event.capacity)
        if entered_pairs > usual_pairs:
            return by_entries
        return ExpectedPairs(usual_pairs, "usual", len(earlier_counts))
    if event.capacity is not None:
        return ExpectedPairs(event.capacity, "capacity")
    return by_entries
