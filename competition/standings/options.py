"""The options of standings, which are those of the notation's ``rank``."""

from collections.abc import Sequence
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

    unplayed: Annotated[
        Literal["2026", "2024"],
        Field(description="The year of the rules by which unplayed rounds count in a Buchholz."),
    ] = "2026"
    round_robin: Annotated[bool, Field(description="Whether all entries meet each other.")] = False
    win: Annotated[int, Field(description="The match points of a win.")] = 2
    draw: Annotated[int, Field(description="The match points of a draw.")] = 1
    loss: Annotated[int, Field(description="The match points of a loss.")] = 0
    bye: Annotated[int | None, Field(description="The match points of a bye; null: a win.")] = None
    half_bye: Annotated[
        int | None, Field(description="The match points of a bye that was asked for; null: a draw.")
    ] = None
    absent: Annotated[
        int | None, Field(description="The match points of an absence; null: a loss.")
    ] = None
    rest: Annotated[Filling, Field(description="What a bye adds to points and thirds.")] = "none"
    rest_points: Annotated[
        int, Field(description="The points for of a bye, if `rest` is fixed.")
    ] = 0
    rest_points_against: Annotated[
        int, Field(description="The points against of a bye, if `rest` is fixed.")
    ] = 0
    rest_thirds: Annotated[int, Field(description="The thirds of a bye, if `rest` is fixed.")] = 0
    walkover: Annotated[
        Filling, Field(description="What a forfeit without points adds for its winner.")
    ] = "none"
    walkover_points: Annotated[
        int, Field(description="The points for of a forfeit, if `walkover` is fixed.")
    ] = 0
    walkover_points_against: Annotated[
        int, Field(description="The points against of a forfeit, if `walkover` is fixed.")
    ] = 0
    walkover_thirds: Annotated[
        int, Field(description="The thirds of a forfeit, if `walkover` is fixed.")
    ] = 0
    victory_table: Annotated[
        VictoryName | Annotated[list[VictoryRow], Field(min_length=1)] | None,
        Field(description="From a difference of points to victory points, by name or row by row."),
    ] = None
    victory_walkover: Annotated[
        int | None,
        Field(description="The victory points of a bye or a forfeit; null: those of the table."),
    ] = None
    per_match: Annotated[
        bool, Field(description="Whether sums are divided by the matches played.")
    ] = False
    mini_table: Annotated[
        list[str], Field(description="The metrics of the mini-table, in order.", min_length=1)
    ] = [
        "match_points",
        "games_difference",
        "points_difference",
    ]

    def list_with_mini_table(self, metrics: Sequence[str]) -> tuple[str, ...]:
        """These metrics, with those of the mini-table if it is one of them."""
        if "mini_table" not in metrics:
            return tuple(metrics)
        return (*metrics, *self.mini_table)

    def alone(self, kind: Alone) -> int:
        """The score of a round without an opponent."""
        match kind:
            case "bye":
                chosen_points, usual_points = self.bye, self.win
            case "half_bye":
                chosen_points, usual_points = self.half_bye, self.draw
            case "absent":
                chosen_points, usual_points = self.absent, self.loss
        if chosen_points is None:
            return usual_points
        return chosen_points
