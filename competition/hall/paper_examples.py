"""A result that a match can have, as an example of what is typed from its paper sheet."""

from dataclasses import dataclass
from typing import Final

from competition.hall.paper_results import PaperScore
from rules.contract import Side, Totals
from rules.hand_bounds import find_hand_bounds
from scoring.core.format import GameFormat, MatchFormat

_AHEAD: Final = 41
_BEHIND: Final = (35, 38, 30)
"""The share of the side that loses the first game, the second, and each later one: 41 to 35."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """``totals``: of each game by side; ``wins``: the games won, None where these numbers would be
    read as the points of the first game."""

    totals: tuple[Totals, ...]
    wins: Totals | None


def build_example(match_format: MatchFormat) -> ExampleResult:
    """A result of a match of this format: the first side wins it, and loses its second game where
    there are enough games for that."""
    games = len(match_format.games)
    played, loses_one = games, games > 2
    if match_format.wins is not None:
        loses_one = 1 < match_format.wins < games
        played = match_format.wins + loses_one
    totals: list[Totals] = []
    wins = [0] * match_format.sides
    for number, game in enumerate(match_format.games[:played]):
        winner = 1 if loses_one and number == 1 else 0
        wins[winner] += 1
        totals.append(_build_totals(game, winner, _BEHIND[min(number, len(_BEHIND) - 1)]))
    won = PaperScore(tuple(wins))
    return ExampleResult(
        totals=tuple(totals), wins=won.numbers if won.means_games(match_format) else None
    )


def _build_totals(game: GameFormat, winner: Side, behind: int) -> Totals:
    """Totals with which this side wins; of two sides, the other one has ``behind`` for each
    ``_AHEAD`` points."""
    sides = game.rulebook.sides
    if sides > 2:
        # Each plays for himself there, and wins what the others lose.
        totals = [-2] * sides
        totals[winner] = 2 * (sides - 1)
        return tuple(totals)
    if game.hands is None:
        target = game.rulebook.target(game.options)
        assert target is not None, "a format without hands has a target"
        return game.find_least_to_win((target * behind // _AHEAD,) * sides, winner)
    bounds = find_hand_bounds(game.rulebook, game.options)
    # What all hands have together: in most games each has the same points at least.
    shared = game.hands * (bounds.least_sum or bounds.most_sum // 2)
    totals = [shared * behind // (_AHEAD + behind)] * sides
    totals[winner] = shared - totals[winner]
    return tuple(totals)
