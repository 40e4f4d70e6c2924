"""Whether an entry that is left in a match could meet itself further on in its bracket."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import PendingDecision, Slot


@dataclass(frozen=True, slots=True)
class _Seat:
    pairing: int
    source: int | None
    entry: int | None


def find_clash(pending: PendingDecision) -> int | None:
    """The pairing in which the wrong entry of a pending decision plays as well, if both matches
    lead to the same one: left where it is, the entry could come to both slots of that match, and no
    result would ever fill the second one. None if there is no such pairing.

    The result before a slot can be corrected at any time, so all that can still come after a
    pairing counts, not only what its present result fills.
    """
    pairing = pending.pairing
    if pairing is None or not pending.goes:
        return None
    (entry_id,) = pending.goes
    slots = Slot.objects.filter(pairing__round__group=pairing.round.group_id).order_by("pk")
    rows = slots.values_list("pairing_id", "source_pairing_id", "entry_id")
    seats = [_Seat(*row) for row in rows]
    own_seats: dict[int, _Seat] = {}
    for seat in seats:
        if seat.entry == entry_id:
            own_seats[seat.pairing] = seat
    if pairing.pk not in own_seats:
        return None

    # The entry's matches before its slot lead to it, and those after the match that it has come to
    # from there follow from it: both belong to one way through the bracket, which is no clash.
    later, earlier = _map_pairings(seats)
    later_own, _earlier_own = _map_pairings(own_seats.values())
    one_way = _reach(pairing.pk, later_own)
    source = own_seats[pairing.pk].source
    if source is not None:
        one_way |= _reach(source, earlier)
    # Two ways meet in a match that can be reached from both.
    reached = _reach(pairing.pk, later)
    for own_pairing in own_seats:
        if own_pairing not in one_way and not reached.isdisjoint(_reach(own_pairing, later)):
            return own_pairing
    return None


def _map_pairings(
    seats: Iterable[_Seat],
) -> tuple[Mapping[int, list[int]], Mapping[int, list[int]]]:
    """The pairings that each pairing feeds, and those that feed it."""
    later: dict[int, list[int]] = {}
    earlier: dict[int, list[int]] = {}
    for seat in seats:
        if seat.source is not None:
            later.setdefault(seat.source, []).append(seat.pairing)
            earlier.setdefault(seat.pairing, []).append(seat.source)
    return later, earlier


def _reach(pairing_id: int, edges: Mapping[int, Iterable[int]]) -> set[int]:
    """This pairing and all that the edges lead to."""
    found: set[int] = set()
    front = [pairing_id]
    while front:
        pairing = front.pop()
        if pairing not in found:
            found.add(pairing)
            front.extend(edges.get(pairing, ()))
    return found
