"""What a change by hand breaks in a bracket: clubmates who meet at once, seeds who meet too early,
byes that go to others. The organizer decides; the public sees that he had read it."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from competition.plan import Entrant, EntryId, PlannedPairing
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
    plan_before, plan_now = plans
    new_meetings = _list_first_meetings(plan_now) - _list_first_meetings(plan_before)
    warnings: list[Violation] = []
    for first_entry, second_entry in sorted(new_meetings, key=str):
        first_entrant, second_entrant = entrants[first_entry], entrants[second_entry]
        params = {"one": first_entry, "other": second_entry}
        if clubs_apart and first_entrant.is_clubmate(second_entrant):
            warnings.append(Violation("clubmates_meet", params))
        # They have met in an earlier stage.
        if first_entrant.has_met(second_entrant) or first_entrant.is_groupmate(second_entrant):
            warnings.append(Violation("rematch", params))
    # Seeds who can meet earlier than until now.
    seeded = [entry for entry, entrant in entrants.items() if entrant.seed is not None]
    seeded.sort(key=lambda entry: entrants[entry].seed or 0)
    early_meetings = after.list_earlier_meetings(before, seeded)
    for round_, better_seed, worse_seed in early_meetings[:MOST_SEEDS]:
        params = {"one": better_seed, "other": worse_seed, "round": round_}
        # In the first round, or in a preliminary match for one of its places.
        if round_ <= 1:
            warnings.append(Violation("seeds_meet_at_once", params))
        else:
            warnings.append(Violation("seeds_meet_earlier", params))
    byes_before, byes_now = _find_byes(plan_before), _find_byes(plan_now)
    gained, lost = sorted(byes_now - byes_before, key=str), sorted(byes_before - byes_now, key=str)
    warnings += [Violation("gets_bye", {"entry": entry}) for entry in gained]
    # A bye that only disappears, with a late entry as the opponent, is what was asked for: it is
    # a warning for a seed alone.
    for entry in lost:
        if gained or entrants[entry].seed is not None:
            warnings.append(Violation("loses_bye", {"entry": entry}))
    return tuple(warnings)


def _list_first_meetings(plan: Sequence[PlannedPairing]) -> set[tuple[EntryId, EntryId]]:
    """The entries that begin against each other, each pair in one order."""
    meetings: set[tuple[EntryId, EntryId]] = set()
    for pairing in plan:
        meetings.update(combinations(sorted(pairing.entries, key=str), 2))
    return meetings


def _find_byes(plan: Sequence[PlannedPairing]) -> set[EntryId]:
    with_bye: set[EntryId] = set()
    for pairing in plan:
        if not pairing.is_played:
            with_bye.update(pairing.entries)
    return with_bye
