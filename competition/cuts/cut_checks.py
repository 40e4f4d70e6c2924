"""Faults of a cut that are known before its stage is played."""

from collections.abc import Iterator

from competition.cuts.cut import Cut, Losers, OfEach, Places
from competition.cuts.remedies import advances_all
from competition.draw.seeding import TABLES, read_crossing_table
from kernel.refusals import Refused
from kernel.violations import Violation


def find_seeding_violations(cut: Cut) -> Iterator[Violation]:
    """Faults of how a cut seeds that are known before the stage is played."""
    if isinstance(cut, Losers) or cut.seeding != "table":
        return
    if cut.table in TABLES:
        if not isinstance(cut, OfEach) or cut.runners_up:
            yield Violation("crossing_of_each_alone", {})
        return
    try:
        read_crossing_table(cut.table)
    except Refused as refused:
        yield from refused.violations


def find_tie_violations(cut: Cut) -> Iterator[Violation]:
    """Remedies for ties that cannot be applied as the cut has them."""
    if not isinstance(cut, Places | OfEach):
        return
    # Wide: all who are tied across the border advance, so their number is not fixed.
    is_wide = advances_all(cut.level)
    if cut.room is not None and not is_wide:
        yield Violation("room_without_all", {})
    if cut.level == "in_play_off" and cut.room is None:
        yield Violation("room_missing", {})
    if cut.room is not None and isinstance(cut, Places):
        planned = cut.last - cut.first + 1
        if cut.room < planned:
            yield Violation("room_too_small", {"room": cut.room, "planned": planned})
        # This limit counts from the first place; places from another one on have none.
        if cut.first > 1:
            yield Violation("room_of_first_places", {})
    # A crossing table names a fixed number of places.
    if is_wide and cut.seeding == "table":
        yield Violation("all_advance_by_table", {})
    if is_wide and isinstance(cut, OfEach) and cut.runners_up:
        yield Violation("all_advance_with_runners_up", {})


def find_neighbour_violations(cut: Cut, others: Iterator[Cut]) -> Iterator[Violation]:
    """Cuts of the same stage that would disagree on who of the tied entries is in which: where all
    may advance up to a number, nobody else takes the places behind."""
    if not isinstance(cut, Places):
        return
    for other in others:
        if isinstance(other, Places) and other.stage == cut.stage:
            better, worse = sorted((cut, other), key=lambda each: each.first)
            if better.room is not None and worse.first > better.last:
                yield Violation("room_with_places_behind", {})
