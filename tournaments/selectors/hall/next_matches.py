"""Reads what follows at a table: where the sides of its match go next, and which match comes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from django.utils.timezone import localdate

from tournaments.models import Event, Pairing, Slot, TableCode
from tournaments.selectors.hall.next_pairings import find_next_pairings, find_queued_pairing
from tournaments.selectors.hall.prospects import Places, Prospect, load_prospects
from tournaments.selectors.hall.tables import TableState
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from tournaments.selectors.versions import Versions

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
        next_pairings = find_next_pairings(event, last_pairing, _list_seated(seats))
    queued = find_queued_pairing(event, code, state, localdate(now))
    pairing_ids = set(next_pairings.values())
    if queued is not None:
        pairing_ids.add(queued)
    ahead = _PairingsAhead.load(event, pairing_ids, _list_seated(seats))

    prospects: Mapping[int, Prospect] = {}
    is_decided = last_pairing is not None and last_pairing.state == Pairing.State.DECIDED
    if is_decided and not next_pairings.keys() >= set(_list_seated(seats)):
        prospects = load_prospects(event, versions)
    sides: list[NextMatch] = []
    for side, entry in seats.items():
        if entry is None:
            continue
        if entry in next_pairings:
            sides.append(ahead.describe_for_side(side, entry, next_pairings[entry]))
            continue
        name, prospect = ahead.names[entry], prospects.get(entry)
        if prospect is None or prospect.is_still_in:
            sides.append(NextMatch(side, name, NextState.WAITING))
        elif prospect.is_out:
            sides.append(NextMatch(side, name, NextState.OUT, places=prospect.places))
        else:
            sides.append(NextMatch(side, name, NextState.DONE, places=prospect.places))
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

    @classmethod
    def load(
        cls, event: Event, pairing_ids: Collection[int], entries: Iterable[int]
    ) -> "_PairingsAhead":
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
        return cls(pairings, seats, rounds, names)

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


def _load_seats(pairings: Iterable[int]) -> Mapping[int, Seats]:
    """The entries of pairings by their sides, by pairing. One query."""
    rows = Slot.objects.filter(pairing__in=list(pairings)).order_by("pairing_id", "position")
    seats: dict[int, dict[int, int | None]] = defaultdict(dict)
    for pairing, side, entry in rows.values_list("pairing_id", "side", "entry_id"):
        seats[pairing][side] = entry
    return seats


def _list_seated(seats: Seats) -> list[int]:
    return [entry for entry in seats.values() if entry is not None]
