"""The format of a match: its games, and how many of them must be won."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from kernel.canonical import canonical
from kernel.models import Frozen
from kernel.reading import read, reading_field
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Rulebook, Side, Totals
from rules.registry import rulebook
from scoring.core.unfinished import UnfinishedRules, make_rules_document

MOST_GAMES = 99
MOST_HANDS = 999


@dataclass(frozen=True, slots=True)
class GameFormat:
    """One game of a match: to the target of its options, or over a fixed number of hands."""

    rulebook: Rulebook[Any, Any, Any, Any]
    options: Any
    hands: int | None = None

    @property
    def players_a_side(self) -> int:
        """The players of a side: two in a pair, one if everybody plays for himself."""
        return self.rulebook.seats(self.options) // self.rulebook.sides

    def find_least_to_win(self, totals: Totals, winner: Side) -> Totals:
        """These totals, with the least for ``winner`` that lets it win; over a number of hands
        there is none, and the totals are returned as they are."""
        target = self.rulebook.target(self.options)
        if self.hands is not None or target is None:
            return totals
        # The target alone need not be enough: the other side may have it too, and more. Only the
        # rulebook knows who wins then, so it is asked; with more than the other the winner has won.
        totals_to_try = list(totals)
        totals_to_try[winner] = max(target, totals[winner])
        while True:
            ending = self.rulebook.find_ending(tuple(totals_to_try), self.options)
            if ending is not None and ending.winner == winner:
                return tuple(totals_to_try)
            totals_to_try[winner] += 1


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """All games that can be played. The side that wins ``wins`` of them wins the match (None: all
    are played, and the side with more wins has won; a tie is a draw)."""

    games: tuple[GameFormat, ...]
    wins: int | None
    unfinished: UnfinishedRules | None = None
    """Its value if it is not played out; None in formats from before there were rules for that."""

    @property
    def sides(self) -> int:
        return self.games[0].rulebook.sides

    @property
    def can_be_drawn(self) -> bool:
        """Whether a match can end without a winner."""
        # A game over a number of hands can be drawn, and so can a match of which all games count.
        if self.wins is None or any(game.hands for game in self.games):
            return True
        # This many games can be played with every side one short of ``wins``.
        most_games_undecided = self.sides * (self.wins - 1)
        return len(self.games) <= most_games_undecided

    @property
    def players_a_side(self) -> int:
        """The players of a side, the same number in all games."""
        return self.games[0].players_a_side


class GameFormatModel(Frozen):
    """A game of a match, in the notation."""

    game: Annotated[str, Field(description="The game, as `rulebooks/` names it.")]
    options: Annotated[
        dict[str, Any], Field(description="Its options, by the schema in `rulebooks/{name}/`.")
    ] = {}
    hands: Annotated[
        Annotated[int, Field(ge=1, le=MOST_HANDS)] | None,
        Field(description="How many hands end it; null: its target does."),
    ] = None


class MatchFormatModel(Frozen):
    """The format of a match, in the notation."""

    games: Annotated[
        list[GameFormatModel],
        Field(
            description="The games that can be played, in order.",
            min_length=1,
            max_length=MOST_GAMES,
        ),
    ]
    wins: Annotated[int | None, Field(description="How many must be won; null: all are played.")]
    unfinished: Annotated[
        UnfinishedRules | None, Field(description="What counts of a match that is not played out.")
    ] = None


def read_format(data: Mapping[str, Any]) -> MatchFormat:
    """The format in a document. Raises Unreadable, or Refused with all contradictions."""
    violations: list[Violation] = []
    document: MatchFormatModel | None = None
    try:
        document = read(MatchFormatModel, data)
    except Refused as refused:
        violations += refused.violations
    # The games are read even if the document is refused: it may be unreadable in one of them.
    games: list[GameFormat | None] = []
    for number, game in enumerate(data["games"]):
        try:
            with reading_field(f"games.{number}"):
                games.append(_read_game(game, is_checked=document is not None))
        except Refused as refused:
            violations += refused.violations
            games.append(None)
    if document is not None:
        violations += _find_contradictions(games, document.wins)
    if document is None or violations:
        raise Refused(violations)
    read_games = tuple(game for game in games if game is not None)
    return MatchFormat(read_games, document.wins, document.unfinished)


def _read_game(data: Mapping[str, Any], *, is_checked: bool) -> GameFormat:
    """A game of a format. Raises Unreadable, or Refused for its options. ``is_checked``: whether
    the whole document was read as its model; else what that refuses is known already."""
    if not is_checked:
        # Of a list that is too long the model has not looked at the items.
        with suppress(Refused):
            read(GameFormatModel, data)
    book = rulebook(data["game"])
    with reading_field("options"):
        options = book.read_options(data.get("options", {}))
    return GameFormat(book, options, data.get("hands"))


def _find_contradictions(
    games: Sequence[GameFormat | None], wins: int | None
) -> Iterator[Violation]:
    """What is wrong between the games of a format and the wins that it needs. ``games``: None for
    one that was refused."""
    read_games = [game for game in games if game is not None]
    sides = sorted({game.rulebook.sides for game in read_games})
    seats = sorted({game.rulebook.seats(game.options) for game in read_games})
    # The same people play all games of a match, so its games need as many of them.
    if len(sides) > 1:
        yield Violation("sides_differ", {"sides": sides})
    elif len(seats) > 1:
        yield Violation("seats_differ", {"seats": seats})
    for number, game in enumerate(games):
        # Without a target (Trionfo) only a number of hands can end the game.
        if game and game.hands is None and game.rulebook.target(game.options) is None:
            params = {"field": f"games.{number}.hands", "game": game.rulebook.name}
            yield Violation("hands_missing", params)
    if wins is not None and not 1 <= wins <= len(games):
        yield Violation("wins_out_of_reach", {"wins": wins, "games": len(games)})


def read_stored_format(data: Mapping[str, Any]) -> MatchFormat:
    """The format of a stored match. The matches of an evening share a few documents, so each is
    read once in a process; formats cannot be changed, so all may share the result."""
    return _read_canonical_format(canonical(data))


@lru_cache(maxsize=256)
def _read_canonical_format(document: bytes) -> MatchFormat:
    return read_format(json.loads(document))


def settle_format(data: Mapping[str, Any], *, is_knockout: bool) -> dict[str, Any]:
    """The document of a match that is about to be played: with every rule for a match that is not
    played out written down, so that a later default changes nothing."""
    rules = read_unfinished_rules(data, is_knockout=is_knockout)
    return {**data, "unfinished": make_rules_document(rules)}


def read_unfinished_rules(data: Mapping[str, Any], *, is_knockout: bool) -> UnfinishedRules:
    """The rules for a match that is not played out, by the document of its format, completed with
    all defaults that depend on the format of play."""
    rules = read(MatchFormatModel, data).unfinished or UnfinishedRules()
    return rules.settle(is_knockout=is_knockout)


def best_of(games: int, game: str, *options: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a best of ``games``, with one options document for all games or one for each
    (two games to 31, the deciding one to 41)."""
    options_by_game = options if len(options) == games else (options or ({},)) * games
    documents = [{"game": game, "options": dict(each)} for each in options_by_game[:games]]
    return {"games": documents, "wins": games // 2 + 1}
