"""The metrics of tied entries that count only the results between them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from competition.standings.metric import Group, Metric, Ordering, Separation
from competition.standings.ordering import order_entries
from competition.standings.table import Column, ResultTable


def head_to_head(table: ResultTable) -> Column:
    """Match points against one another, if all have met all equally often; else no values. A
    forfeit is a meeting only in a round robin."""
    times_met: Counter[frozenset[int]] = Counter()
    scores = [0] * len(table.entries)
    for result, seats in table.lines:
        if result.kind == "played" or table.options.round_robin:
            times_met.update(frozenset(pair) for pair in combinations(seats, 2))
            for position, entry in enumerate(seats):
                scores[entry] += result.score[position]
    # Comparable only if every two of them have met, and equally often.
    tied = len(table.entries)
    pairs = tied * (tied - 1) // 2
    if len(times_met) == pairs and len(set(times_met.values())) == 1:
        return scores
    return [None] * tied


def order_by_mini_table(table: ResultTable, metrics: Mapping[str, Metric]) -> Ordering:
    """The mini-table of tied entries by metrics of its own. Entries that are tied in it again get a
    mini-table of their own, and so on until it separates none of them."""
    groups: dict[int, Group] = {}
    partings: dict[int, Separation] = {}
    # Ends: each table that is still to be made has fewer entries than the one it comes from.
    pending = [(0, table.by_id())]
    while pending:
        above, members = pending.pop()
        ordering = order_entries(table.among(members), metrics)
        for place, parting in ordering.partings.items():
            partings[above + place] = replace(parting, among=len(members))
        for start, group in ordering.starts():
            tied = [members[number] for number in group]
            # If all are tied, the same table again would separate nobody.
            if 1 < len(tied) < len(members):
                pending.append((above + start, tied))
            else:
                groups[above + start] = tied
    return Ordering([groups[start] for start in sorted(groups)], {}, partings)


def places(ordering: Ordering) -> Column:
    """By entry, its place; tied entries share one."""
    place_of: dict[int, int] = {}
    for above, group in ordering.starts():
        place_of |= dict.fromkeys(group, above + 1)
    return [place_of[entry] for entry in range(len(place_of))]
