"""Reads a stage as its bracket: rounds, pairings, slots, scores, tables. Constant queries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import Case, Q, QuerySet, When

from database.compiled import CompiledQuery, Parameter
from database.text import split_search
from scoring.selectors import snapshot_while_on
from tournaments.models import Entry, Event, Pairing, Round, Slot, Stage
from tournaments.selectors.registration.names import select_members_named
from tournaments.selectors.table_halls import hall_of_table


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot: the entry in it, or the source that will fill it."""

    side: int
    source: str
    source_code: str | None
    entry: int | None


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing as a bracket shows it."""

    id: int
    round: int
    code: str
    number: int
    state: str
    table: int | None
    match: int | None
    version: int
    winner: int | None
    wins: tuple[int, ...]
    sums: tuple[int, ...]
    """The totals of all games, by side; empty where only the games won are known."""
    totals: tuple[int, ...]
    """Of the game being played, as long as the match is open."""
    slots: tuple[SlotView, ...]
    called_at: datetime | None
    decided_at: datetime | None
    holds_table: bool
    """Decided at its table, which waits for the signatures."""
    signed: bool
    why: Mapping[str, Any] | None = None
    """Why these meet, where the format chose them: code and params."""
    absence: str = ""
    """Of a bye: the reason."""
    unfinished: str = ""
    """How the match ended, where it was not played out (scoring.core.unfinished)."""
    hall: str = ""
    """Where its table stands, if that is not the event's own venue."""
    extra_minutes: int = 0
    """What its table has beyond the target time of its round."""

    @property
    def is_decided(self) -> bool:
        return self.state == Pairing.State.DECIDED

    @property
    def entries(self) -> list[int]:
        """The entries that are known, in the order of their slots."""
        return [slot.entry for slot in self.slots if slot.entry is not None]

    @property
    def winner_entry(self) -> int | None:
        """The entry on the side that has won; None without a winner."""
        for slot in self.slots:
            if slot.side == self.winner:
                return slot.entry
        return None

    @property
    def has_points_of_one_game(self) -> bool:
        """Whether at most one game was won, and the points are known: of a result from paper they
        may not be."""
        return sum(self.wins) <= 1 and len(self.sums) == 2

    def find_side(self, entry: int) -> int | None:
        """The side of an entry; None if it does not play here."""
        for slot in self.slots:
            if slot.entry == entry:
                return slot.side
        return None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a section, in the order of play."""

    id: int
    section: str
    number: int
    pairings: tuple[PairingView, ...]
    group: int
    date: date | None

    @property
    def open(self) -> int:
        """How many matches are still to be decided."""
        return sum(pairing.state not in Pairing.CLOSED_STATES for pairing in self.pairings)


def load_bracket(stage: Stage, group: int | None = None) -> tuple[RoundView, ...]:
    """The rounds of a stage, or of one of its groups, with all their pairings. Three
    queries, whatever the size."""
    rounds = Round.objects.filter(group__stage=stage)
    if group is None:
        pairings_by_round = in_stage.load(stage.pk)
    else:
        rounds = rounds.filter(group__number=group)
        pairings_by_round = in_group.load(stage.pk, group)
    rows = rounds.order_by("group__number", "order").values_list(
        "pk", "section", "number", "group__number", "date"
    )
    views: list[RoundView] = []
    for pk, section, number, group_number, day in rows:
        pairings = tuple(pairings_by_round[pk])
        views.append(RoundView(pk, section, number, pairings, group_number, day))
    return tuple(views)


Stretch = tuple[int, int, int]
"""A round, and the numbers of the first and the last of its pairings."""


def load_pairings_along(stretches: Iterable[Stretch]) -> dict[int, list[PairingView]]:
    """Some pairings of some rounds, by round: a section of a bracket. Two queries."""
    # Begins with a condition that nothing meets: an empty one would be met by every pairing.
    in_stretches = Q(pk__in=())
    for round_id, first, last in stretches:
        in_stretches |= Q(round=round_id, number__range=(first, last))
    return _build_pairings(_select_slots(in_stretches), _select_pairings(in_stretches))


def list_first_pairings(first_round: int, entries: Iterable[int]) -> list[int]:
    """The numbers of the pairings in which these entries begin, in order. One query."""
    first_slots = Slot.objects.filter(entry__in=list(entries), pairing__round=first_round)
    return sorted(first_slots.values_list("pairing__number", flat=True))


def load_pairings_of_matches(matches: Iterable[int]) -> list[PairingView]:
    """The pairings that these matches decide. Two queries."""
    return list(chain.from_iterable(of_matches.load(list(matches)).values()))


def load_pairings_of_round(round_id: int) -> tuple[PairingView, ...]:
    """The pairings of one round. Two queries."""
    return tuple(in_round.load(round_id)[round_id])


def due(day: date) -> Q:
    """Pairings of rounds that are played that day or before it, or have no date."""
    return Q(round__date__isnull=True) | Q(round__date__lte=day)


FIRST_IN_QUEUE = "preliminary"
"""The section that is called before all others: its matches are made after the draw, so they have
the highest ids, and others wait for them."""


def sort_in_queue_order(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Ready pairings in the order in which they are called to tables."""
    comes_first = Case(When(round__section=FIRST_IN_QUEUE, then=0), default=1)
    return pairings.annotate(queue_part=comes_first).order_by("queue_part", "pk")


QueuePlace: TypeAlias = tuple[int, int]
"""A place in the queue for the tables: 0 for the section that comes first, else 1; a pairing."""
BEFORE_ALL: QueuePlace = (0, 0)


def place_in_queue(section: str, pairing_id: int) -> QueuePlace:
    """The place of a ready pairing; smaller ones are called before it."""
    return int(section != FIRST_IN_QUEUE), pairing_id


def load_pairings_in_hall(
    event: Event,
    today: date,
    *,
    pairings: Sequence[int] = (),
    rounds: Sequence[int] = (),
    rounds_with_byes: Sequence[int] = (),
) -> dict[int, list[PairingView]]:
    """What is on at the tables of an event and what is ready to be called next of this day, by
    round in the order of play; with them these pairings, all those of ``rounds``, and the byes of
    ``rounds_with_byes``. Two queries."""
    # 0 is the id of nothing: with an id in each list, the statement is the same.
    lists = [ids or (0,) for ids in (pairings, rounds, rounds_with_byes)]
    return in_hall.load(event.pk, today, *lists)


def list_pairings_at_tables(
    pairings_by_match: Mapping[int, Iterable[PairingView]],
) -> list[PairingView]:
    """Those of them that are on, and the next that are ready to be."""
    called_or_held: list[PairingView] = []
    ready_pairings: list[PairingView] = []
    for pairing in chain.from_iterable(pairings_by_match.values()):
        if pairing.holds_table or pairing.state == Pairing.State.CALLED:
            called_or_held.append(pairing)
        if pairing.state == Pairing.State.READY:
            ready_pairings.append(pairing)
    return [*called_or_held, *ready_pairings[:MOST_READY]]


MOST_READY = 20
"""The number of waiting pairings shown beside the tables."""
SlotRow: TypeAlias = tuple[int, int, str, str | None, int | None]
"""The pairing, the side, the source, the pairing that is the source, and the entry."""


def _select_slots(where: Q) -> QuerySet[Slot, SlotRow]:
    slots = Slot.objects.filter(pairing__in=Pairing.objects.filter(where)).order_by("position")
    return slots.values_list("pairing_id", "side", "source", "source_pairing__code", "entry_id")


def _select_pairings(where: Q) -> QuerySet[Pairing, Any]:
    pairings = Pairing.objects.filter(where).order_by("round_id", "number")
    return pairings.values_list(*_FIELDS, snapshot_while_on("match"), _HALL)


def _build_pairings(
    slot_rows: Iterable[SlotRow], rows: Iterable[tuple[Any, ...]]
) -> dict[int, list[PairingView]]:
    slots: dict[int, list[SlotView]] = defaultdict(list)
    for pairing, side, source, code, entry in slot_rows:
        slots[pairing].append(SlotView(side, source, code, entry))
    pairings: dict[int, list[PairingView]] = defaultdict(list)
    for row in rows:
        pairings[row[0]].append(_make_pairing_view(row, slots))
    return pairings


class PairingsQuery:
    """The pairings that meet a condition, as a decorator of the function that makes it."""

    def __init__(self, choose: Callable[..., Q]) -> None:
        self.slots = CompiledQuery(lambda *parameters: _select_slots(choose(*parameters)))
        self.pairings = CompiledQuery(lambda *parameters: _select_pairings(choose(*parameters)))

    def load(self, *parameters: Parameter) -> dict[int, list[PairingView]]:
        """The pairings by round, in the order of play. Two queries."""
        return _build_pairings(self.slots.fetch(*parameters), self.pairings.fetch(*parameters))


@PairingsQuery
def in_hall(
    event_id: UUID,
    today: date,
    pairings: Sequence[int],
    rounds: Sequence[int],
    rounds_with_byes: Sequence[int],
) -> Q:
    is_on = Q(state=Pairing.State.CALLED) | Q(holds_table=True)
    ready_pairings = Pairing.objects.filter(due(today), event=event_id, state=Pairing.State.READY)
    is_next = Q(pk__in=sort_in_queue_order(ready_pairings).values("pk")[:MOST_READY])
    is_asked_for = Q(pk__in=pairings) | Q(round__in=rounds)
    is_bye = Q(round__in=rounds_with_byes, state=Pairing.State.BYE)
    return (is_on | is_next | is_asked_for | is_bye) & Q(event=event_id)


@PairingsQuery
def in_stage(stage_id: int) -> Q:
    return Q(round__in=Round.objects.filter(group__stage=stage_id))


@PairingsQuery
def in_group(stage_id: int, number: int) -> Q:
    return Q(round__in=Round.objects.filter(group__stage=stage_id, group__number=number))


@PairingsQuery
def in_round(round_id: int) -> Q:
    return Q(round=round_id)


@PairingsQuery
def of_matches(matches: Sequence[int]) -> Q:
    return Q(match__in=matches)


_FIELDS = (
    "round_id",
    "pk",
    "code",
    "number",
    "state",
    "table__number",
    "match_id",
    "match__version",
    "match__winner",
    "match__snapshot__wins",
    "match__snapshot__sum",
    "match__snapshot__games_only",
    "called_at",
    "decided_at",
    "holds_table",
    "match__signed",
    "why",
    "absence",
    "match__snapshot__unfinished__case",
    "extra_time__minutes",
)


_HALL = hall_of_table("event", "table__number", "round__group")


def _make_pairing_view(row: tuple[Any, ...], slots: Mapping[int, list[SlotView]]) -> PairingView:
    (
        round_id,
        pk,
        code,
        number,
        state,
        table,
        match,
        version,
        winner,
        wins,
        sums,
        games_only,
        *further_columns,
    ) = row
    called_at, decided_at, held, signed, why, absence, *last_columns = further_columns
    unfinished, extra_minutes, snapshot, hall = last_columns
    # Where only the games won are known, there are no sums.
    if games_only:
        sums = None
    totals: tuple[int, ...] = ()
    if snapshot is not None:
        # Between two games the next one stands at zero.
        last_game = snapshot["games"][-1]
        totals = tuple(last_game["totals"])
        if last_game["why"]:
            totals = (0,) * len(totals)
    return PairingView(
        id=pk,
        round=round_id,
        code=code,
        number=number,
        state=state,
        table=table,
        match=match,
        version=version or 0,
        winner=winner,
        wins=tuple(wins or ()),
        sums=tuple(sums or ()),
        totals=totals,
        slots=tuple(slots[pk]),
        called_at=called_at,
        decided_at=decided_at,
        holds_table=held,
        signed=bool(signed),
        why=why,
        absence=absence,
        unfinished=unfinished or "",
        hall=hall,
        extra_minutes=extra_minutes or 0,
    )


def list_sought_pairings(event: Event, sought: str) -> list[int]:
    """The ids of the last pairing of each entry that has every word of ``sought`` in its players'
    names, whatever their accents and capitals: the one that is on, or comes next, or was its last.
    For the public: only by what the event shows of names. Each pairing once, also where both its
    sides are found. A handful at most. Two queries."""
    # A replaced entry has no pairings: they went to the entry that replaced it.
    entries = Entry.objects.filter(event=event).exclude(state=Entry.State.REPLACED)
    hides_surnames = event.names == Event.Names.INITIAL
    for part in split_search(sought):
        named_members = select_members_named(event, part, hides_surnames=hides_surnames)
        entries = entries.filter(pk__in=named_members.values("entry"))
    entry_ids = list(entries.order_by("pk").values_list("pk", flat=True)[:MOST_SOUGHT])
    slots = Slot.objects.filter(entry__in=entry_ids, pairing__event=event)
    # A preliminary match has a higher id than those that follow it.
    in_order = sorted(
        slots.values_list("entry_id", "pairing_id", "pairing__round__section"),
        key=lambda row: (row[2] != FIRST_IN_QUEUE, row[1]),
    )
    # The last pairing of an entry overwrites its earlier ones.
    last_pairings = {entry: pairing for entry, pairing, _section in in_order}
    return list(dict.fromkeys(last_pairings.values()))


MOST_SOUGHT = 8


def load_pairings_after(pairings: Iterable[int]) -> dict[int, int]:
    """By pairing, the one to which its winner goes. One query."""
    winners = Slot.objects.filter(source=Slot.Source.WINNER_OF, source_pairing__in=list(pairings))
    return dict(winners.values_list("source_pairing", "pairing"))


def list_last_decided(event: Event, most: int) -> list[int]:
    """The ids of the pairings that were decided last, the newest first. One query."""
    decided_pairings = Pairing.objects.filter(event=event, state=Pairing.State.DECIDED)
    return list(decided_pairings.order_by("-decided_at", "-pk").values_list("pk", flat=True)[:most])
