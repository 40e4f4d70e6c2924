"""A stage over its groups: divides, draws, plans and ranks them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.formats.contract import (
    Format,
    FormatOptions,
    Progress,
    ignore_progress,
    share_progress,
)
from competition.grouping import compute_group_sizes, divide_into_groups, find_fixed_violations
from competition.plan import (
    Entrant,
    EntryId,
    LoserOf,
    PairingId,
    Placing,
    PlannedPairing,
    PlannedSlot,
    Results,
    WinnerOf,
    select_results,
    split_by_group,
)
from competition.standings.ruling import NO_RULING, Ruling
from kernel.refusals import Refused
from kernel.violations import Violation

Order: TypeAlias = tuple[tuple[EntryId, ...], ...]
"""The drawn order of each group."""


def find_stage_violations(
    format_: Format[Any], options: FormatOptions, entrants: Sequence[Entrant]
) -> tuple[Violation, ...]:
    """All reasons why these entrants cannot be drawn, at once."""
    groups = format_.groups(len(entrants), options)
    violations: list[Violation] = []
    faults = format_.check(entrants)
    if groups > 1:
        # The format checks one group: its limits on the number of entries are replaced by those of
        # all groups together.
        size_codes = {"too_few_entries", "too_many_entries"}
        faults = tuple(fault for fault in faults if fault.code not in size_codes)
        least, most = format_.least * groups, format_.most * groups
        if len(entrants) < least:
            violations.append(
                Violation("too_few_entries", {"entries": len(entrants), "least": least})
            )
        if len(entrants) > most:
            violations.append(
                Violation("too_many_entries", {"entries": len(entrants), "most": most})
            )
    violations += [*faults, *find_fixed_violations(entrants, groups)]
    if violations:
        return tuple(violations)

    # Groups may still be too large or too small because of entrants fixed to a group.
    least_entries, most_entries = format_.least, format_.most_in(len(entrants), options)
    for group, size in enumerate(compute_group_sizes(entrants, groups), start=1):
        params = {"group": group, "entries": size}
        if size > most_entries:
            violations.append(Violation("group_too_large", {**params, "most": most_entries}))
        elif size < least_entries:
            violations.append(Violation("group_too_small", {**params, "least": least_entries}))
    return tuple(violations)


def draw_stage(
    format_: Format[Any],
    options: FormatOptions,
    entrants: Sequence[Entrant],
    *,
    constraints: Constraints,
    coin: Coin,
    progress: Progress = ignore_progress,
) -> Order:
    """The entries divided into groups, and each group in drawn order, with one stream of random
    numbers.

    Raises Refused.
    """
    if violations := find_stage_violations(format_, options, entrants):
        raise Refused(violations)
    entrants, constraints = treat_groupmates_as_clubmates(entrants, constraints)
    count = format_.groups(len(entrants), options)
    groups = divide_into_groups(entrants, count, options.grouping, constraints, coin)
    order: list[tuple[EntryId, ...]] = []
    for number, members in enumerate(groups):
        progress_of_group = share_progress(progress, number, count)
        order.append(format_.draw(members, options, constraints, coin, progress_of_group))
    return tuple(order)


def treat_groupmates_as_clubmates(
    entrants: Sequence[Entrant], constraints: Constraints
) -> tuple[Sequence[Entrant], Constraints]:
    """After groups, groupmates are kept apart in place of clubmates: they become the club."""
    if not constraints.groupmates_apart or all(entrant.mates is None for entrant in entrants):
        return entrants, constraints
    with_mates_as_club = [replace(entrant, club=entrant.mates) for entrant in entrants]
    return with_mates_as_club, constraints.model_copy(update={"clubs_apart": True})


def plan_stage(
    format_: Format[Any],
    options: FormatOptions,
    order: Order,
    entrants: Sequence[Entrant] = (),
) -> tuple[PlannedPairing, ...]:
    """The pairings of all groups, round by round. Ids are those of the format; of several groups
    they begin with the group: ``g2-main-1-1``. ``entrants``: the data of the entries, for a first
    round that is paired from inherited standings. Raises Refused."""
    return join_plans([format_.plan_drawn(members, options, entrants) for members in order])


def join_plans(plans: Sequence[tuple[PlannedPairing, ...]]) -> tuple[PlannedPairing, ...]:
    """The plans of the groups of a stage as one, round by round."""
    if len(plans) == 1:
        return plans[0]
    # A step is one round of one section. Groups differ in size, so the n-th steps of all groups
    # belong together, whatever their sections and numbers.
    pairings_by_step: dict[int, list[PlannedPairing]] = defaultdict(list)
    for number, plan in enumerate(plans, start=1):
        step_of: dict[tuple[str, int], int] = {}
        for pairing in plan:
            step = step_of.setdefault((pairing.section, pairing.round), len(step_of))
            pairings_by_step[step].append(in_group(pairing, number))
    joined: list[PlannedPairing] = []
    for step in sorted(pairings_by_step):
        joined += pairings_by_step[step]
    return tuple(joined)


def in_group(pairing: PlannedPairing, number: int) -> PlannedPairing:
    """A pairing of one group, with its ids as in a stage of several groups."""
    slots: list[PlannedSlot] = []
    for slot in pairing.slots:
        match slot:
            case WinnerOf(source):
                slots.append(WinnerOf(_id_in(source, number)))
            case LoserOf(source):
                slots.append(LoserOf(_id_in(source, number)))
            case _:
                slots.append(slot)
    only_if = pairing.only_if
    return replace(
        pairing,
        id=_id_in(pairing.id, number),
        slots=tuple(slots),
        group=number,
        only_if=only_if and replace(only_if, pairing=_id_in(only_if.pairing, number)),
    )


def order_as_json(order: Order) -> list[Any]:
    """The order as JSON: one group is a list of ids, several are a list of such lists."""
    groups = [list(members) for members in order]
    if len(groups) == 1:
        return groups[0]
    return groups


def rank_stage(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    results: Results,
    ruling: Ruling = NO_RULING,
) -> tuple[Placing, ...]:
    """The placings of all entries of a stage, over all its groups, the best first."""
    if format_.over_groups and format_.metrics:
        return rank_overall(format_, pairings, results, ruling)
    return merge_groups(format_, rank_groups(format_, pairings, results, ruling))


def merge_groups(
    format_: Format[Any], groups: Sequence[tuple[Placing, ...]]
) -> tuple[Placing, ...]:
    """The placings of a stage from those of its groups."""
    if format_.over_groups and len(groups) == 1:
        return groups[0]
    return join_side_by_side(groups)


def rank_overall(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    results: Results,
    ruling: Ruling = NO_RULING,
) -> tuple[Placing, ...]:
    """All entries in one ranking, whatever their group."""
    if format_.metrics:
        return format_.placings(pairings, results, ruling)
    groups = rank_groups(format_, pairings, results, ruling)
    if len(groups) == 1:
        return groups[0]
    return join_side_by_side(groups)


def rank_groups(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    results: Results,
    ruling: Ruling = NO_RULING,
) -> list[tuple[Placing, ...]]:
    """The places of all entries in their group, group by group."""
    placings_by_group: list[tuple[Placing, ...]] = []
    for number, of_group in split_by_group(pairings).items():
        placings = format_.placings(of_group, select_results(of_group, results), ruling)
        placings_by_group.append(tuple(replace(placing, group=number) for placing in placings))
    return placings_by_group


def join_side_by_side(groups: Sequence[Sequence[Placing]]) -> tuple[Placing, ...]:
    """The first of all groups share the first places, and so on down."""
    placings = list(chain.from_iterable(groups))
    # Entries with the same places in their groups share a band of places over all groups. By the
    # last place: an entry alone on a place is ahead of those who share it with lower ones.
    bands = Counter(_side_by_side_key(placing) for placing in placings if not placing.still_in)
    last_place: dict[tuple[int, int], int] = {}
    places_taken = 0
    for band in sorted(bands):
        places_taken += bands[band]
        last_place[band] = places_taken
    merged: list[Placing] = []
    for placing in sorted(placings, key=_side_by_side_key):
        if placing.still_in:
            # Entries on these places of all other groups may come out above.
            first, last = 1, min(len(placings), placing.last * len(groups))
        else:
            band = _side_by_side_key(placing)
            last = last_place[band]
            first = last - bands[band] + 1
        merged.append(replace(placing, first=first, last=last))
    return tuple(merged)


def _side_by_side_key(placing: Placing) -> tuple[int, int]:
    """By the worst of the shared places; entries that are still in, by the best within reach."""
    best_place, worst_place = placing.places
    if placing.still_in:
        return best_place, worst_place
    return worst_place, best_place


def _id_in(pairing: PairingId, number: int) -> PairingId:
    return f"g{number}-{pairing}"
