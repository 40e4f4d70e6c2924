"""The places of a bracket: who begins where, and who plays a preliminary match for a place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from competition.brackets.bracket import count_slots, order_places
from competition.brackets.losers.slots import list_loser_slots
from competition.plan import (
    Bye,
    EntryId,
    LoserOf,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)
from kernel.refusals import Refused
from kernel.violations import Violation

SECTION: Final = "preliminary"


@dataclass(frozen=True, slots=True)
class BracketPlaces:
    """The places of the first round down the bracket. A place is free (a bye), has one entry, or
    two: those play a preliminary match for it. ``preliminaries``: the places with two entries, in
    the order in which these matches were made."""

    places: tuple[tuple[EntryId, ...], ...]
    preliminaries: tuple[int, ...] = ()

    def list_slots(self) -> list[PlannedSlot]:
        """The slots of the first round."""
        slots: list[PlannedSlot] = []
        for place, entries in enumerate(self.places):
            if not entries:
                slots.append(Bye())
            elif len(entries) == 1:
                slots.append(Seated(entries[0]))
            else:
                number = self.preliminaries.index(place) + 1
                slots.append(WinnerOf(_name_match(1, number)))
        return slots

    def list_preliminary_matches(self) -> tuple[PlannedPairing, ...]:
        """The preliminary matches; their winners have the places."""
        matches: list[PlannedPairing] = []
        for number, place in enumerate(self.preliminaries, start=1):
            slots = tuple(map(Seated, self.places[place]))
            matches.append(PlannedPairing(_name_match(1, number), SECTION, 1, slots))
        return tuple(matches)

    def list_seats(self) -> Iterator[tuple[EntryId, tuple[int, int]]]:
        """All entries, each with its place from 0 down the bracket, and its slot in a preliminary
        match for that place; 0 where there is none."""
        for place, entries in enumerate(self.places):
            for slot, entry in enumerate(entries):
                yield entry, (place, slot)

    def with_entries(self, changes: Mapping[int, tuple[EntryId, ...]]) -> "BracketPlaces":
        """The same bracket with other entries on some places."""
        places = tuple(changes.get(place, entries) for place, entries in enumerate(self.places))
        return replace(self, places=places)

    def with_entry(self, place: int, slot: int, entry: EntryId) -> "BracketPlaces":
        """The same bracket with another entry in this slot of a place."""
        entries = list(self.places[place])
        entries[slot] = entry
        return self.with_entries({place: tuple(entries)})

    def with_preliminary(self, place: int, entry: EntryId) -> "BracketPlaces":
        """The same bracket with one more entry on a place, which plays the one there for it."""
        changed = self.with_entries({place: (*self.places[place], entry)})
        return replace(changed, preliminaries=(*self.preliminaries, place))

    def swap(self, seat: tuple[int, int], other_seat: tuple[int, int]) -> "BracketPlaces":
        """The same bracket with two entries in each other's place and slot. Raises Refused for two
        of one match."""
        (place, slot), (other_place, other_slot) = seat, other_seat
        # Places 2n and 2n+1 meet. With one entry on each, to swap them changes nothing.
        are_alone = len(self.places[place]) == len(self.places[other_place]) == 1
        if place == other_place or (place ^ 1 == other_place and are_alone):
            raise Refused([Violation("swap_in_one_match")])
        entry, other_entry = self.places[place][slot], self.places[other_place][other_slot]
        changed = self.with_entry(place, slot, other_entry)
        return changed.with_entry(other_place, other_slot, entry)


@dataclass(frozen=True, slots=True)
class LosersDrop:
    """Where those who lose before the second round of a double elimination go: the ``slots`` that
    they fill in the losers' bracket, by match of the first round, and the ``matches`` that the
    losers of preliminary matches play for such a slot."""

    slots: tuple[PlannedSlot, ...]
    matches: tuple[PlannedPairing, ...]


def seat_order(order: Sequence[EntryId]) -> BracketPlaces:
    """The places as they were drawn: those beyond the entries are free."""
    places: list[tuple[EntryId, ...]] = []
    for place in order_places(count_slots(len(order))):
        if place > len(order):
            places.append(())
        else:
            places.append((order[place - 1],))
    return BracketPlaces(tuple(places))


def drop_losers(first_round: Sequence[PlannedPairing], places: BracketPlaces) -> LosersDrop:
    """The losers of the first round and of the preliminary matches. Who has lost one match has
    another: a preliminary loser takes the free slot beside that of the match he missed, or plays
    for the slot there against the loser who would have it. Not for the slot of that match itself,
    as long as there is another: its loser may be the one he has just met. Raises Refused."""
    slots = list_loser_slots(first_round)
    taken_positions: set[int] = set()
    matches = []
    for number, place in enumerate(places.preliminaries, start=1):
        missed = place // 2
        # The nearest in the bracket: the smaller their exclusive or, the sooner two positions meet.
        free_positions = set(range(len(slots))) - taken_positions
        if not free_positions:
            # Every slot has got a preliminary loser already.
            raise Refused([Violation("no_room_for_preliminary", {"most": len(slots)})])
        chosen = min(free_positions, key=lambda position: (position == missed, position ^ missed))
        taken_positions.add(chosen)
        loser = LoserOf(_name_match(1, number))
        if isinstance(slots[chosen], Bye):
            # A first match that is a bye has no loser: the slot is free.
            slots[chosen] = loser
            continue
        # The two losers play for the slot, before the losers' bracket begins.
        match = PlannedPairing(_name_match(2, number), SECTION, 2, (loser, slots[chosen]))
        slots[chosen] = WinnerOf(match.id)
        matches.append(match)
    return LosersDrop(tuple(slots), tuple(matches))


def _name_match(round_: int, number: int) -> str:
    return f"{SECTION}-{round_}-{number}"
