"""Ends a match that is not played out: its games, its winner, and what counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Side, Totals
from scoring.core.format import MatchFormat
from scoring.core.lines import Forfeit
from scoring.core.state import GameState, sum_totals
from scoring.core.unfinished import (
    DEFAULT_RULES,
    AwardRule,
    Case,
    Counted,
    ShownScore,
    Unfinished,
    WalkoverRule,
)

FORFEITED: Final = "forfeit"
STOPPED: Final = "stopped"
"""The reason of a game that was broken off without a winner."""
AWARDED: Final = "award"

NEED_SIDE: Final = ("walkover", "retirement", "disqualification")
NO_SIDE: Final = ("double_forfeit", "time", "void")
ANY_SIDES: Final = ("time", "void")
"""The cases that are possible with more than two sides too."""
PLAYING_ON: Final = ("walkover", "retirement", "disqualification", "double_forfeit")


@dataclass(frozen=True, slots=True)
class Position:
    """A match at the line that ends it. ``current`` is the game in play, None between games."""

    format: MatchFormat
    games: tuple[GameState, ...]
    current: GameState | None

    @property
    def has_begun(self) -> bool:
        """Whether anything was played at the table."""
        return bool(self.games) or (self.current is not None and self.current.hands > 0)

    @property
    def forfeit_case(self) -> Case:
        """How a side loses that gives up now: by retirement if play has begun, else by walkover."""
        if self.has_begun:
            return "retirement"
        return "walkover"

    @property
    def played(self) -> tuple[GameState, ...]:
        """All games with a line, the one being played last."""
        if self.current is None:
            return self.games
        return (*self.games, self.current)

    @property
    def current_or_empty(self) -> GameState:
        """The game in play; between games, the next one without a hand."""
        return self.current or _build_empty_game(self.format.sides)

    def stop_games(self) -> tuple[GameState, ...]:
        """The games with the scores that they have. A match without a hand gets its first game
        here: a match that has ended has begun, and its sides no longer change."""
        if self.current is None and self.games:
            return self.games
        return (*self.games, replace(self.current_or_empty, why=STOPPED))

    def show_games(self, score: ShownScore, winner: Side) -> tuple[GameState, ...]:
        """The games as they are shown where a side has lost by forfeit."""
        match score:
            case "stands":
                return self.stop_games()
            case "one_game":
                given_game = replace(self.current_or_empty, winner=winner, why=FORFEITED)
                return (*self.games, given_game)
            case "completed":
                # The least that decides the match: the winner reaches the end of the current game,
                # and wins as many more as it needs to nothing.
                games, current_game = list(self.games), self.current_or_empty
                sides = self.format.sides
                for game_format in self.format.games[len(games) :]:
                    totals = game_format.find_least_to_win(current_game.totals, winner)
                    games.append(replace(current_game, totals=totals, winner=winner, why=FORFEITED))
                    if count_wins(games, sides)[winner] == self.format.wins:
                        break
                    current_game = _build_empty_game(sides)
                return tuple(games)

    def count_games(self, games: Sequence[GameState], counted: Counted) -> Totals | None:
        """The wins that rankings count, by side, of a match that is shown with these ``games``."""
        if counted == "none":
            return None
        counted_games = games if counted == "shown" else self.games
        return count_wins(counted_games, self.format.sides)

    def count_points(
        self, games: Sequence[GameState], counted: Counted, *, is_standing: bool
    ) -> Totals | None:
        """The points that rankings count, by side; None if none count, or if they are not known.

        ``is_standing``: the games show scores as they are, none was completed for the winner.
        """
        if counted == "none":
            return None
        sides = self.format.sides
        if counted == "played":
            return sum_totals(self.played, sides)
        if is_standing:
            has_scores = self.has_begun or games[0].why == AWARDED
            if not has_scores:
                return None
            return sum_totals(games, sides)
        # A game over a number of hands has no total by which it is won, so the points of one that
        # was given to the winner are unknown.
        given_formats = self.format.games[len(self.games) : len(games)]
        if any(game.hands is not None for game in given_formats):
            return None
        return sum_totals(games, sides)


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """The games as the sheet shows them, who has won, and what counts of it."""

    games: tuple[GameState, ...]
    winner: Side | None
    unfinished: Unfinished


def end_match(position: Position, forfeit: Forfeit) -> EndedMatch:
    """The end of a match by this line. Raises Refused with all that is wrong with it."""
    case: Case = forfeit.case or position.forfeit_case
    violations = list(_find_violations(position, forfeit, case))
    if violations:
        raise Refused(violations)
    rules = position.format.unfinished or DEFAULT_RULES
    match case:
        case "time":
            return _end_by_time(position, rules.time.level or "draw")
        case "void":
            games = position.stop_games()
            return EndedMatch(games, None, Unfinished(case, None, None, None, is_played=False))
        case "double_forfeit":
            rule = rules.double_forfeit
            games = position.stop_games()
            unfinished = Unfinished(
                case,
                None,
                position.count_games(games, rule.games),
                position.count_points(games, rule.points, is_standing=True),
                is_played=False,
                out=_list_out(forfeit, (0, 1), plays_on=rule.plays_on),
            )
            # Nobody has won, but a knock-out match needs a side to follow: the referee may name
            # one.
            return EndedMatch(games, forfeit.advances, unfinished)
        case "award":
            return _end_by_award(position, forfeit, rules.award)
        case "walkover" | "retirement" | "disqualification":
            return _end_by_loss(position, forfeit, case, getattr(rules, case))


def _find_violations(position: Position, forfeit: Forfeit, case: Case) -> Iterator[Violation]:
    sides = position.format.sides
    if sides != 2 and case not in ANY_SIDES:
        yield Violation("forfeit_of_two_sides_only", {"sides": sides})
    if forfeit.side is not None and forfeit.side >= sides:
        yield Violation("no_such_side", {"side": forfeit.side, "sides": sides})
    if case in NEED_SIDE and forfeit.side is None:
        yield Violation("forfeit_needs_a_side", {"case": case})
    if case in NO_SIDE and forfeit.side is not None:
        yield Violation("forfeit_of_no_side", {"case": case})
    if case == "walkover" and position.has_begun:
        yield Violation("walkover_has_begun", {})
    # Fields that mean nothing in this case are refused rather than ignored: somebody who writes
    # one expects it to have an effect.
    misplaced_fields = {
        "plays_on": forfeit.plays_on is not None and case not in PLAYING_ON,
        "advances": forfeit.advances is not None and case != "double_forfeit",
        "games": forfeit.games is not None and case != "award",
    }
    for field, is_misplaced in misplaced_fields.items():
        if is_misplaced:
            yield Violation("forfeit_field_of_another_case", {"field": field, "case": case})
    if forfeit.advances is not None and forfeit.advances >= sides:
        yield Violation("no_such_side", {"side": forfeit.advances, "sides": sides})
    if case == "award" and forfeit.games is not None:
        yield from _find_award_violations(position, forfeit, forfeit.games)


def _find_award_violations(
    position: Position, forfeit: Forfeit, awarded: Sequence[Sequence[int]]
) -> Iterator[Violation]:
    sides = position.format.sides
    most_games = len(position.format.games)
    if len(awarded) > most_games:
        yield Violation("too_many_games", {"games": len(awarded), "most": most_games})
    elif any(len(totals) != sides for totals in awarded):
        yield Violation("award_games_by_side", {"sides": sides})
    else:
        # The games must show the winner that the line names; with no side named, a draw.
        leader = find_leader(count_wins(_build_awarded_games(awarded), sides))
        if leader != _get_other_side(forfeit.side):
            yield Violation("award_games_of_another", {})


def _end_by_loss(
    position: Position,
    forfeit: Forfeit,
    case: Case,
    rule: WalkoverRule,
) -> EndedMatch:
    """One side loses: a walkover, a retirement, a disqualification."""
    assert forfeit.side is not None, "checked before"
    winner = 1 - forfeit.side
    games = position.show_games(rule.score, winner)
    points = position.count_points(games, rule.points, is_standing=rule.score == "stands")
    # Points over a number of hands that was not played are not known: rankings must be free to
    # put something in their place, as they do for a forfeit. Such a match therefore does not
    # count as played. The rule of a walkover has no ``played``, as nothing was.
    has_unknown_points = points is None and rule.points == "shown"
    counts_as_played = getattr(rule, "played", False) and not has_unknown_points
    unfinished = Unfinished(
        case,
        forfeit.side,
        position.count_games(games, rule.games),
        points,
        is_played=position.has_begun and counts_as_played,
        out=_list_out(forfeit, (forfeit.side,), plays_on=rule.plays_on),
    )
    return EndedMatch(games, winner, unfinished)


def _end_by_award(position: Position, forfeit: Forfeit, rule: AwardRule) -> EndedMatch:
    winner = _get_other_side(forfeit.side)
    if forfeit.games is not None:
        games = _build_awarded_games(forfeit.games)
    elif winner is None:
        games = position.stop_games()
    else:
        games = position.show_games("completed", winner)
    is_standing = forfeit.games is not None or winner is None
    unfinished = Unfinished(
        "award",
        forfeit.side,
        position.count_games(games, rule.games),
        position.count_points(games, rule.points, is_standing=is_standing),
        is_played=position.has_begun,
    )
    return EndedMatch(games, winner, unfinished)


def _end_by_time(position: Position, tie_rule: str) -> EndedMatch:
    """The side that is ahead has won: in games, else in the game being played, else in all
    totals."""
    games = position.stop_games()
    sides = position.format.sides
    wins, points = count_wins(games, sides), sum_totals(games, sides)
    # In this order, because a game that was won counts more than any lead in points.
    winner = find_leader(wins)
    if winner is None and position.current is not None:
        winner = find_leader(position.current.totals)
    if winner is None:
        winner = find_leader(points)
    # The rule asks for another hand, which the players play before the referee ends the match.
    if winner is None and tie_rule == "hand":
        raise Refused([Violation("time_is_up_level", {})])
    unfinished = Unfinished("time", None, wins, points, is_played=True)
    return EndedMatch(games, winner, unfinished)


def _list_out(
    forfeit: Forfeit, losers: tuple[Side, ...], *, plays_on: bool | None
) -> tuple[Side, ...]:
    """The losers, unless they play on: by the word of the referee, else by the rule."""
    if forfeit.plays_on is not None:
        plays_on = forfeit.plays_on
    if plays_on is False:
        return losers
    return ()


def _build_empty_game(sides: int) -> GameState:
    return GameState((0,) * sides, running=(), hands=0, winner=None, why=None)


def _build_awarded_games(awarded: Sequence[Sequence[int]]) -> tuple[GameState, ...]:
    games = []
    for game_totals in awarded:
        totals = tuple(game_totals)
        winner = find_leader(totals)
        games.append(GameState(totals, running=(), hands=0, winner=winner, why=AWARDED))
    return tuple(games)


def count_wins(games: Sequence[GameState], sides: int) -> Totals:
    """Games won, by side."""
    wins = [0] * sides
    for game in games:
        if game.winner is not None:
            wins[game.winner] += 1
    return tuple(wins)


def add_win(wins: Totals, winner: Side | None) -> Totals:
    """The games won, by side, with one more for the winner; None: nobody has won it."""
    return tuple(won + (side == winner) for side, won in enumerate(wins))


def find_leader(totals: Totals) -> Side | None:
    """The side with the highest total, None if it is shared."""
    best_total = max(totals)
    if totals.count(best_total) > 1:
        return None
    return totals.index(best_total)


def _get_other_side(side: Side | None) -> Side | None:
    if side is None:
        return None
    return 1 - side
