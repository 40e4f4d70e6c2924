"""A drawn bracket changed by hand: the draw stays as it was, and the changes are applied to it in
their order. Anybody who has both derives the same bracket again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from competition.brackets.places import BracketPlaces, Seat, seat_order
from competition.draw.entrants import check_order
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout
from competition.plan import EntryId, PairingId, PlannedPairing
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
class ChangedBrackets:
    """The brackets of a stage, group by group, with the changes so far."""

    groups: tuple[BracketPlaces, ...]

    def apply(self, change: HandChange, *, most: int) -> "ChangedBrackets":
        """The brackets after one more change; ``most``: the most entries of a bracket. Raises
        Refused."""
        seats: dict[EntryId, tuple[int, Seat]] = {}
        for group, places in enumerate(self.groups):
            for entry, seat in places.list_seats():
                seats[entry] = (group, seat)
        if change.kind == "swap":
            return self._swap(change.entries, seats)
        # In all other changes the first entry is new in the bracket.
        newcomer, opponent = change.entries
        if newcomer in seats:
            raise Refused([Violation("already_in_bracket", {"entry": newcomer})])
        group, seat = _find_seat(opponent, seats)
        if change.kind == "replace":
            return self._seat(group, seat, newcomer)
        return self._add_late_entry(change, group, seat[0], most)

    def _swap(self, entries: tuple[EntryId, EntryId], seats: "Seats") -> "ChangedBrackets":
        (group, one), (other_group, other) = (_find_seat(entry, seats) for entry in entries)
        if entries[0] == entries[1] or (group, one[0]) == (other_group, other[0]):
            raise Refused([Violation("swap_in_one_match")])
        if group != other_group:
            raise Refused([Violation("swap_across_groups")])
        # Places 2n and 2n+1 meet. With one entry on each, to swap them changes nothing.
        places = self.groups[group].places
        is_one_match = one[0] ^ 1 == other[0] and len(places[one[0]]) == len(places[other[0]]) == 1
        if is_one_match:
            raise Refused([Violation("swap_in_one_match")])
        changed = self._seat(group, one, entries[1])
        return changed._seat(group, other, entries[0])  # noqa: SLF001  (another of its kind)

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


Seats: TypeAlias = Mapping[EntryId, tuple[int, Seat]]
"""By entry its group (from 0) and its seat there."""


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
    old_slots = {pairing.id: pairing.slots for pairing in before}
    new_slots = {pairing.id: pairing.slots for pairing in after}
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


def _find_seat(entry: EntryId, seats: Seats) -> tuple[int, Seat]:
    if entry not in seats:
        raise Refused([Violation("not_in_bracket", {"entry": entry})])
    return seats[entry]
