"""The format of a match: its games, and how many of them must be won."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from rules.contract import Frozen, Refused, Rulebook, Violation
from rules.reading import read
from rules.registry import rulebook

MOST_GAMES = 99
MOST_HANDS = 999


@dataclass(frozen=True, slots=True)
class GameFormat:
    """One game of a match: to the target of its options, or over a fixed number of hands."""

    rulebook: Rulebook[Any, Any, Any, Any]
    options: Any
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """As many games as can be played; who has won ``wins`` of them has the match (None: all are
    played, who has won more wins, level is a draw)."""

    games: tuple[GameFormat, ...]
    wins: int | None

    @property
    def sides(self) -> int:
        return self.games[0].rulebook.sides

    @property
    def players_a_side(self) -> int:
        """How many play together: two in a pair, one where each plays for himself."""
        game = self.games[0]
        return game.rulebook.seats(game.options) // self.sides


class _Game(Frozen):
    game: str
    options: dict[str, Any] = {}
    hands: Annotated[int, Field(ge=1, le=MOST_HANDS)] | None = None


class _Match(Frozen):
    games: Annotated[list[_Game], Field(min_length=1, max_length=MOST_GAMES)]
    wins: int | None


def read_format(data: Mapping[str, Any]) -> MatchFormat:
    """The format that a document says. Raises Unreadable, or Refused for what cannot be."""
    document = read(_Match, data)
    games = tuple(_game(game) for game in document.games)
    violations = _violations(games, document.wins)
    if violations:
        raise Refused(violations)
    return MatchFormat(games, document.wins)


def _game(document: _Game) -> GameFormat:
    book = rulebook(document.game)
    return GameFormat(book, book.options(document.options), document.hands)


def _violations(games: tuple[GameFormat, ...], wins: int | None) -> list[Violation]:
    violations = []
    sides = sorted({game.rulebook.sides for game in games})
    seats = sorted({game.rulebook.seats(game.options) for game in games})
    if len(sides) > 1:
        violations.append(Violation("sides_differ", {"sides": sides}))
    elif len(seats) > 1:
        violations.append(Violation("seats_differ", {"seats": seats}))
    for number, game in enumerate(games):
        if game.hands is None and game.rulebook.target(game.options) is None:
            params = {"field": f"games.{number}.hands", "game": game.rulebook.name}
            violations.append(Violation("hands_missing", params))
    if wins is not None and not 1 <= wins <= len(games):
        violations.append(Violation("wins_out_of_reach", {"wins": wins, "games": len(games)}))
    return violations


def best_of(games: int, game: str, *options: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a best of ``games``; options one for all, or one a game (31, 31, 41)."""
    each = options if len(options) == games else (options or ({},)) * games
    return {
        "games": [{"game": game, "options": dict(option)} for option in each[:games]],
        "wins": games // 2 + 1,
    }
