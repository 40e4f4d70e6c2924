"""The effect of a correction on its own sheet, in words: lines, games, the match."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.correction import LineMove, SheetEffect
from scoring.core.format import MatchFormat
from scoring.core.state import GameState
from wording.lines import word_line
from wording.numbers import against
from wording.params import word_side
from wording.places import name_game


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game whose result a correction changes, before and after it."""

    game: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EffectWords:
    """The effect of a correction on its sheet, with a sentence for each line that it concerns."""

    lines: tuple[str, ...]
    games: tuple[GameChange, ...]
    winner: str
    """Who has won the match afterwards; empty if that does not change."""

    @property
    def sentences(self) -> list[str]:
        """All of it, for a screen without tables."""
        sentences = list(self.lines)
        for change in self.games:
            params = {"game": change.game, "before": change.before, "after": change.after}
            sentences.append(_("%(game)s: %(before)s. Afterwards: %(after)s.") % params)
        if self.winner:
            sentences.append(self.winner)
        return sentences


def word_effect(effect: SheetEffect, match: MatchFormat, sides: Sequence[str]) -> EffectWords:
    """The effect in words. ``sides`` are names."""
    lines: list[str] = []
    for move in effect.set_aside:
        game = move.before or 0
        words = {"line": _word_line(move, game, match, sides), "game": _word_game(game, match)}
        # If its game is no longer played at all, the match was over before that game.
        if game < len(effect.after.games):
            lines.append(_("%(line)s: set aside, “%(game)s” is over before it.") % words)
        else:
            lines.append(_("%(line)s: set aside, the match is over before it.") % words)
    for move in effect.moved:
        old_game, new_game = move.before or 0, move.after or 0
        words = {
            "line": _word_line(move, old_game, match, sides),
            "before": _word_game(old_game, match),
            "after": _word_game(new_game, match),
        }
        lines.append(_("%(line)s: counts in “%(after)s”, no longer in “%(before)s”.") % words)
    for move in effect.restored:
        game = move.after or 0
        words = {"line": _word_line(move, game, match, sides), "game": _word_game(game, match)}
        lines.append(_("%(line)s: counts again, in “%(game)s”.") % words)
    games_before, games_after = effect.before.games, effect.after.games
    game_changes: list[GameChange] = []
    for number in range(max(len(games_before), len(games_after))):
        # Compared in words, so that only a visible difference is listed.
        before = _word_game_result(number, games_before, match, sides)
        after = _word_game_result(number, games_after, match, sides)
        if before != after:
            game_changes.append(GameChange(_word_game(number, match), before, after))
    return EffectWords(tuple(lines), tuple(game_changes), _word_winner(effect, sides))


def describe_set_aside_line(by: int, *, is_game_over: bool) -> str:
    """Why a line on a sheet does not count; ``by`` is the number of the correction."""
    if is_game_over:
        return _("set aside by line %(by)s: the game was over before it") % {"by": by}
    return _("set aside by line %(by)s: the match was over before it") % {"by": by}


def _word_line(move: LineMove, game: int, match: MatchFormat, sides: Sequence[str]) -> str:
    content = word_line(move.kind, move.data, (), sides, match.games[game])
    return _("Line %(line)s (%(content)s)") % {"line": move.line, "content": content}


def _word_game(number: int, match: MatchFormat) -> str:
    return name_game(number, len(match.games), match.wins)


def _word_game_result(
    number: int, games: Sequence[GameState], match: MatchFormat, sides: Sequence[str]
) -> str:
    if number >= len(games):
        return _("not played")
    game, format_ = games[number], match.games[number]
    totals = against(game.totals, format_.rulebook.unit(format_.options))
    if game.winner is not None:
        params = {"totals": totals, "winner": word_side(game.winner, sides)}
        return _("%(totals)s, won by %(winner)s") % params
    if game.over:
        return totals
    return _("%(totals)s, still being played") % {"totals": totals}


def _word_winner(effect: SheetEffect, sides: Sequence[str]) -> str:
    before, after = effect.before, effect.after
    if before.over == after.over and before.winner == after.winner:
        return ""
    if not after.over:
        return _("The match is not decided any more.")
    if after.winner is None:
        return _("The match is drawn.")
    return _("%(winner)s won the match.") % {"winner": word_side(after.winner, sides)}
