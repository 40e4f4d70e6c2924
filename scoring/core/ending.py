"""How a line ends a match that is not played out: its games, its winner, and what counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Side, Totals
from scoring.core.format import GameFormat, MatchFormat
from scoring.core.lines import Forfeit
from scoring.core.state import GameState
from scoring.core.unfinished import (
    DEFAULT_RULES,
    AwardRule,
    Case,
    Counted,
    DoubleForfeitRule,
    ShownScore,
    Unfinished,
    WalkoverRule,
)

FORFEITED: Final = "forfeit"
STOPPED: Final = "stopped"
"""The reason of a game that ended without a winner, as it stood."""
AWARDED: Final = "award"

NEED_SIDE: Final = ("walkover", "retirement", "disqualification")
NO_SIDE: Final = ("double_forfeit", "time", "void")
ANY_SIDES: Final = ("time", "void")
"""The cases that a match of more than two sides knows too."""
PLAYING_ON: Final = ("walkover", "retirement", "disqualification", "double_forfeit")


@dataclass(frozen=True, slots=True)
class Position:
    """A match where a line ends it. ``current`` is the game being played, None between games."""

    format: MatchFormat
    games: tuple[GameState, ...]
    current: GameState | None

    @property
    def has_begun(self) -> bool:
        """Whether anything was played at the table."""
        return bool(self.games) or (self.current is not None and self.current.hands > 0)

    @property
    def played(self) -> tuple[GameState, ...]:
        """All games with a line, the one being played last."""
        return self.games if self.current is None else (*self.games, self.current)


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """The games as the sheet shows them, who has won, and what counts of it."""

    games: tuple[GameState, ...]
    winner: Side | None
    unfinished: Unfinished


def end_match(position: Position, forfeit: Forfeit) -> EndedMatch:
    """The end of a match by this line. Raises Refused with all that is wrong with it."""
    case: Case = forfeit.case or ("retirement" if position.has_begun else "walkover")
    if violations := list(_find_violations(position, forfeit, case)):
        raise Refused(violations)
    rules = position.format.unfinished or DEFAULT_RULES
    match case:
        case "time":
            return _time_is_up(position, rules.time.level or "draw")
        case "void":
            games = _keep_games(position)
            return EndedMatch(games, None, Unfinished(case, None, None, None, is_played=False))
        case "double_forfeit":
            return _double_forfeit(position, forfeit, rules.double_forfeit)
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
    fields = {
        "plays_on": forfeit.plays_on is not None and case not in PLAYING_ON,
        "advances": forfeit.advances is not None and case != "double_forfeit",
        "games": forfeit.games is not None and case != "award",
    }
    for field, is_wrong in fields.items():
        if is_wrong:
            yield Violation("forfeit_field_of_another_case", {"field": field, "case": case})
    if forfeit.advances is not None and forfeit.advances >= sides:
        yield Violation("no_such_side", {"side": forfeit.advances, "sides": sides})
    if case == "award" and forfeit.games is not None:
        yield from _award_violations(position, forfeit, forfeit.games)


def _award_violations(
    position: Position, forfeit: Forfeit, games: Sequence[Sequence[int]]
) -> Iterator[Violation]:
    most = len(position.format.games)
    if len(games) > most:
        yield Violation("too_many_games", {"games": len(games), "most": most})
    elif any(len(totals) != position.format.sides for totals in games):
        yield Violation("award_games_by_side", {"sides": position.format.sides})
    else:
        ahead = find_leader(count_wins(_make_awarded_games(games), position.format.sides))
        if ahead != _get_other_side(forfeit.side):
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
    games = _choose_shown_games(position, rule.score, winner)
    points = _count_points(position, games, rule.points, is_standing=rule.score == "stands")
    is_known = points is not None or rule.points != "shown"
    unfinished = Unfinished(
        case,
        forfeit.side,
        _count_games(position, games, rule.games),
        points,
        # Points over a number of hands that was not played are not known: rankings must be free
        # to put something in their place, as they do for a forfeit.
        is_played=position.has_begun and getattr(rule, "played", False) and is_known,
        out=_list_out(forfeit, (forfeit.side,), plays_on=rule.plays_on),
    )
    return EndedMatch(games, winner, unfinished)


def _double_forfeit(position: Position, forfeit: Forfeit, rule: DoubleForfeitRule) -> EndedMatch:
    games = _keep_games(position)
    unfinished = Unfinished(
        "double_forfeit",
        None,
        _count_games(position, games, rule.games),
        _count_points(position, games, rule.points, is_standing=True),
        is_played=False,
        out=_list_out(forfeit, (0, 1), plays_on=rule.plays_on),
    )
    return EndedMatch(games, forfeit.advances, unfinished)


def _end_by_award(position: Position, forfeit: Forfeit, rule: AwardRule) -> EndedMatch:
    winner = _get_other_side(forfeit.side)
    if forfeit.games is not None:
        games = _make_awarded_games(forfeit.games)
    elif winner is None:
        games = _keep_games(position)
    else:
        games = _choose_shown_games(position, "completed", winner)
    is_standing = forfeit.games is not None or winner is None
    unfinished = Unfinished(
        "award",
        forfeit.side,
        _count_games(position, games, rule.games),
        _count_points(position, games, rule.points, is_standing=is_standing),
        is_played=position.has_begun,
    )
    return EndedMatch(games, winner, unfinished)


def _time_is_up(position: Position, level: str) -> EndedMatch:
    games = _keep_games(position)
    sides = position.format.sides
    totals = [] if position.current is None else [position.current.totals]
    standing = (count_wins(games, sides), *totals, _sum_totals(games, sides))
    winner = next((ahead for each in standing if (ahead := find_leader(each)) is not None), None)
    if winner is None and level == "hand":
        raise Refused([Violation("time_is_up_level", {})])
    wins, points = count_wins(games, sides), _sum_totals(games, sides)
    unfinished = Unfinished("time", None, wins, points, is_played=True)
    return EndedMatch(games, winner, unfinished)


def _list_out(
    forfeit: Forfeit, sides: tuple[Side, ...], *, plays_on: bool | None
) -> tuple[Side, ...]:
    said = plays_on if forfeit.plays_on is None else forfeit.plays_on
    return sides if said is False else ()


def _choose_shown_games(
    position: Position, score: ShownScore, winner: Side
) -> tuple[GameState, ...]:
    match score:
        case "stands":
            return _keep_games(position)
        case "one_game":
            return (*position.games, _give_game(_on_now(position), winner))
        case "completed":
            return _complete_games(position, winner)


def _complete_games(position: Position, winner: Side) -> tuple[GameState, ...]:
    """The least that decides the match: the winner reaches the end of the current game, and wins as
    many more as it needs to nothing."""
    format_ = position.format
    games, game = list(position.games), _on_now(position)
    while len(games) < len(format_.games):
        totals = _least_to_win(format_.games[len(games)], game.totals, winner)
        games.append(_give_game(replace(game, totals=totals), winner))
        if count_wins(games, format_.sides)[winner] == format_.wins:
            break
        game = _make_empty_game(format_.sides)
    return tuple(games)


def _least_to_win(game: GameFormat, totals: Totals, winner: Side) -> Totals:
    """The least total that lets ``winner`` win; over a number of hands there is none."""
    target = None if game.hands is not None else game.rulebook.target(game.options)
    if target is None:
        return totals
    total = max(target, totals[winner])
    while True:
        reached = tuple(total if side == winner else each for side, each in enumerate(totals))
        ending = game.rulebook.over(reached, game.options)
        if ending is not None and ending.winner == winner:
            return reached
        total += 1


def _keep_games(position: Position) -> tuple[GameState, ...]:
    """The games as they stand. A match without a hand gets its first game here: a match that has
    ended has begun, and its sides no longer change."""
    games = position.games
    if position.current is None and games:
        return games
    return (*games, replace(_on_now(position), why=STOPPED))


def _on_now(position: Position) -> GameState:
    return position.current or _make_empty_game(position.format.sides)


def _make_empty_game(sides: int) -> GameState:
    return GameState((0,) * sides, running=(), hands=0, winner=None, why=None)


def _give_game(game: GameState, winner: Side) -> GameState:
    return replace(game, winner=winner, why=FORFEITED)


def _make_awarded_games(games: Sequence[Sequence[int]]) -> tuple[GameState, ...]:
    return tuple(
        GameState(tuple(totals), (), 0, find_leader(tuple(totals)), AWARDED) for totals in games
    )


def _count_games(position: Position, games: Sequence[GameState], counted: Counted) -> Totals | None:
    if counted == "none":
        return None
    return count_wins(games if counted == "shown" else position.games, position.format.sides)


def _count_points(
    position: Position, games: Sequence[GameState], counted: Counted, *, is_standing: bool
) -> Totals | None:
    """None too where the games that are given to the winner have no points by their format."""
    if counted == "none":
        return None
    sides = position.format.sides
    if counted == "played":
        return _sum_totals(position.played, sides)
    given = position.format.games[len(position.games) : len(games)]
    is_unknown = any(game.hands is not None for game in given)
    if is_standing:
        return _sum_totals(games, sides) if position.has_begun or games[0].why == AWARDED else None
    return None if is_unknown else _sum_totals(games, sides)


def _sum_totals(games: Sequence[GameState], sides: int) -> Totals:
    return tuple(sum(game.totals[side] for game in games) for side in range(sides))


def count_wins(games: Sequence[GameState], sides: int) -> Totals:
    """Games won, by side."""
    return tuple(sum(game.winner == side for game in games) for side in range(sides))


def find_leader(totals: Totals) -> Side | None:
    """The side with the highest total, None if it is shared."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _get_other_side(side: Side | None) -> Side | None:
    return None if side is None else 1 - side
