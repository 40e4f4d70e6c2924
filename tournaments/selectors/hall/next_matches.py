"""Reads what follows at a table: where the sides of its match go next, and which match comes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TypeAlias

from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import localdate

from competition.plan import EntryId
from live.computed import computed_cache, make_key
from tournaments.models import Entry, Event, Pairing, Slot, TableCode
from tournaments.selectors.hall.tables import ON, TableState
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.stages.brackets import due, sort_in_queue_order
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from tournaments.selectors.standings.cuts import load_following_cuts
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import load_drawn_rankings
from tournaments.selectors.standings.standings import rank_entries_of_event
from tournaments.selectors.versions import Versions

Places: TypeAlias = tuple[int, int]
"""The first and the last of the places that an entry shares."""
Seats: TypeAlias = Mapping[int, int | None]
"""The entries of a pairing by their sides; None: not known yet."""


class NextState(StrEnum):
    """What an entry does next in an event."""

    CALLED = "CALLED"
    """It is called to a table."""
    READY = "READY"
    """Its match waits for a table, or for its day."""
    WAITING = "WAITING"
    """It is still in, but its match is not complete, or not known yet."""
    OUT = "OUT"
    """It lost its last match of a bracket, or has left."""
    DONE = "DONE"
    """It has played all its matches."""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """What comes next for a side: its pairing, if it is known, or else its places, once they are
    decided. ``opponent``: the other entry of a pairing of two."""

    side: int
    entry: EntryName
    state: NextState
    pairing: Pairing | None = None
    round: RoundCount | None = None
    opponent: EntryName | None = None
    places: Places | None = None


@dataclass(frozen=True, slots=True)
class TableNext:
    """The match that comes next at a table: called there, or the first of those in the queue that
    would be called if this table became free now."""

    pairing: Pairing
    round: RoundCount
    sides: tuple[EntryName, ...]


@dataclass(frozen=True, slots=True)
class WhatNext:
    """What follows at a table."""

    sides: tuple[NextMatch, ...]
    at_table: TableNext | None


def load_what_next(
    *, event: Event, code: TableCode, state: TableState, versions: Versions, now: datetime
) -> WhatNext:
    """What follows for the sides of the match that was last played at a table, and at the table
    itself. Ten queries at most, and those of ``load_prospects`` once a version, where a side plays
    no match that is known."""
    last_pairing = state.departing or state.current
    seats: Seats = {}
    next_pairings: Mapping[int, int] = {}
    if last_pairing is not None:
        seats = _load_seats([last_pairing.pk])[last_pairing.pk]
        next_pairings = _find_next_pairings(event, last_pairing, _list_seated(seats))
    queued = _find_queued_pairing(event, code, state, localdate(now))
    pairing_ids = set(next_pairings.values())
    if queued is not None:
        pairing_ids.add(queued)
    ahead = _load_pairings_ahead(event, pairing_ids, _list_seated(seats))

    prospects: Mapping[int, Prospect] = {}
    is_decided = last_pairing is not None and last_pairing.state == Pairing.State.DECIDED
    if is_decided and not next_pairings.keys() >= set(_list_seated(seats)):
        prospects = load_prospects(event, versions)
    sides: list[NextMatch] = []
    for side, entry in seats.items():
        if entry is None:
            continue
        if entry in next_pairings:
            next_match = ahead.describe_for_side(side, entry, next_pairings[entry])
        else:
            name = ahead.names[entry]
            next_match = _describe_entry_without_match(side, name, prospects.get(entry))
        sides.append(next_match)
    if queued is None:
        return WhatNext(tuple(sides), None)
    return WhatNext(tuple(sides), ahead.describe_for_table(queued))


@dataclass(frozen=True, slots=True)
class _PairingsAhead:
    """Pairings that are still to be played, with what is shown of them."""

    pairings: Mapping[int, Pairing]
    seats: Mapping[int, Seats]
    rounds: Mapping[int, RoundCount]
    names: Mapping[int, EntryName]

    def describe_for_side(self, side: int, entry: int, pairing_id: int) -> NextMatch:
        """The pairing as what comes next for an entry, which played on ``side`` before."""
        pairing = self.pairings[pairing_id]
        opponent: EntryName | None = None
        # Three or more at a table have no single opponent to be named.
        others = [pk for pk in self.seats[pairing_id].values() if pk != entry]
        if len(others) == 1 and others[0] is not None:
            opponent = self.names[others[0]]
        state, round_count = NextState(pairing.state), self.rounds[pairing.round_id]
        return NextMatch(side, self.names[entry], state, pairing, round_count, opponent)

    def describe_for_table(self, pairing_id: int) -> TableNext:
        """The pairing as what comes next at its table."""
        pairing = self.pairings[pairing_id]
        names = [self.names[entry] for entry in _list_seated(self.seats[pairing_id])]
        return TableNext(pairing, self.rounds[pairing.round_id], tuple(names))


def _load_pairings_ahead(
    event: Event, pairing_ids: Collection[int], entries: Iterable[int]
) -> _PairingsAhead:
    """Those pairings, and the names of their entries and of others. Four queries at most."""
    pairings = Pairing.objects.select_related("table", "round").in_bulk(pairing_ids)
    seats = _load_seats(pairings)
    named_entries = set(entries)
    for seats_of_pairing in seats.values():
        named_entries.update(_list_seated(seats_of_pairing))
    names: Mapping[int, EntryName] = {}
    if named_entries:
        names = load_entry_names(event, named_entries)
    rounds: Mapping[int, RoundCount] = {}
    if pairings:
        rounds = {row.id: row for row in load_round_counts(event)}
    return _PairingsAhead(pairings, seats, rounds, names)


def _load_seats(pairings: Iterable[int]) -> Mapping[int, Seats]:
    """The entries of pairings by their sides, by pairing. One query."""
    rows = Slot.objects.filter(pairing__in=list(pairings)).order_by("pairing_id", "position")
    seats: dict[int, dict[int, int | None]] = defaultdict(dict)
    for pairing, side, entry in rows.values_list("pairing_id", "side", "entry_id"):
        seats[pairing][side] = entry
    return seats


def _list_seated(seats: Seats) -> list[int]:
    return [entry for entry in seats.values() if entry is not None]


def _find_next_pairings(
    event: Event, played: Pairing, entries: Collection[int]
) -> Mapping[int, int]:
    """By entry, the pairing that it plays next: the one it is called to, or else the first in the
    order of play. One query."""
    if not entries:
        return {}
    entered_slots = Slot.objects.filter(entry__in=entries, entry__state=Entry.State.ENTERED)
    slots = entered_slots.filter(pairing__event=event, pairing__state__in=Pairing.OPEN_STATES)
    rows = slots.exclude(pairing=played).values_list("entry_id", "pairing_id", "pairing__state")
    next_pairings: dict[int, int] = {}
    # False sorts before True: a call comes first, then the smallest id.
    in_order = sorted(rows, key=lambda row: (row[2] != Pairing.State.CALLED, row[1]))
    for entry, pairing, _state in in_order:
        next_pairings.setdefault(entry, pairing)
    return next_pairings


def _find_queued_pairing(
    event: Event, code: TableCode, state: TableState, today: date
) -> int | None:
    """The pairing that is called to a table and has not begun, or else the first one in the queue
    that may be played there (``services.table_queue.call_ready``). One query."""
    if state.on is not None and state.on.state == Pairing.State.CALLED and not state.has_begun:
        return state.on.pk
    if event.state != Event.State.RUNNING:
        return None
    played_elsewhere = Pairing.objects.filter(ON, event=event).exclude(table=code.table_id)
    busy_entries = Slot.objects.filter(pairing__in=played_elsewhere, entry__isnull=False).values(
        "entry"
    )
    may_play_here = Q(round__group__first_table__isnull=True) | Q(
        round__group__first_table__lte=code.table.number,
        round__group__last_table__gte=code.table.number,
    )
    ready_pairings = Pairing.objects.filter(
        due(today), may_play_here, event=event, state=Pairing.State.READY
    )
    if code.round_id is not None:
        ready_pairings = ready_pairings.filter(round=code.round_id)
    # A pairing waits while one of its entries plays at another table.
    free_pairings = ready_pairings.exclude(
        Exists(Slot.objects.filter(pairing=OuterRef("pk"), entry__in=busy_entries))
    )
    pairing_id: int | None = sort_in_queue_order(free_pairings).values_list("pk", flat=True).first()
    return pairing_id


# Places


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an entry can expect that plays no match that is known."""

    places: Places | None
    """Once nothing can move it any more."""
    is_still_in: bool
    """It plays on, as soon as a round is paired or a stage is drawn."""
    is_out: bool


PROSPECTS_KEPT = 600


def load_prospects(event: Event, versions: Versions) -> Mapping[int, Prospect]:
    """What every entry of an event can expect: once for each of its versions, for all tables."""
    # The versions are in the key, so nothing in the cache is ever out of date: it only expires.
    key = make_key("prospects", event.pk, versions.event_version, versions.stage_version)
    prospects: Mapping[int, Prospect] | None = computed_cache.get(key)
    if prospects is None:
        prospects = _compute_prospects(event)
        computed_cache.set(key, prospects, PROSPECTS_KEPT)
    return prospects


def _compute_prospects(event: Event) -> Mapping[int, Prospect]:
    """Two queries, and some more for each stage."""
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    drawn_rankings = load_drawn_rankings(stages)
    drawn_stages = {ranking.stage.pk for ranking in drawn_rankings}
    # Who plays in the next round of a stage, or may play in a later stage that is not drawn.
    still_in: set[EntryId] = set()
    unsettled: set[EntryId] = set()
    out_of_event: set[EntryId] = set()
    for ranking in drawn_rankings:
        progress = load_progress(ranking.stage)
        cuts = load_following_cuts(ranking)
        undrawn_cuts = [through for stage, through in cuts if stage.pk not in drawn_stages]
        # In a table the whole field plays each round, and until the last result anyone may advance.
        may_go_on = undrawn_cuts and not progress.is_over
        if ranking.metrics and (progress.paired < progress.rounds or may_go_on):
            still_in |= ranking.entries
        else:
            for through in undrawn_cuts:
                still_in.update(through.entries, through.tied)
        out_of_event |= ranking.ruling.out
        # Places in a table may still change, also of entries that have no match left.
        if ranking.metrics and not progress.is_over:
            unsettled |= ranking.entries
    prospects: dict[int, Prospect] = {}
    for placing in rank_entries_of_event(drawn_rankings):
        entry = placing.entry
        places: Places | None = (placing.first, placing.last)
        if placing.still_in or entry in unsettled:
            places = None
        prospects[int(entry)] = Prospect(
            places,
            is_still_in=entry not in out_of_event and (placing.still_in or entry in still_in),
            # The whys of a bracket say who lost the last match there.
            is_out=entry in out_of_event or placing.why.code.startswith("lost_"),
        )
    return prospects


def _describe_entry_without_match(
    side: int, entry: EntryName, prospect: Prospect | None
) -> NextMatch:
    if prospect is None or prospect.is_still_in:
        return NextMatch(side, entry, NextState.WAITING)
    state = NextState.DONE
    if prospect.is_out:
        state = NextState.OUT
    return NextMatch(side, entry, state, places=prospect.places)
