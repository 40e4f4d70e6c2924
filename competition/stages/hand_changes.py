"""A drawn bracket changed by hand: the draw stays as it was, and the changes are applied to it in
their order. Anybody who has both derives the same bracket again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from competition.brackets.places import BracketPlaces, Seat, seat_order
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


@dataclass(frozen=True)
class ChangedBrackets:
    """The brackets of a stage, group by group, with the changes so far."""

    groups: tuple[BracketPlaces, ...]

    @cached_property
    def seats(self) -> Mapping[EntryId, tuple[int, Seat]]:
        """By entry its group (from 0) and its seat there."""
        seats: dict[EntryId, tuple[int, Seat]] = {}
        for group, places in enumerate(self.groups):
            for entry, seat in places.list_seats():
                seats[entry] = (group, seat)
        return seats

    def find_seat(self, entry: EntryId) -> tuple[int, Seat]:
        """The group and the seat of an entry. Raises Refused."""
        if entry not in self.seats:
            raise Refused([Violation("not_in_bracket", {"entry": entry})])
        return self.seats[entry]

    def find_meeting_round(self, one: EntryId, other: EntryId) -> int | None:
        """The round in which two entries can meet, 0 for a preliminary match; None if they
        cannot."""
        if one not in self.seats or other not in self.seats:
            return None
        group, (place, _slot) = self.seats[one]
        other_group, (other_place, _slot) = self.seats[other]
        if group != other_group:
            return None
        # In each round the place of a winner is halved: two meet when their places become the same.
        return (place ^ other_place).bit_length()

    def apply(self, change: HandChange, *, most: int) -> "ChangedBrackets":
        """The brackets after one more change; ``most``: the most entries of a bracket. Raises
        Refused."""
        if change.kind == "swap":
            return self._swap(*change.entries)
        # In all other changes the first entry is new in the bracket.
        newcomer, opponent = change.entries
        if newcomer in self.seats:
            raise Refused([Violation("already_in_bracket", {"entry": newcomer})])
        group, seat = self.find_seat(opponent)
        if change.kind == "replace":
            return self._seat(group, seat, newcomer)
        return self._add_late_entry(change, group, seat[0], most)

    def _swap(self, one: EntryId, other: EntryId) -> "ChangedBrackets":
        group, seat = self.find_seat(one)
        other_group, other_seat = self.find_seat(other)
        place, other_place = seat[0], other_seat[0]
        if one == other or (group, place) == (other_group, other_place):
            raise Refused([Violation("swap_in_one_match")])
        if group != other_group:
            raise Refused([Violation("swap_across_groups")])
        # Places 2n and 2n+1 meet. With one entry on each, to swap them changes nothing.
        places = self.groups[group].places
        if place ^ 1 == other_place and len(places[place]) == len(places[other_place]) == 1:
            raise Refused([Violation("swap_in_one_match")])
        changed = self._seat(group, seat, other)
        return changed._seat(group, other_seat, one)  # noqa: SLF001  (another of its kind)

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

    def _seat(self, group: int, seat: Seat, entry: EntryId) -> "ChangedBrackets":
        place, slot = seat
        seated = list(self.groups[group].places[place])
        seated[slot] = entry
        return self._with_group(group, self.groups[group].with_entries({place: tuple(seated)}))

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
