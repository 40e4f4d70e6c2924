"""The entries that advance from groups: the first of each, then the best of those behind them."""

from collections.abc import Sequence

from competition.cuts.borders import (
    Border,
    SettledBorder,
    apply_tie_rule,
    find_border,
    find_settled,
    list_tied_entries,
    merge_borders,
    move_border,
)
from competition.cuts.cut import OfEach, Through, count_seeds
from competition.cuts.remedies import advances_all
from competition.cuts.runners_up import advance_runners_up
from competition.cuts.seed_borders import find_seed_borders
from competition.cuts.ties import drop_entries
from competition.draw.seeding import Origin, format_group_label
from competition.plan import EntryId, Placing


def advance_of_each(
    cut: OfEach,
    groups: Sequence[Sequence[Placing]],
    runners_up: Sequence[Placing],
    out: frozenset[EntryId] = frozenset(),
    unsettled: Sequence[Sequence[Placing]] | None = None,
) -> Through:
    """The first of every group, all the winners, then all the seconds …, then the best
    ``runners_up``, which are the entries behind them as ranked among themselves. ``unsettled``: the
    groups before lots and play-offs."""
    playing = [drop_entries(group, out) for group in groups]
    raw = playing
    if unsettled is not None:
        raw = [drop_entries(group, out) for group in unsettled]
    advancing, settled = _count_advancing(cut, raw)
    borders: list[Border] = []
    # Where tied entries all advance, no border of a group has to be settled.
    if not settled:
        for group, before in zip(playing, raw, strict=True):
            raw_border = find_border(before, cut.of_each)
            settled += find_settled(group, merge_borders([raw_border]))
        smallest = min(map(len, groups), default=0)
        for group, full_group in zip(playing, groups, strict=True):
            borders += _find_group_borders(cut, group, full_group, smallest)
    tied = set(list_tied_entries(borders))
    origins = _list_group_origins(playing, advancing)
    entries = [entry for entry in origins if entry not in tied]
    seeded = count_seeds(cut, usual=len(groups))

    # Until the ties in the groups are settled, it is not known who the runners-up are.
    awaits_runners_up = cut.runners_up > 0 and bool(borders)
    if cut.runners_up and not borders:
        best = advance_runners_up(cut, runners_up, out, max(0, seeded - len(entries)))
        entries += best.entries
        borders += best.borders
        origins |= best.origins

    # Seeds go to all the firsts, then to all the seconds: on place n of the groups some entry has a
    # seed if there are more seeds than entries on the n-1 places before.
    seeded_places = -(-seeded // max(1, len(groups)))  # rounded up
    for group, count in zip(playing, advancing, strict=True):
        borders += find_seed_borders(cut, group[:count], seeded_places, origins, tied)
    return Through(tuple(entries), seeded, tuple(borders), origins, settled, awaits_runners_up)


def _count_advancing(
    cut: OfEach, groups: Sequence[Sequence[Placing]]
) -> tuple[list[int], tuple[SettledBorder, ...]]:
    """How many of each group advance, and the ties in which all entries do. All groups are treated
    alike: if there is no room for the ties of all groups, none of them advances as a whole."""
    counts: list[int] = []
    ties: list[SettledBorder] = []
    total = 0
    for group in groups:
        border = find_border(group, cut.of_each)
        count = move_border(border, cut.of_each, behind=True)
        counts.append(count)
        # A group may have fewer entries than advance of each.
        total += min(len(group), count)
        if border is not None:
            ties.append(SettledBorder(border.tied, "all_advance"))
    has_room = cut.room is None or total <= cut.room
    if advances_all(cut.level) and has_room:
        return counts, tuple(ties)
    return [cut.of_each] * len(groups), ()


def _list_group_origins(
    groups: Sequence[Sequence[Placing]], advancing: Sequence[int]
) -> dict[EntryId, Origin]:
    """The entries that advance by their place in a group: all the winners, then the seconds …"""
    origins: dict[EntryId, Origin] = {}
    for place in range(1, max(advancing, default=0) + 1):
        for number, (group, count) in enumerate(zip(groups, advancing, strict=True), start=1):
            if place <= min(len(group), count):
                origins[group[place - 1].entry] = Origin(format_group_label(place, number), place)
    return origins


def _find_group_borders(
    cut: OfEach, playing: Sequence[Placing], full_group: Sequence[Placing], smallest: int
) -> tuple[Border, ...]:
    """The ties in one group that matter: behind those who advance; and, where runners-up are
    compared, behind the one of this group, and behind those whose matches
    ``select_fair_pairings`` selects. ``full_group``: the group with its entries that are out;
    ``smallest``: the size of the smallest group."""
    borders = [find_border(playing, cut.of_each)]
    if cut.runners_up:
        borders.append(find_border(playing, cut.of_each + 1))
        if cut.compare == "fair":
            # Matches against entries that are out count too: here they keep their places.
            borders.append(find_border(full_group, smallest))
    return apply_tie_rule(borders, cut.level)
