"""What a change by hand breaks in a bracket: clubmates who meet at once, seeds who meet too early,
byes that go to others. The organizer decides; the public sees that he had read it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from competition.plan import Entrant, EntryId, PlannedPairing, Seated
from competition.stages.hand_changes import ChangedBrackets
from kernel.violations import Violation

MOST_SEEDS = 3
"""The most early meetings of seeds that are named: the earliest."""


def find_change_warnings(
    before: ChangedBrackets,
    after: ChangedBrackets,
    plans: tuple[Sequence[PlannedPairing], Sequence[PlannedPairing]],
    entrants: Mapping[EntryId, Entrant],
    *,
    clubs_apart: bool,
) -> tuple[Violation, ...]:
    """What holds after a change and did not before. ``plans``: the pairings of both; ``entrants``:
    the entries as they were drawn, with late ones as they entered; ``clubs_apart``: whether the
    draw has kept clubmates apart."""
    return (
        *_find_meetings(plans, entrants, clubs_apart=clubs_apart),
        *_find_early_seeds(before, after, entrants),
        *_find_moved_byes(plans, entrants),
    )


def _find_meetings(
    plans: tuple[Sequence[PlannedPairing], Sequence[PlannedPairing]],
    entrants: Mapping[EntryId, Entrant],
    *,
    clubs_apart: bool,
) -> Iterator[Violation]:
    """Entries of one club, or that have met in an earlier stage, and now begin against each
    other."""
    met_before, met_now = (set(_list_first_meetings(plan)) for plan in plans)
    for first_entry, second_entry in sorted(met_now - met_before, key=str):
        first_entrant, second_entrant = entrants[first_entry], entrants[second_entry]
        params = {"one": str(first_entry), "other": str(second_entry)}
        club, mates = first_entrant.club, first_entrant.mates
        if clubs_apart and club is not None and club == second_entrant.club:
            yield Violation("clubmates_meet", params)
        is_again = second_entry in first_entrant.met or first_entry in second_entrant.met
        if is_again or (mates is not None and mates == second_entrant.mates):
            yield Violation("rematch", params)


def _list_first_meetings(plan: Sequence[PlannedPairing]) -> Iterator[tuple[EntryId, EntryId]]:
    for pairing in plan:
        seated_entries = [slot.entry for slot in pairing.slots if isinstance(slot, Seated)]
        yield from combinations(sorted(seated_entries, key=str), 2)


def _find_early_seeds(
    before: ChangedBrackets, after: ChangedBrackets, entrants: Mapping[EntryId, Entrant]
) -> Iterator[Violation]:
    """Seeds who can meet earlier than until now, the earliest meetings first."""
    seeded = [entry for entry, entrant in entrants.items() if entrant.seed is not None]
    seats_before, seats_after = _list_places(before), _list_places(after)
    moved_entries = {entry for entry in seeded if seats_before.get(entry) != seats_after.get(entry)}
    early_meetings = []
    by_seed = sorted(seeded, key=lambda entry: entrants[entry].seed or 0)
    for better_seed, worse_seed in combinations(by_seed, 2):
        if not {better_seed, worse_seed} & moved_entries:
            continue
        round_now = _find_meeting_round(better_seed, worse_seed, seats_after)
        round_before = _find_meeting_round(better_seed, worse_seed, seats_before)
        if round_now is not None and round_before is not None and round_now < round_before:
            early_meetings.append((round_now, better_seed, worse_seed))
    early_meetings.sort(key=lambda row: row[0])
    for round_, better_seed, worse_seed in early_meetings[:MOST_SEEDS]:
        params = {"one": str(better_seed), "other": str(worse_seed), "round": round_}
        # In the first round, or in a preliminary match for one of its places.
        yield Violation("seeds_meet_at_once" if round_ <= 1 else "seeds_meet_earlier", params)


def _list_places(brackets: ChangedBrackets) -> Mapping[EntryId, tuple[int, int]]:
    return {
        entry: (group, place)
        for group, places in enumerate(brackets.groups)
        for entry, (place, _slot) in places.list_seats()
    }


def _find_meeting_round(
    one: EntryId, other: EntryId, places: Mapping[EntryId, tuple[int, int]]
) -> int | None:
    """The round in which two entries can meet, 0 for a preliminary match; None if they cannot."""
    if one not in places or other not in places:
        return None
    (group, place), (other_group, other_place) = places[one], places[other]
    return (place ^ other_place).bit_length() if group == other_group else None


def _find_moved_byes(
    plans: tuple[Sequence[PlannedPairing], Sequence[PlannedPairing]],
    entrants: Mapping[EntryId, Entrant],
) -> Iterator[Violation]:
    byes_before, byes_now = (_find_byes(plan) for plan in plans)
    gained, lost = sorted(byes_now - byes_before, key=str), sorted(byes_before - byes_now, key=str)
    for entry in gained:
        yield Violation("gets_bye", {"entry": str(entry)})
    # A bye that only disappears, with a late entry as the opponent, is what was asked for: it is
    # a warning for a seed alone.
    for entry in lost:
        if gained or entrants[entry].seed is not None:
            yield Violation("loses_bye", {"entry": str(entry)})


def _find_byes(plan: Sequence[PlannedPairing]) -> set[EntryId]:
    with_bye: set[EntryId] = set()
    for pairing in plan:
        if not pairing.is_played:
            with_bye.update(slot.entry for slot in pairing.slots if isinstance(slot, Seated))
    return with_bye
