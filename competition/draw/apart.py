"""Meetings again of entries that have met in an earlier stage: what a draw could not avoid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from competition.plan import (
    Entrant,
    EntryId,
    PairingId,
    PlannedPairing,
    Seated,
    WinnerOf,
    index_entrants,
)

MAIN = "main"


@dataclass(frozen=True, slots=True)
class MeetingAgain:
    """Two entries that have met in an earlier stage and meet in this round, or can meet in it."""

    entries: tuple[EntryId, EntryId]
    round: int
    is_certain: bool
    """Both are in the same pairing; otherwise both have to win until they meet."""
    group: int = 1


def find_early_meetings(
    pairings: Sequence[PlannedPairing], entrants: Sequence[Entrant]
) -> tuple[MeetingAgain, ...]:
    """Groupmates who can meet before the final of a bracket, and entries that certainly meet an
    opponent of an earlier stage in a planned pairing; the earliest meetings first."""
    entrant_of = index_entrants(entrants)
    first_meeting: dict[frozenset[EntryId], MeetingAgain] = {}
    meetings: list[MeetingAgain] = []
    for pairing in pairings:
        meetings += [
            MeetingAgain(entries, pairing.round, is_certain=True, group=pairing.group)
            for entries in combinations(pairing.entries, 2)
        ]
    meetings += _list_possible_meetings(pairings)
    for meeting in meetings:
        first_entry, second_entry = meeting.entries
        if first_entry not in entrant_of or second_entry not in entrant_of:
            continue
        first_entrant, second_entrant = entrant_of[first_entry], entrant_of[second_entry]
        is_again = meeting.is_certain and first_entrant.has_met(second_entrant)
        if is_again or first_entrant.is_groupmate(second_entrant):
            # Of two entries the first meeting listed counts, a planned one before a possible one.
            first_meeting.setdefault(frozenset(meeting.entries), meeting)
    return tuple(sorted(first_meeting.values(), key=lambda meeting: (meeting.round, meeting.group)))


def _list_possible_meetings(pairings: Sequence[PlannedPairing]) -> Iterator[MeetingAgain]:
    """The entries that can meet in the main bracket of each group, before its final."""
    in_main = [pairing for pairing in pairings if pairing.section == MAIN]
    final_round: dict[int, int] = {}
    for pairing in in_main:
        final_round[pairing.group] = max(pairing.round, final_round.get(pairing.group, 0))
    # The plan lists feeders before the pairings that they feed, so their entries are known.
    can_reach: dict[PairingId, list[EntryId]] = {}
    for pairing in in_main:
        sides: list[list[EntryId]] = []
        for slot in pairing.slots:
            match slot:
                case Seated(entry):
                    sides.append([entry])
                case WinnerOf(source):
                    sides.append(can_reach.get(source, []))
                case _:
                    sides.append([])
        can_reach[pairing.id] = list(chain.from_iterable(sides))
        if pairing.round < final_round[pairing.group] and len(sides) == 2:
            is_certain = len(pairing.entries) == 2
            for first_entry, second_entry in product(*sides):
                yield MeetingAgain(
                    (first_entry, second_entry), pairing.round, is_certain, pairing.group
                )
