"""The format of a match: its games, and how many of them must be won."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Rulebook
from rules.registry import rulebook
from scoring.core.unfinished import UnfinishedRules, rules_document

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
    unfinished: UnfinishedRules | None = None
    """What it is worth when it is not played out; None: as before there were rules for it."""

    @property
    def sides(self) -> int:
        return self.games[0].rulebook.sides

    @property
    def can_be_drawn(self) -> bool:
        """Whether a match can end without a winner: all games are played, or so few that nobody
        need have won enough, or one of them ends after a number of hands."""
        if self.wins is None or any(game.hands for game in self.games):
            return True
        return len(self.games) <= self.sides * (self.wins - 1)

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
    unfinished: UnfinishedRules | None = None


def read_format(data: Mapping[str, Any]) -> MatchFormat:
    """The format that a document says. Raises Unreadable, or Refused for what cannot be."""
    document = read(_Match, data)
    games = tuple(_read_game(game) for game in document.games)
    violations = _find_violations(games, document.wins)
    if violations:
        raise Refused(violations)
    return MatchFormat(games, document.wins, document.unfinished)


def settle_format(data: Mapping[str, Any], *, is_knockout: bool) -> dict[str, Any]:
    """The document of a match that is about to be played: with every rule for a match that is not
    played out written down, so that a later default changes nothing."""
    return {
        **data,
        "unfinished": rules_document(read_unfinished_rules(data, is_knockout=is_knockout)),
    }


def read_unfinished_rules(data: Mapping[str, Any], *, is_knockout: bool) -> UnfinishedRules:
    """The rules for a match that is not played out, by the document of its format, completed with
    all defaults that depend on the format of play."""
    rules = read(_Match, data).unfinished or UnfinishedRules()
    return rules.settled(is_knockout=is_knockout)


def _read_game(document: _Game) -> GameFormat:
    book = rulebook(document.game)
    return GameFormat(book, book.options(document.options), document.hands)


def _find_violations(games: tuple[GameFormat, ...], wins: int | None) -> list[Violation]:
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
