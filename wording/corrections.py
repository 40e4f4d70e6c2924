"""What a correction changes on its own sheet, in words: lines, games, the match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.correction import LineMove, SheetEffect, SheetOutcome
from scoring.core.format import MatchFormat
from scoring.core.state import GameState
from wording.lines import line_words
from wording.numbers import against
from wording.params import side_word
from wording.places import game_name


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game that reads otherwise afterwards; empty where it was, or is, not played."""

    game: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EffectWords:
    """What a correction changes on its sheet, a sentence for each line that it concerns."""

    lines: tuple[str, ...]
    games: tuple[GameChange, ...]
    winner: str
    """Who has won the match afterwards, where that changes."""

    @property
    def sentences(self) -> list[str]:
        """All of it, for a screen without tables."""
        games = [
            _("%(game)s: %(before)s. Afterwards: %(after)s.")
            % {"game": change.game, "before": change.before, "after": change.after}
            for change in self.games
        ]
        return [*self.lines, *games, *([self.winner] if self.winner else [])]


def effect_words(effect: SheetEffect, match: MatchFormat, sides: Sequence[str]) -> EffectWords:
    """The effect in words. ``sides`` are names."""
    lines = (
        *(_set_aside(move, effect, match, sides) for move in effect.set_aside),
        *(_word_move(move, match, sides) for move in effect.moved),
        *(_word_restored(move, match, sides) for move in effect.restored),
    )
    return EffectWords(lines, tuple(_games(effect, match, sides)), _word_winner(effect, sides))


def set_aside_words(by: int, *, is_game_over: bool) -> str:
    """Why a line on a sheet does not count; ``by`` is the number of the correction."""
    if is_game_over:
        return _("set aside by line %(by)s: the game was over before it") % {"by": by}
    return _("set aside by line %(by)s: the match was over before it") % {"by": by}


def _set_aside(
    move: LineMove, effect: SheetEffect, match: MatchFormat, sides: Sequence[str]
) -> str:
    game = move.before or 0
    words = {"line": _word_line(move, game, match, sides), "game": _word_game(game, match)}
    if _is_played(effect.after, game):
        return _("%(line)s: set aside, “%(game)s” is over before it.") % words
    return _("%(line)s: set aside, the match is over before it.") % words


def _is_played(outcome: SheetOutcome, game: int) -> bool:
    return game < len(outcome.games)


def _word_move(move: LineMove, match: MatchFormat, sides: Sequence[str]) -> str:
    before, after = move.before or 0, move.after or 0
    return _("%(line)s: counts in “%(after)s”, no longer in “%(before)s”.") % {
        "line": _word_line(move, before, match, sides),
        "before": _word_game(before, match),
        "after": _word_game(after, match),
    }


def _word_restored(move: LineMove, match: MatchFormat, sides: Sequence[str]) -> str:
    game = move.after or 0
    return _("%(line)s: counts again, in “%(game)s”.") % {
        "line": _word_line(move, game, match, sides),
        "game": _word_game(game, match),
    }


def _word_line(move: LineMove, game: int, match: MatchFormat, sides: Sequence[str]) -> str:
    content = line_words(move.kind, move.data, (), sides, match.games[game])
    return _("Line %(line)s (%(content)s)") % {"line": move.line, "content": content}


def _word_game(number: int, match: MatchFormat) -> str:
    return game_name(number, len(match.games), match.wins)


def _games(effect: SheetEffect, match: MatchFormat, sides: Sequence[str]) -> Sequence[GameChange]:
    before, after = effect.before.games, effect.after.games
    changes = []
    for number in range(max(len(before), len(after))):
        was = _game_words(number, before, match, sides)
        is_now = _game_words(number, after, match, sides)
        if was != is_now:
            changes.append(GameChange(_word_game(number, match), was, is_now))
    return changes


def _game_words(
    number: int, games: Sequence[GameState], match: MatchFormat, sides: Sequence[str]
) -> str:
    if number >= len(games):
        return _("not played")
    game, format_ = games[number], match.games[number]
    totals = against(game.totals, format_.rulebook.unit(format_.options))
    if game.winner is not None:
        return _("%(totals)s, won by %(winner)s") % {
            "totals": totals,
            "winner": side_word(game.winner, sides),
        }
    return totals if game.over else _("%(totals)s, still being played") % {"totals": totals}


def _word_winner(effect: SheetEffect, sides: Sequence[str]) -> str:
    before, after = effect.before, effect.after
    if (before.over, before.winner) == (after.over, after.winner):
        return ""
    if not after.over:
        return _("The match is not decided any more.")
    if after.winner is None:
        return _("The match is drawn.")
    return _("%(winner)s have won the match.") % {"winner": side_word(after.winner, sides)}
