"""Reads what the organizer of an event sees at once: tables, calls, pace, decisions, entries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median_low
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from database.compiled import CompiledQuery
from scoring.models import Line
from tournaments.models import Entry, Event, Pairing, PendingDecision, Protest, Stage, Table
from tournaments.selectors.decisions.pending import list_pending_decisions
from tournaments.selectors.decisions.protests import open_protests
from tournaments.selectors.hall.conflicts import OpenConflict, open_conflicts, select_open_conflicts
from tournaments.selectors.hall.tables import ON
from tournaments.selectors.stages.brackets import (
    PairingView,
    list_pairings_at_tables,
    load_pairings_in_hall,
)
from tournaments.selectors.table_halls import hall_of_table

ENOUGH_FINISHED = 4
"""Finished matches of a round from which its pace is known."""
MOST_FOR_PACE = 1000
"""Finished matches that are read for the pace, the latest ones."""
SLOW_NUMERATOR, SLOW_DENOMINATOR = 3, 2
"""A match is slow beyond one and a half times the usual length."""
NOT_SLOW_BEFORE = 15
"""Minutes in which no match is slow, whatever the pace: matches may have been given up early."""


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of an event: its venue if it is not that of the event, its open call for the referee,
    and when the last line of what is on there was written."""

    number: int
    venue: str
    call: int | None
    called_at: datetime | None
    last_line_at: datetime | None


@dataclass(frozen=True, slots=True)
class MatchPace:
    """The median length of finished matches, in whole minutes: of each round in which enough have
    finished, and of the event (None while too few have)."""

    by_round: Mapping[int, int]
    of_event: int | None

    def usual_minutes(self, round_id: int) -> int | None:
        """The usual length of a match of a round: that of the event where its own is not known."""
        return self.by_round.get(round_id, self.of_event)

    def is_slow(self, round_id: int, minutes: int, *, extra: int = 0) -> bool:
        """Whether a match of a round that has taken so long is slow. ``extra``: the minutes that
        its table was given."""
        usual = self.usual_minutes(round_id)
        counted_minutes = minutes - extra
        if usual is None or counted_minutes <= NOT_SLOW_BEFORE:
            return False
        return SLOW_DENOMINATOR * counted_minutes > SLOW_NUMERATOR * usual


@dataclass(frozen=True, slots=True)
class LaterStage:
    """A stage that is still to be drawn."""

    number: int
    name: str
    format: str


@dataclass(frozen=True, slots=True)
class PaidCounts:
    """How many have entered, and how many of them have paid and are there."""

    entered: int
    paid: int
    present: int

    @property
    def absent(self) -> int:
        return self.entered - self.present

    @property
    def unpaid(self) -> int:
        return self.entered - self.paid


@dataclass(frozen=True, slots=True)
class EventToday:
    """What an event waits for now. ``pairings`` are on at a table or ready for one; ``byes`` are of
    those who have no match in the current rounds."""

    pairings: tuple[PairingView, ...]
    byes: tuple[PairingView, ...]
    tables: tuple[HallTable, ...]
    pace: MatchPace
    decisions: tuple[PendingDecision, ...]
    entries: PaidCounts
    later_stages: tuple[LaterStage, ...]
    conflicts: tuple[OpenConflict, ...] = ()
    protests: int = 0
    """How many wait for a decision."""


def load_event_today(
    event: Event, today: date, *, rounds_with_byes: Sequence[int] = ()
) -> EventToday:
    """``rounds_with_byes``: the rounds of which the byes are read too. Five queries for any size:
    two for the pairings, one each for tables, pace, and stages with all that is counted; one more
    for decisions and for conflicts, if there are any."""
    # An event always has a stage, so its rows can carry what is counted of the event.
    counts: Sequence[Any] = (0, 0, 0, 0, False, False)
    later_stages: list[LaterStage] = []
    for row in select_counts_and_stages.fetch(event.pk):
        number, name, format_, rounds, *counts = row
        if not rounds:
            later_stages.append(LaterStage(number, name, format_))
    entered, paid, present, protests, has_decisions, has_conflicts = counts
    found = load_pairings_in_hall(event, today, rounds_with_byes=rounds_with_byes)
    pairings = list_pairings_at_tables(found)
    byes: list[PairingView] = []
    for round_id in rounds_with_byes:
        in_round = found.get(round_id, ())
        byes += (pairing for pairing in in_round if pairing.state == Pairing.State.BYE)
    return EventToday(
        pairings=tuple(pairings),
        byes=tuple(byes),
        tables=tuple(HallTable(*row) for row in select_tables_today.fetch(event.pk)),
        pace=load_pace(event),
        decisions=tuple(list_pending_decisions(event)) if has_decisions else (),
        # A subquery that finds no row gives null, not zero.
        entries=PaidCounts(entered or 0, paid or 0, present or 0),
        later_stages=tuple(later_stages),
        conflicts=tuple(open_conflicts(event)) if has_conflicts else (),
        protests=protests or 0,
    )


@CompiledQuery
def select_tables_today(event_id: UUID) -> QuerySet[Table, Any]:
    """By number, each with its hall, its open call and the last line of what is on there."""
    lines = Line.objects.filter(
        match__pairing__in=Pairing.objects.filter(ON, table=OuterRef(OuterRef("pk")))
    )
    tables = Table.objects.filter(event=event_id).annotate(
        open_call=FilteredRelation(
            "referee_calls", condition=Q(referee_calls__answered_at__isnull=True)
        ),
        hall=hall_of_table("event", "number"),
        last_line=Subquery(lines.order_by("-arrived_at").values("arrived_at")[:1]),
    )
    return tables.order_by("number").values_list(
        "number", "hall", "open_call__pk", "open_call__called_at", "last_line"
    )


def load_pace(event: Event) -> MatchPace:
    """How long the matches of an event take that were played at a table. One query."""
    lengths: dict[int, list[int]] = defaultdict(list)
    for round_id, called_at, decided_at in select_finished_pairings.fetch(event.pk):
        if called_at is not None and decided_at is not None:
            lengths[round_id].append(count_minutes(decided_at - called_at))
    return measure_pace(lengths)


@CompiledQuery
def select_finished_pairings(event_id: UUID) -> QuerySet[Pairing, Any]:
    # A match without a hand was not played: its time would be that of a walkover.
    finished_pairings = Pairing.objects.filter(
        event=event_id,
        state=Pairing.State.DECIDED,
        called_at__isnull=False,
        decided_at__isnull=False,
        match__begun=True,
    )
    newest_first = finished_pairings.order_by("-decided_at")
    return newest_first.values_list("round", "called_at", "decided_at")[:MOST_FOR_PACE]


def measure_pace(lengths: Mapping[int, Iterable[int]]) -> MatchPace:
    """The pace from the lengths in minutes of the finished matches of each round."""
    all_minutes: list[int] = []
    usual_by_round: dict[int, int] = {}
    for round_id, round_minutes in lengths.items():
        minutes = list(round_minutes)
        all_minutes += minutes
        if len(minutes) >= ENOUGH_FINISHED:
            usual_by_round[round_id] = median_low(minutes)
    usual = median_low(all_minutes) if len(all_minutes) >= ENOUGH_FINISHED else None
    return MatchPace(usual_by_round, usual)


def count_minutes(length: timedelta) -> int:
    """Whole minutes; none for a clock that went back."""
    return max(0, length // timedelta(minutes=1))


@CompiledQuery
def select_counts_and_stages(event_id: UUID) -> QuerySet[Stage, Any]:
    # None of these subqueries depends on the stage: the database counts once for all rows.
    event = Event(pk=event_id)
    entered_entries = Entry.objects.filter(event=event, state=Entry.State.ENTERED)
    stages = Stage.objects.filter(event=event).order_by("number")
    return stages.annotate(rounds=Count("groups__rounds")).values_list(
        "number",
        "name",
        "format",
        "rounds",
        _count_rows(entered_entries),
        _count_rows(entered_entries.filter(paid=True)),
        _count_rows(entered_entries.filter(present_at__isnull=False)),
        _count_rows(open_protests(event)),
        Exists(list_pending_decisions(event)),
        Exists(select_open_conflicts(event)),
    )


def _count_rows(rows: QuerySet[Entry] | QuerySet[Protest]) -> Subquery:
    return Subquery(rows.order_by().values("event").annotate(count=Count("pk")).values("count"))
