"""Victory points: the value of the difference of points in a round, as in Burraco."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from kernel.violations import Violation

VictoryRow: TypeAlias = Annotated[list[int | None], Field(min_length=3, max_length=3)]
"""Up to this difference (null, in the last row: any), the victory points of the side with more
points, and of the side with less."""
VictoryName: TypeAlias = Literal["burraco_3", "burraco_4"]
"""Rounds of three and of four hands."""


@dataclass(frozen=True, slots=True)
class VictoryTable:
    """``bounds`` are the differences up to which a row holds, one less than there are rows: the
    last has no bound. ``walkover``: the points of a bye, or of a forfeit won."""

    bounds: tuple[int, ...]
    worth: tuple[tuple[int, int], ...]
    walkover: int

    def of(self, mine: int, theirs: int) -> int:
        """The victory points of ``mine`` points against ``theirs``."""
        # A bound belongs to its row (up to 50), hence the left side. At equal points both sides are
        # the upper one: a first row need not have the same value for both.
        upper, lower = self.worth[bisect_left(self.bounds, abs(mine - theirs))]
        if mine >= theirs:
            return upper
        return lower


def _from_20(bounds: tuple[int, ...], walkover: int) -> VictoryTable:
    worth = tuple((10 + step, 10 - step) for step in range(len(bounds) + 1))
    return VictoryTable(bounds, worth, walkover)


VICTORY_TABLES: Final[dict[str, VictoryTable]] = {
    "burraco_3": _from_20((50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500), 14),
    "burraco_4": _from_20((100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000), 12),
}
"""Source: puntiburraco.it, "partite e punti vittoria". A walkover is worth 70 % of the most, with
four hands 60 % (eburraco.com, "ritardo")."""


def find_victory_table(
    rows: VictoryName | Sequence[VictoryRow], walkover: int | None
) -> VictoryTable:
    """A table by its name, or of valid rows (``find_victory_violations``). ``walkover`` None: that
    of the named table, or with rows the points of a drawn round."""
    if isinstance(rows, str):
        table = VICTORY_TABLES[rows]
    else:
        bounds = tuple(bound for bound, _, _ in rows if bound is not None)
        worth = tuple((upper or 0, lower or 0) for _, upper, lower in rows)
        drawn_points, _ = worth[0]
        table = VictoryTable(bounds, worth, drawn_points)
    if walkover is not None:
        table = replace(table, walkover=walkover)
    return table


def find_victory_violations(rows: Sequence[VictoryRow]) -> Iterator[Violation]:
    """Rows whose bounds do not rise from 0 on, or that leave some difference without a value."""
    least = 0
    for number, (bound, upper, lower) in enumerate(rows, start=1):
        is_last = number == len(rows)
        if is_last != (bound is None) or (bound or least) < least or None in (upper, lower):
            yield Violation("victory_row", {"row": number})
        # The next row starts one behind the last difference of this one.
        if bound is not None:
            least = bound + 1
