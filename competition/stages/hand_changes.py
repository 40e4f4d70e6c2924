"""A drawn bracket changed by hand: the draw stays as it was, and the changes are applied to it in
their order. Anybody who has both derives the same bracket again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from competition.brackets.places import BracketPlaces, seat_order
from competition.draw.entrants import check_order
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout
from competition.plan import EntryId, PairingId, PlannedPairing, index_slots
from competition.stages.stage import Order, join_plans
from kernel.refusals import Refused
from kernel.violations import Violation

ChangeKind: TypeAlias = Literal["swap", "bye", "preliminary", "replace"]


@dataclass(frozen=True, slots=True)
class HandChange:
    """A change of a drawn bracket.

    ``swap``: both entries change places. ``bye``: the first, which came late, takes the free place
    opposite the second. ``preliminary``: the first, which came late, plays the second for its
    place. ``replace``: the first plays in place of the second.
    """

    kind: ChangeKind
    entries: tuple[EntryId, EntryId]

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "entries": list(self.entries)}


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """Where an entry begins: its group, its place there, and its slot in a preliminary match for
    that place; all from 0."""

    group: int
    place: int
    slot: int


@dataclass(frozen=True)
class ChangedBrackets:
    """The brackets of a stage, group by group, with the changes so far."""

    groups: tuple[BracketPlaces, ...]

    @cached_property
    def seats(self) -> Mapping[EntryId, BracketSeat]:
        """By entry, where it begins."""
        seats: dict[EntryId, BracketSeat] = {}
        for group, places in enumerate(self.groups):
            for entry, (place, slot) in places.list_seats():
                seats[entry] = BracketSeat(group, place, slot)
        return seats

    def find_seat(self, entry: EntryId) -> BracketSeat:
        """Where an entry begins. Raises Refused."""
        if entry not in self.seats:
            raise Refused([Violation("not_in_bracket", {"entry": entry})])
        return self.seats[entry]

    def find_meeting_round(self, one: EntryId, other: EntryId) -> int | None:
        """The round in which two entries can meet, 0 for a preliminary match; None if they
        cannot."""
        if one not in self.seats or other not in self.seats:
            return None
        seat, other_seat = self.seats[one], self.seats[other]
        if seat.group != other_seat.group:
            return None
        # In each round the place of a winner is halved: two meet when their places become the same.
        return (seat.place ^ other_seat.place).bit_length()

    def apply(self, change: HandChange, *, most: int) -> "ChangedBrackets":
        """The brackets after one more change; ``most``: the most entries of a bracket. Raises
        Refused."""
        if change.kind == "swap":
            return self._swap(*change.entries)
        # In all other changes the first entry is new in the bracket.
        newcomer, opponent = change.entries
        if newcomer in self.seats:
            raise Refused([Violation("already_in_bracket", {"entry": newcomer})])
        seat = self.find_seat(opponent)
        if change.kind == "replace":
            return self._seat(seat, newcomer)
        return self._add_late_entry(change, seat.group, seat.place, most)

    def _swap(self, one: EntryId, other: EntryId) -> "ChangedBrackets":
        seat, other_seat = self.find_seat(one), self.find_seat(other)
        if seat.group != other_seat.group:
            raise Refused([Violation("swap_across_groups")])
        place, other_place = seat.place, other_seat.place
        # Places 2n and 2n+1 meet. With one entry on each, to swap them changes nothing.
        places = self.groups[seat.group].places
        are_alone = len(places[place]) == len(places[other_place]) == 1
        if place == other_place or (place ^ 1 == other_place and are_alone):
            raise Refused([Violation("swap_in_one_match")])
        changed = self._seat(seat, other)
        return changed._seat(other_seat, one)  # noqa: SLF001  (another of its kind)

    def _add_late_entry(
        self, change: HandChange, group: int, place: int, most: int
    ) -> "ChangedBrackets":
        """Seats the first entry of the change against the second, who begins on this place: in the
        free place opposite, or in a preliminary match."""
        late, opponent = change.entries
        places = self.groups[group]
        entries = sum(map(len, places.places))
        if entries >= most:
            raise Refused([Violation("too_many_entries", {"entries": entries + 1, "most": most})])
        # Places 2n and 2n+1 meet.
        opponent_has_bye = not places.places[place ^ 1]
        if change.kind == "bye":
            if not opponent_has_bye:
                raise Refused([Violation("opponent_without_bye", {"entry": opponent})])
            return self._with_group(group, places.with_entries({place ^ 1: (late,)}))
        if opponent_has_bye:
            raise Refused([Violation("opponent_with_bye", {"entry": opponent})])
        if len(places.places[place]) > 1:
            raise Refused([Violation("opponent_in_preliminary", {"entry": opponent})])
        changed = places.with_entries({place: (opponent, late)})
        with_match = replace(changed, preliminaries=(*places.preliminaries, place))
        return self._with_group(group, with_match)

    def _seat(self, seat: BracketSeat, entry: EntryId) -> "ChangedBrackets":
        places = self.groups[seat.group]
        entries = list(places.places[seat.place])
        entries[seat.slot] = entry
        return self._with_group(seat.group, places.with_entries({seat.place: tuple(entries)}))

    def _with_group(self, group: int, places: BracketPlaces) -> "ChangedBrackets":
        groups = list(self.groups)
        groups[group] = places
        return ChangedBrackets(tuple(groups))


def change_brackets(
    format_: Knockout[Any], order: Order, changes: Sequence[HandChange]
) -> ChangedBrackets:
    """The brackets of a drawn order after changes by hand, in their order. Raises Refused for an
    order that is none, or the first change that is not possible."""
    for members in order:
        check_order(members, format_.least, format_.most)
    brackets = ChangedBrackets(tuple(map(seat_order, order)))
    for change in changes:
        brackets = brackets.apply(change, most=format_.most)
    return brackets


def plan_brackets(
    format_: Knockout[Any], options: FormatOptions, brackets: ChangedBrackets
) -> tuple[PlannedPairing, ...]:
    """The pairings of all groups, as ``plan_stage`` has them. Raises Refused."""
    return join_plans([format_.plan_places(places, options) for places in brackets.groups])


def list_changed_pairings(
    before: Sequence[PlannedPairing], after: Sequence[PlannedPairing]
) -> set[PairingId]:
    """The pairings of either plan that are not the same in the other, and those that entries reach
    from them without a match."""
    old_slots, new_slots = index_slots(before), index_slots(after)
    changed_codes: set[PairingId] = set()
    for code in old_slots.keys() | new_slots.keys():
        if old_slots.get(code) != new_slots.get(code):
            changed_codes.add(code)
    for plan in (before, after):
        byes = {pairing.id for pairing in plan if not pairing.is_played}
        # Plans are in the order of play: an entry behind two byes is found as well.
        for pairing in plan:
            for source in pairing.sources:
                if source.pairing in changed_codes and source.pairing in byes:
                    changed_codes.add(pairing.id)
    return changed_codes
