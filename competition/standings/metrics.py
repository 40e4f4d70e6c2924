"""The metrics by name. A new one is a function from a table to values, a line here, and words in
`wording/metrics.py` (docs/how-to/adding-a-tie-break.md)."""

from collections.abc import Callable, Sequence
from typing import Final

from competition.standings import opponents, sums
from competition.standings.bounds import (
    SlotRanges,
    TotalsBounds,
    bound_difference,
    bound_others,
    bound_own,
)
from competition.standings.encounters import head_to_head, order_by_mini_table, places
from competition.standings.metric import Metric, Ordering
from competition.standings.table import Column, ResultTable


def _of_opponents(compute: Callable[[ResultTable], Column], *, is_fraction: bool = False) -> Metric:
    """A metric of the match points of opponents."""
    return Metric(
        compute,
        is_fraction=is_fraction,
        settled_by="winner",
        counts_match_points=True,
        of_opponents=True,
    )


def _of_totals(
    compute: Callable[[ResultTable], Column],
    bound: Callable[[TotalsBounds], SlotRanges | None],
    *,
    less: bool = False,
) -> Metric:
    """A metric of the totals of matches."""
    return Metric(
        compute,
        less=less,
        is_sum=True,
        bound=bound,
        fills_unplayed=True,
    )


LOTS: Final = "lots"

BY_RESULTS: Final[dict[str, Metric]] = {
    "match_points": Metric(
        sums.match_points, is_sum=True, settled_by="winner", counts_match_points=True
    ),
    "wins": Metric(sums.wins, is_sum=True, settled_by="winner"),
    "wins_played": Metric(sums.wins_played, is_sum=True, settled_by="winner"),
    "games_won": Metric(sums.games_won, is_sum=True, settled_by="games"),
    "games_lost": Metric(sums.games_lost, less=True, is_sum=True, settled_by="games"),
    "games_difference": Metric(sums.games_difference, is_sum=True, settled_by="games"),
    "hands": Metric(sums.hands, less=True, is_sum=True, counts_hands=True),
    "points_for": _of_totals(sums.points_for, bound_own),
    "points_against": _of_totals(sums.points_against, bound_others, less=True),
    "points_difference": _of_totals(sums.points_difference, bound_difference),
    "thirds": _of_totals(sums.thirds, bound_own),
    "victory_points": Metric(sums.victory_points, is_sum=True),
    "buchholz": _of_opponents(opponents.buchholz),
    "buchholz_cut_1": _of_opponents(opponents.buchholz_cut_1),
    "buchholz_cut_2": _of_opponents(opponents.buchholz_cut_2),
    "buchholz_median_1": _of_opponents(opponents.buchholz_median_1),
    "sonneborn_berger": _of_opponents(opponents.sonneborn_berger),
    "progressive": Metric(sums.progressive, settled_by="winner", counts_match_points=True),
    "average_opponents_buchholz": _of_opponents(
        opponents.average_opponents_buchholz, is_fraction=True
    ),
    "shutouts": Metric(sums.shutouts, is_sum=True, counts_hands=True, feat="shutout"),
    "marafonas": Metric(sums.marafonas, is_sum=True, counts_hands=True, feat="marafona"),
}
"""The metrics that depend on results alone: a mini-table can use them."""


def _mini_ordering(table: ResultTable) -> Ordering:
    return order_by_mini_table(table, {name: BY_RESULTS[name] for name in table.options.mini_table})


def _mini_table(table: ResultTable) -> Column:
    return places(table.once(_mini_ordering))


METRICS: Final[dict[str, Metric]] = {
    **BY_RESULTS,
    "head_to_head": Metric(
        head_to_head, among_tied=True, settled_by="winner", counts_match_points=True
    ),
    "mini_table": Metric(_mini_table, less=True, among_tied=True, inside=_mini_ordering),
    LOTS: Metric(ResultTable.list_lots, less=True, settled_by="nothing"),
}


def put_lots_last(metrics: Sequence[str]) -> tuple[str, ...]:
    """The metrics with lots behind all others, where they are drawn. Regulations of before may name
    them earlier (``find_criteria_violations``): these rank as they always did, since a metric that
    has no values separates nobody."""
    return tuple(sorted(metrics, key=LOTS.__eq__))
