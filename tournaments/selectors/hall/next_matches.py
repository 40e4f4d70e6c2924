"""Reads what follows at a table: where the sides of its match go next, and which match comes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import localdate

from competition.cuts.chain import rank_event
from competition.plan import EntryId
from tournaments.models import Entry, Event, Pairing, Slot, TableCode
from tournaments.selectors.hall.tables import ON, TableState
from tournaments.selectors.registration.entries import EntryName, load_entry_names
from tournaments.selectors.stages.brackets import due, sort_in_queue_order
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from tournaments.selectors.standings.cuts import find_cut, load_following_cuts
from tournaments.selectors.standings.fields import Progress, load_progress
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.versions import Versions

Places = tuple[int, int]
"""The first and the last of the places that an entry shares."""


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
    seats = [] if last_pairing is None else _load_seats([last_pairing.pk])[last_pairing.pk]
    ahead = _find_next_pairings(
        event, last_pairing, [entry for _, entry in seats if entry is not None]
    )
    queued = _find_queued_pairing(event, code, state, localdate(now))
    wanted_pairings = set(ahead.values())
    if queued is not None:
        wanted_pairings.add(queued)
    pairings = Pairing.objects.select_related("table", "round").in_bulk(wanted_pairings)
    opponents = _load_seats(pairings)
    entries: set[int] = set()
    for rows in (seats, *opponents.values()):
        entries.update(entry for _, entry in rows if entry is not None)
    names = load_entry_names(event, entries) if entries else {}
    rounds = {row.id: row for row in load_round_counts(event)} if pairings else {}
    is_decided = last_pairing is not None and last_pairing.state == Pairing.State.DECIDED
    has_no_match = any(entry is not None and entry not in ahead for _, entry in seats)
    prospects = load_prospects(event, versions) if is_decided and has_no_match else {}

    def find_next_step(side: int, entry: int) -> NextMatch:
        if entry not in ahead:
            return _describe_entry_without_match(side, names[entry], prospects.get(entry))
        pairing = pairings[ahead[entry]]
        # Three or more at a table have no single opponent to be named.
        opponent_ids = [pk for _, pk in opponents[pairing.pk] if pk != entry]
        opponent = opponent_ids[0] if len(opponent_ids) == 1 else None
        return NextMatch(
            side,
            names[entry],
            NextState(pairing.state),
            pairing,
            rounds[pairing.round_id],
            None if opponent is None else names[opponent],
        )

    sides = tuple(find_next_step(side, entry) for side, entry in seats if entry is not None)
    if queued is None:
        return WhatNext(sides, None)
    seated_names = tuple(names[entry] for _, entry in opponents[queued] if entry is not None)
    pairing = pairings[queued]
    return WhatNext(sides, TableNext(pairing, rounds[pairing.round_id], seated_names))


def _load_seats(pairings: Iterable[int]) -> Mapping[int, Sequence[tuple[int, int | None]]]:
    """The sides of pairings with their entries, by pairing. One query."""
    rows = Slot.objects.filter(pairing__in=list(pairings)).order_by("pairing_id", "position")
    seats: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    for pairing, side, entry in rows.values_list("pairing_id", "side", "entry_id"):
        seats[pairing].append((side, entry))
    return seats


def _find_next_pairings(
    event: Event, played: Pairing | None, entries: Collection[int]
) -> Mapping[int, int]:
    """By entry, the pairing that it plays next: the one it is called to, or else the first in the
    order of play. One query."""
    if played is None or not entries:
        return {}
    open_states = (Pairing.State.CALLED, Pairing.State.READY, Pairing.State.WAITING)
    entered_slots = Slot.objects.filter(entry__in=entries, entry__state=Entry.State.ENTERED)
    slots = entered_slots.filter(pairing__event=event, pairing__state__in=open_states)
    slots = slots.exclude(pairing=played)
    next_by_entry: dict[int, tuple[bool, int]] = {}
    for entry, pairing, state in slots.values_list("entry_id", "pairing_id", "pairing__state"):
        # False sorts before True: a call comes first, then the smallest id.
        order = (state != Pairing.State.CALLED, pairing)
        next_by_entry[entry] = min(next_by_entry.get(entry, order), order)
    return {entry: pairing for entry, (_, pairing) in next_by_entry.items()}


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
    key = f"prospects:{event.pk}:{versions.event_version}:{versions.stage_version}"
    prospects: Mapping[int, Prospect] | None = cache.get(key)
    if prospects is None:
        prospects = _compute_prospects(event)
        cache.set(key, prospects, PROSPECTS_KEPT)
    return prospects


def _compute_prospects(event: Event) -> Mapping[int, Prospect]:
    """Two queries, and some more for each stage."""
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    rankings = [load_ranking(stage) for stage in stages]
    drawn_rankings = [ranking for ranking in rankings if ranking.pairings]
    if not drawn_rankings:
        return {}
    is_drawn = {ranking.stage.pk for ranking in drawn_rankings}
    still_in: set[EntryId] = set()
    unsettled: set[EntryId] = set()
    out_of_event: set[EntryId] = set()
    for ranking in drawn_rankings:
        progress = load_progress(ranking.stage)
        still_in |= _find_those_who_play_on(ranking, progress, is_drawn)
        out_of_event |= ranking.ruling.out
        # Places in a table may still change, also of entries that have no match left.
        if ranking.metrics and not progress.is_over:
            unsettled |= {placing.entry for placing in ranking.placings}
    links = [
        (find_cut(drawn_ranking.stage), drawn_ranking.stage.number, drawn_ranking.placings)
        for drawn_ranking in drawn_rankings
    ]
    prospects: dict[int, Prospect] = {}
    for placing in rank_event(links):
        entry = placing.entry
        can_move = placing.still_in or entry in unsettled
        prospects[int(entry)] = Prospect(
            None if can_move else (placing.first, placing.last),
            is_still_in=entry not in out_of_event and (placing.still_in or entry in still_in),
            # The whys of a bracket say who lost the last match there.
            is_out=entry in out_of_event or placing.why.code.startswith("lost_"),
        )
    return prospects


def _find_those_who_play_on(
    ranking: Ranking, progress: Progress, is_drawn: Collection[int]
) -> frozenset[EntryId]:
    """Who of a stage plays in its next round, or may play in a later stage that is not drawn."""
    undrawn_cuts = [
        through for stage, through in load_following_cuts(ranking) if stage.pk not in is_drawn
    ]
    # In a table the whole field plays each round, and until the last result anyone may advance.
    may_go_on = undrawn_cuts and not progress.is_over
    if ranking.metrics and (progress.paired < progress.rounds or may_go_on):
        return frozenset(placing.entry for placing in ranking.placings)
    advancing: set[EntryId] = set()
    for through in undrawn_cuts:
        advancing.update(through.entries, through.tied)
    return frozenset(advancing)


def _describe_entry_without_match(
    side: int, entry: EntryName, prospect: Prospect | None
) -> NextMatch:
    if prospect is None or prospect.is_still_in:
        return NextMatch(side, entry, NextState.WAITING)
    state = NextState.OUT if prospect.is_out else NextState.DONE
    return NextMatch(side, entry, state, places=prospect.places)
