"""Who has met before and meets again: what a draw could not avoid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from competition.plan import (
    Entrant,
    EntryId,
    PairingId,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)

MAIN = "main"


@dataclass(frozen=True, slots=True)
class MeetingAgain:
    """Two who have met in an earlier stage and meet in this round, or can meet in it."""

    entries: tuple[EntryId, EntryId]
    round: int
    is_certain: bool
    """Both are in the same pairing; otherwise both have to win until they meet."""
    group: int = 1


def early_meetings(
    pairings: Sequence[PlannedPairing], entrants: Sequence[Entrant]
) -> tuple[MeetingAgain, ...]:
    """Groupmates who can meet before the final of a bracket, and entries that certainly meet an
    opponent of an earlier stage in a planned pairing; the earliest meetings first."""
    known = {entrant.id: entrant for entrant in entrants}
    found: dict[frozenset[EntryId], MeetingAgain] = {}
    for meeting in (*_list_planned_meetings(pairings), *_list_possible_meetings(pairings)):
        one, other = (known.get(entry) for entry in meeting.entries)
        if one is None or other is None:
            continue
        are_mates = one.mates is not None and one.mates == other.mates
        if are_mates or (meeting.is_certain and (other.id in one.met or one.id in other.met)):
            found.setdefault(frozenset(meeting.entries), meeting)
    return tuple(sorted(found.values(), key=lambda each: (each.round, each.group)))


def _list_planned_meetings(pairings: Sequence[PlannedPairing]) -> Iterator[MeetingAgain]:
    for pairing in pairings:
        seated = [slot.entry for slot in pairing.slots if isinstance(slot, Seated)]
        for one, other in combinations(seated, 2):
            yield MeetingAgain((one, other), pairing.round, is_certain=True, group=pairing.group)


def _list_possible_meetings(pairings: Sequence[PlannedPairing]) -> Iterator[MeetingAgain]:
    """Who can meet in the main bracket of each group, before its final."""
    reach: dict[PairingId, list[EntryId]] = {}
    last: dict[int, int] = {}
    for pairing in pairings:
        if pairing.section == MAIN:
            last[pairing.group] = max(pairing.round, last.get(pairing.group, 0))
    for pairing in pairings:
        if pairing.section != MAIN:
            continue
        sides = [_entries_of(slot, reach) for slot in pairing.slots]
        reach[pairing.id] = [entry for side in sides for entry in side]
        if pairing.round < last[pairing.group] and len(sides) == 2:
            for one, other in product(*sides):
                certain = all(isinstance(slot, Seated) for slot in pairing.slots)
                yield MeetingAgain((one, other), pairing.round, certain, pairing.group)


def _entries_of(slot: PlannedSlot, reach: dict[PairingId, list[EntryId]]) -> list[EntryId]:
    """The entries that can reach a slot."""
    match slot:
        case Seated(entry):
            return [entry]
        case WinnerOf(pairing):
            return reach.get(pairing, [])
    return []
