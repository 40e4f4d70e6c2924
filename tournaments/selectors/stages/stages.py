"""Reads stages and rounds for who may see their event."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)

from accounts.actors import Actor
from competition.formats import format_named
from competition.hall.match_labels import MatchLabel
from database.compiled import CompiledQuery
from kernel.canonical import digest
from tournaments.models import (
    Absence,
    Club,
    Entry,
    Event,
    Group,
    Pairing,
    PairingConstraint,
    Round,
    Stage,
)
from tournaments.permissions import Right, check, check_visible, may
from tournaments.refusals import NotFound

MAIN = "main"
PLANNED_FIELDS = (
    "name",
    "format",
    "options",
    "constraints",
    "match_format",
    "metrics",
    "ranking",
    "cut",
)
"""The columns of a stage that its organizer plans."""


def get_stage(actor: Actor, stage_id: int) -> Stage:
    """The stage of that id. Raises NotFound."""
    stage = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if stage is None:
        raise NotFound
    check_visible(actor, stage.event)
    return stage


def list_stages(event: Event) -> list[Stage]:
    """The stages of an event in order, and whether each is drawn (``is_drawn``). One query, and
    none when they are asked for again.

    For pages, which load an event and change none of its stages: other selectors then find the
    stages with the event. A service must read them anew, because it may have changed one.
    """
    prefetch_related_objects([event], Prefetch("stages", _annotate_drawn(Stage.objects.all())))
    return sorted(event.stages.all(), key=lambda stage: stage.number)


def list_drawn_formats(event: Event) -> dict[int, str]:
    """The formats of the drawn stages by their numbers, for pages (``list_stages``)."""
    formats: dict[int, str] = {}
    for stage in list_stages(event):
        is_drawn: bool = stage.is_drawn  # type: ignore[attr-defined]
        if is_drawn:
            formats[stage.number] = stage.format
    return formats


def get_stage_by_number(event: Event, number: int) -> Stage:
    """A stage of this event by its number, for pages. Raises NotFound."""
    for stage in list_stages(event):
        if stage.number == number:
            return stage
    raise NotFound


def _annotate_drawn(stages: QuerySet[Stage]) -> QuerySet[Stage]:
    return stages.annotate(is_drawn=Exists(Round.objects.filter(group__stage=OuterRef("pk"))))


def list_stages_with_groups(event: Event) -> QuerySet[Stage]:
    """The stages of an event with their groups, and whether each is drawn (``is_drawn``)."""
    groups = Prefetch("groups", Group.objects.order_by("number"))
    stages = _annotate_drawn(Stage.objects.filter(event=event))
    return stages.select_related("event__club").prefetch_related(groups)


def list_groups(stage: Stage, entries: int, named: Iterable[Group]) -> tuple[Group, ...]:
    """The groups of a stage with this number of entries, in order: those stored already
    (``named``), and unsaved ones for the rest. Empty if the stage has a single group."""
    groups_by_number = {group.number: group for group in named}
    format_ = format_named(stage.format)
    # A group that was named stays, also if fewer entries have come than it was meant for.
    count = max([format_.groups(entries, format_.options(stage.options)), *groups_by_number])
    if count == 1:
        return ()
    for number in range(1, count + 1):
        groups_by_number.setdefault(number, Group(stage=stage, number=number))
    return tuple(groups_by_number[number] for number in range(1, count + 1))


def load_group(stage: Stage, number: int) -> Group:
    """The group of a stage with this number; an unsaved one, where nothing of it is stored yet."""
    group = stage.groups.filter(number=number).first()
    if group is None:
        return Group(stage=stage, number=number)
    return group


def digest_group(group: Group) -> str:
    """Another text as soon as a group has another name, place or tables."""
    return digest([group.name, group.venue_id, group.first_table, group.last_table])


def digest_stage(stage: Stage) -> str:
    """Another text as soon as a stage is planned otherwise."""
    return digest({name: getattr(stage, name) for name in PLANNED_FIELDS})


def has_group(event: Event, stages: QuerySet[Stage], number: int) -> bool:
    """Whether one of these stages of the event has, or will have, a group of this number. Three
    queries at most."""
    if Group.objects.filter(stage__in=stages, number=number).exists():
        return True
    # Groups are stored by the draw: until then the options say how many there will be.
    undrawn = list(stages.exclude(Exists(Round.objects.filter(group__stage=OuterRef("pk")))))
    if not undrawn:
        return False
    entered = event.entries.filter(state=Entry.State.ENTERED).count()
    entries = max(entered, event.capacity or 0)
    for stage in undrawn:
        # A stage with a single group has no list of them.
        group_count = max(1, len(list_groups(stage, entries, ())))
        if number <= group_count:
            return True
    return False


def list_first_groups(event: Event, entered: int) -> tuple[Group, ...]:
    """The groups of the first stage, with their places, as many as there can be: ``entered``
    entries are in. Two queries at most."""
    stage = get_stage_by_number(event, 1)
    named_groups = stage.groups.select_related("venue")
    return list_groups(stage, max(entered, event.capacity or 0), named_groups)


def list_groups_to_referee(club: Club) -> QuerySet[Group]:
    """The groups of a club's events that a referee can be bound to: those that have been named or
    drawn beside others, with their events, stages and places."""
    other_groups = Group.objects.filter(stage=OuterRef("stage")).exclude(pk=OuterRef("pk"))
    is_known = ~Q(name="") | Q(venue__isnull=False) | Exists(other_groups)
    rows = Group.objects.filter(is_known, stage__event__club=club)
    return rows.select_related("stage__event", "venue").order_by("stage__number", "number")


def list_absences(actor: Actor, stage: Stage) -> QuerySet[Absence]:
    """Who does not play which round. Raises NotAllowed for who does not manage the event."""
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    return Absence.objects.filter(stage=stage)


def list_pairing_constraints(actor: Actor, stage: Stage) -> QuerySet[PairingConstraint]:
    """Who must and must not meet. Raises NotAllowed for who does not manage the event."""
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    return PairingConstraint.objects.filter(stage=stage)


def get_pairing_constraint(actor: Actor, constraint_id: int) -> PairingConstraint:
    """The constraint of that id. Raises NotFound, also for who does not manage its event."""
    constraint = (
        PairingConstraint.objects.select_related("stage__event").filter(pk=constraint_id).first()
    )
    if constraint is None:
        raise NotFound
    event = constraint.stage.event
    if not may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        raise NotFound
    return constraint


def annotate_round_counts(rounds: QuerySet[Round]) -> QuerySet[Round, dict[str, Any]]:
    """Rounds as rows, with how many pairings they have and how many are still ``open``."""
    rows: QuerySet[Round, Any] = rounds.annotate(
        pairing_count=Count("pairings"),
        open_count=Count("pairings", filter=~Q(pairings__state__in=Pairing.CLOSED_STATES)),
    ).values(
        "pk",
        "group__stage__event_id",
        "group__stage_id",
        "group__number",
        "section",
        "number",
        "order",
        "date",
        "pairing_count",
        "open_count",
    )
    return rows


def get_round_row(actor: Actor, round_id: int) -> dict[str, Any]:
    """The round of that id, as a row of ``annotate_round_counts``. Raises NotFound."""
    event = Event.objects.filter(stages__groups__rounds=round_id).first()
    if event is None:
        raise NotFound
    check_visible(actor, event)
    return annotate_round_counts(Round.objects.filter(pk=round_id)).get()


def get_round(event: Event, round_id: int) -> Round:
    """A round of this event. Raises NotFound."""
    round_ = Round.objects.filter(pk=round_id, group__stage__event=event).first()
    if round_ is None:
        raise NotFound
    return round_


@dataclass(frozen=True, slots=True)
class StageOfRound:
    """The data that the name of a round depends on; ``alone``: the event has no other stage,
    ``groups``: the number of groups of this one."""

    number: int
    name: str
    format: str
    match_format: Mapping[str, Any]
    alone: bool
    group: int
    group_name: str
    groups: int


@dataclass(frozen=True, slots=True)
class RoundCount:
    """A round with the data for its name, and its progress. ``length``: the number of rounds of its
    section, ``main``: that of the main section of its group."""

    id: int
    group: int
    section: str
    number: int
    pairings: int
    byes: int
    open: int
    date: date | None
    stage: StageOfRound
    length: int = 0
    main: int = 0

    @property
    def stretch(self) -> tuple[int, int, int]:
        """All of its pairings, for ``load_pairings_along``."""
        return self.id, 1, self.pairings

    def label_match(self, number: int) -> MatchLabel:
        """What names match ``number`` of this round on its sheet of paper."""
        if self.stage.groups > 1:
            return MatchLabel(self.stage.group, number)
        return MatchLabel(0, number)


def load_round_counts(event: Event) -> tuple[RoundCount, ...]:
    """All rounds of an event in the order of play. One query."""
    rows = select_counts_of_event.fetch(event.pk)
    return _build_round_counts(event, [_RoundRow(*row) for row in rows])


def load_round_count(round_: Round) -> RoundCount:
    """One round, with its group and stage. One query."""
    stage = round_.group.stage
    rows = select_counts_of_stage.fetch(stage.event_id, stage.pk)
    counts = _build_round_counts(stage.event, [_RoundRow(*row) for row in rows])
    return next(count for count in counts if count.id == round_.pk)


def load_round_counts_by_event(events: Iterable[Event]) -> dict[UUID, tuple[RoundCount, ...]]:
    """As ``load_round_counts``, for several events, by their ids. Two queries."""
    # The numbers of stages are a query of their own here: one subquery cannot count for each event.
    events = list(events)
    stages = Stage.objects.filter(event__in=events).order_by().values_list("event")
    stage_counts = dict(stages.annotate(count=Count("pk")))
    rows_by_event: dict[UUID, list[_RoundRow]] = defaultdict(list)
    rows = _annotate_counts(Round.objects.filter(group__stage__event__in=events))
    for *row, event_id in rows.values_list(*_COLUMNS, "group__stage__event"):
        rows_by_event[event_id].append(_RoundRow._make((*row, stage_counts[event_id])))
    return {event.pk: _build_round_counts(event, rows_by_event[event.pk]) for event in events}


class _RoundRow(NamedTuple):
    """The columns of a round that are read, and how many stages its event has."""

    id: int
    group: int
    section: str
    number: int
    pairings: int
    byes: int
    open: int
    date: date | None
    group_number: int
    group_name: str
    stage_number: int
    stage_name: str
    stage_format: str
    match_format: Mapping[str, Any] | None
    stages: int


_COLUMNS = (
    *("pk", "group", "section", "number", "count", "byes", "open", "date"),
    *("group__number", "group__name"),
    *("group__stage__number", "group__stage__name", "group__stage__format"),
    "group__stage__match_format",
)


@CompiledQuery
def select_counts_of_event(event_id: UUID) -> QuerySet[Round, Any]:
    return _select_counts(event_id, Round.objects.filter(group__stage__event=event_id))


@CompiledQuery
def select_counts_of_stage(event_id: UUID, stage_id: int) -> QuerySet[Round, Any]:
    return _select_counts(event_id, Round.objects.filter(group__stage=stage_id))


def _select_counts(event_id: UUID, rounds: QuerySet[Round]) -> QuerySet[Round, Any]:
    stages = Stage.objects.filter(event=event_id).order_by().values("event")
    # Not correlated: the database counts the stages once.
    count = Subquery(stages.annotate(count=Count("pk")).values("count"))
    return _annotate_counts(rounds).annotate(stages=count).values_list(*_COLUMNS, "stages")


def _annotate_counts(rounds: QuerySet[Round]) -> QuerySet[Round, Any]:
    rows = rounds.annotate(
        count=Count("pairings"),
        byes=Count("pairings", filter=Q(pairings__state__in=Pairing.NOT_PLAYED_STATES)),
        open=Count("pairings", filter=~Q(pairings__state__in=Pairing.CLOSED_STATES)),
    )
    return rows.order_by("group__stage__number", "order", "pk")


def _build_round_counts(event: Event, rows: Sequence[_RoundRow]) -> tuple[RoundCount, ...]:
    lengths: Counter[tuple[int, str]] = Counter()
    groups_by_stage: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        lengths[row.group, row.section] += 1
        groups_by_stage[row.stage_number].add(row.group)
    round_counts: list[RoundCount] = []
    for row in rows:
        stage = StageOfRound(
            number=row.stage_number,
            name=row.stage_name,
            format=row.stage_format,
            match_format=row.match_format or event.match_format,
            alone=row.stages == 1,
            group=row.group_number,
            group_name=row.group_name,
            groups=len(groups_by_stage[row.stage_number]),
        )
        round_counts.append(
            RoundCount(
                id=row.id,
                group=row.group,
                section=row.section,
                number=row.number,
                pairings=row.pairings,
                byes=row.byes,
                open=row.open,
                date=row.date,
                stage=stage,
                length=lengths[row.group, row.section],
                main=lengths[row.group, MAIN],
            )
        )
    return tuple(round_counts)


def open_rounds(event: Event) -> list[int]:
    """The ids of the rounds in which something is still to be played, in the order of play."""
    open_pairings = Pairing.objects.filter(round=OuterRef("pk")).still_open()
    rows = Round.objects.filter(Exists(open_pairings), group__stage__event=event)
    return list(rows.order_by("group__number", "order").values_list("pk", flat=True))
