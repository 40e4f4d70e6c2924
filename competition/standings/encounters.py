"""The metrics among those who are level: the results between them alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from competition.standings.metric import Group, Metric, Ordering, Separation
from competition.standings.ordering import order_entries
from competition.standings.table import Column, ResultTable


def head_to_head(table: ResultTable) -> Column:
    """Match points against one another, if all have met all equally often; else nothing. A forfeit
    is a meeting only where everybody meets everybody."""
    met: Counter[frozenset[int]] = Counter()
    scored = [0] * len(table.entries)
    for result, seats in table.lines:
        if result.kind == "played" or table.options.round_robin:
            met.update(frozenset(pair) for pair in combinations(seats, 2))
            for position, entry in enumerate(seats):
                scored[entry] += result.score[position]
    level = len(table.entries)
    if len(met) == level * (level - 1) // 2 and len(set(met.values())) == 1:
        return scored
    return [None] * level


def mini_ordering(table: ResultTable, metrics: Mapping[str, Metric]) -> Ordering:
    """The table of the level by metrics of its own; who is level in it still, and not all are, has
    a table again, and so on."""
    groups: dict[int, Group] = {}
    partings: dict[int, Separation] = {}
    pending = [(0, table.by_id())]
    while pending:
        above, members = pending.pop()
        found = order_entries(table.among(members), metrics)
        for place, parting in found.partings.items():
            partings[above + place] = replace(parting, among=len(members))
        for start, group in found.starts():
            level = [members[number] for number in group]
            if 1 < len(level) < len(members):
                pending.append((above + start, level))
            else:
                groups[above + start] = level
    return Ordering([groups[start] for start in sorted(groups)], {}, partings)


def places(ordering: Ordering) -> Column:
    """By entry, the place it has, the level sharing theirs."""
    found = {entry: above + 1 for above, group in ordering.starts() for entry in group}
    return [found[entry] for entry in range(len(found))]
