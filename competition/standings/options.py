"""The options of standings, which are those of the notation's ``rank``."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from competition.standings.results import Alone
from competition.standings.victory import VictoryName, VictoryRow
from kernel.models import Frozen

Filling: TypeAlias = Literal["none", "fixed", "average"]
"""What counts as the points of a round that was not played."""


class StandingsOptions(Frozen):
    """``unplayed``: the year of the rules by which unplayed rounds count in a Buchholz.
    ``round_robin``: all entries meet each other, so a forfeit counts as played against the
    scheduled opponent and a rest counts as nothing (what the rules ask for in a round robin).

    ``win``, ``draw``, ``loss``: the match points of a match; ``bye``, ``half_bye``, ``absent``:
    those of a round without one (null: a win, a draw, a loss).

    ``rest``: what a bye adds to points and thirds. none; fixed: ``rest_points`` for,
    ``rest_points_against`` and ``rest_thirds``; average: that of the rounds its entry has played.
    ``walkover``: likewise what is added to the winner of a forfeit that has no points.

    ``victory_table``: from a difference of points to victory points, by its name or row by row;
    ``victory_walkover``: those of a bye, or of a forfeit without points (null: the table's own).
    ``mini_table``: its metrics, in order.

    ``per_match``: every sum is divided by the matches of its entry, for entries that do not all
    play as many. Matches are those with an opponent, including forfeits, and rounds with an
    absence; rests count neither in the sums nor in the matches.
    """

    unplayed: Literal["2026", "2024"] = "2026"
    round_robin: bool = False
    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int | None = None
    half_bye: int | None = None
    absent: int | None = None
    rest: Filling = "none"
    rest_points: int = 0
    rest_points_against: int = 0
    rest_thirds: int = 0
    walkover: Filling = "none"
    walkover_points: int = 0
    walkover_points_against: int = 0
    walkover_thirds: int = 0
    victory_table: VictoryName | Annotated[list[VictoryRow], Field(min_length=1)] | None = None
    victory_walkover: int | None = None
    per_match: bool = False
    mini_table: Annotated[list[str], Field(min_length=1)] = [
        "match_points",
        "games_difference",
        "points_difference",
    ]

    def alone(self, kind: Alone) -> int:
        """The score of a round without an opponent."""
        match kind:
            case "bye":
                return self.win if self.bye is None else self.bye
            case "half_bye":
                return self.draw if self.half_bye is None else self.half_bye
            case "absent":
                return self.loss if self.absent is None else self.absent
