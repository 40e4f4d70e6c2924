"""The outcomes that a match can have: who wins, with how many games, and with which totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TypeAlias

from competition.plan import Result
from competition.scenarios.game_totals import TotalsByWinner, list_game_totals
from competition.scenarios.possible_totals import PossibleTotals, TotalsVector
from competition.standings.metrics import METRICS
from scoring.core.ending import add_win, find_leader
from scoring.core.format import MatchFormat

GamesWon: TypeAlias = tuple[int, ...]
"""By slot, the games won."""
TotalsByGames: TypeAlias = dict[GamesWon, PossibleTotals]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """All results with this winner and these games won.

    ``results``: all of them if ``totals.is_complete``, else examples. ``winner_is_known`` False
    where more than two play at a table, each for himself: any of them may have won.
    """

    winner: int | None
    games: GamesWon
    totals: PossibleTotals
    results: tuple[Result, ...]
    winner_is_known: bool = True

    @property
    def is_drawn(self) -> bool:
        return self.winner is None and self.winner_is_known

    @property
    def example(self) -> Result:
        """The first known result, which stands for the outcome in a table."""
        return self.results[0]


@dataclass(frozen=True, slots=True)
class PossibleOutcomes:
    """All outcomes that a match of a stage can have at the table. Forfeits, penalties and awards
    are decisions of a referee and not taken into account."""

    outcomes: tuple[MatchOutcome, ...]

    @property
    def slots(self) -> int:
        return len(self.outcomes[0].games)

    @property
    def are_complete(self) -> bool:
        """Whether every possible result is known."""
        return all(outcome.totals.is_complete for outcome in self.outcomes)

    def list_results(self) -> Iterator[Result]:
        """The known results of all outcomes."""
        for outcome in self.outcomes:
            yield from outcome.results


def list_outcomes(format_: MatchFormat, metrics: Sequence[str]) -> PossibleOutcomes:
    """The outcomes of a match of this format, in the detail that these metrics need."""
    feats: list[str] = []
    for metric in metrics:
        feat = METRICS[metric].feat
        if feat is not None:
            feats.append(feat)
    hands = 0
    for game in format_.games:
        if game.hands is None:
            # The number of hands is not known: 0. Such games are searched over totals alone, so
            # how often a feat was played stays open.
            hands, feats = 0, []
            break
        hands += game.hands
    by_games = _play_games(format_, [list_game_totals(game, feats) for game in format_.games])
    slots = format_.sides
    outcomes: list[MatchOutcome] = []
    for games_won, totals in sorted(by_games.items(), key=itemgetter(0)):
        if not totals.known:
            continue
        winner: int | None = None
        if format_.wins is None or max(games_won) >= format_.wins:
            winner = find_leader(games_won)
        results = tuple(
            _make_result(winner, games_won, vector, feats, hands) for vector in sorted(totals.known)
        )
        without_feats = replace(totals, least=totals.least[:slots], most=totals.most[:slots])
        outcomes.append(
            MatchOutcome(winner, games_won, without_feats, results, winner_is_known=slots == 2)
        )
    return PossibleOutcomes(tuple(outcomes))


def _play_games(format_: MatchFormat, games: Sequence[TotalsByWinner]) -> TotalsByGames:
    """The totals of all games, by the games won at the end of the match."""
    ended: TotalsByGames = {}
    # Before the first game there are no totals to add to; a vector of zeros would lack the feats.
    going_on: Mapping[GamesWon, PossibleTotals | None] = {(0,) * format_.sides: None}
    for number, game in enumerate(games, start=1):
        undecided: TotalsByGames = {}
        for games_won, before in going_on.items():
            for winner, of_game in game.items():
                games_after = add_win(games_won, winner)
                totals = of_game
                if before is not None:
                    totals = before.add(of_game)
                has_won = format_.wins is not None and max(games_after) >= format_.wins
                is_over = has_won or number == len(games)
                reached = ended if is_over else undecided
                # The order in which games were won does not matter for the totals of the match.
                if games_after in reached:
                    totals = reached[games_after].unite(totals)
                reached[games_after] = totals
        going_on = undecided
    return ended


def _make_result(
    winner: int | None,
    games_won: GamesWon,
    vector: TotalsVector,
    feats: Sequence[str],
    hands: int,
) -> Result:
    slots = len(games_won)
    totals = vector[:slots]
    # The vector has the totals of the slots first, then the counts of one feat after another.
    counts: dict[str, tuple[int, ...]] = {}
    for position, feat in enumerate(feats, start=1):
        first = slots * position
        counts[feat] = vector[first : first + slots]
    # With more than two sides there is one game, and the only highest total has won it.
    if slots > 2:
        winner = find_leader(totals)
        games_won = add_win((0,) * slots, winner)
    return Result(
        winner,
        totals=totals,
        games=games_won,
        shutouts=counts.get("shutout", ()),
        marafonas=counts.get("marafona", ()),
        hands=hands,
    )
