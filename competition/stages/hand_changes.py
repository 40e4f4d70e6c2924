"""A drawn bracket changed by hand: the draw stays as it was, and the changes are applied to it in
their order. Anybody who has both derives the same bracket again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
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

    def list_earlier_meetings(
        self, before: "ChangedBrackets", entries: Sequence[EntryId]
    ) -> list[tuple[int, EntryId, EntryId]]:
        """The pairs of these entries who can meet in an earlier round than ``before``, each with
        that round, the earliest first."""
        moved_entries: set[EntryId] = set()
        for entry in entries:
            if before.seats.get(entry) != self.seats.get(entry):
                moved_entries.add(entry)
        meetings: list[tuple[int, EntryId, EntryId]] = []
        for one, other in combinations(entries, 2):
            if one not in moved_entries and other not in moved_entries:
                continue
            round_now = self.find_meeting_round(one, other)
            round_before = before.find_meeting_round(one, other)
            if round_now is not None and round_before is not None and round_now < round_before:
                meetings.append((round_now, one, other))
        meetings.sort(key=lambda meeting: meeting[0])
        return meetings

    def apply(self, change: HandChange, *, most: int) -> "ChangedBrackets":
        """The brackets after one more change; ``most``: the most entries of a bracket. Raises
        Refused."""
        if change.kind == "swap":
            one, other = change.entries
            seat, other_seat = self.find_seat(one), self.find_seat(other)
            if seat.group != other_seat.group:
                raise Refused([Violation("swap_across_groups")])
            swapped = self.groups[seat.group].swap(
                (seat.place, seat.slot), (other_seat.place, other_seat.slot)
            )
            return self._with_group(seat.group, swapped)

        # In all other changes the first entry is new in the bracket.
        newcomer, opponent = change.entries
        if newcomer in self.seats:
            raise Refused([Violation("already_in_bracket", {"entry": newcomer})])
        seat = self.find_seat(opponent)
        places = self.groups[seat.group]
        if change.kind == "replace":
            replaced = places.with_entry(seat.place, seat.slot, newcomer)
            return self._with_group(seat.group, replaced)

        # It came late: it meets the second from the free place opposite, or in a preliminary match.
        entries = sum(map(len, places.places))
        if entries >= most:
            raise Refused([Violation("too_many_entries", {"entries": entries + 1, "most": most})])
        # Places 2n and 2n+1 meet.
        opponent_has_bye = not places.places[seat.place ^ 1]
        if change.kind == "bye":
            if not opponent_has_bye:
                raise Refused([Violation("opponent_without_bye", {"entry": opponent})])
            with_late = places.with_entries({seat.place ^ 1: (newcomer,)})
        else:
            if opponent_has_bye:
                raise Refused([Violation("opponent_with_bye", {"entry": opponent})])
            if len(places.places[seat.place]) > 1:
                raise Refused([Violation("opponent_in_preliminary", {"entry": opponent})])
            with_late = places.with_preliminary(seat.place, newcomer)
        return self._with_group(seat.group, with_late)

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
