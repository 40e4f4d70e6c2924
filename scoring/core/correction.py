"""What a correction does to the rest of its sheet, before it is written.

Every line of play belongs to one game: the one in which it was written. A correction that ends
this game earlier leaves the line over; it is set aside rather than counted in the next game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kernel.refusals import Unreadable
from rules.contract import Side
from scoring.core.fold import fold
from scoring.core.format import MatchFormat
from scoring.core.lines import FORFEIT, WORD_KINDS, SheetLine
from scoring.core.state import GameState, MatchState, SheetRefused
from scoring.core.words import ReadLine, read_word, read_words

ASIDE: Final = "aside"


@dataclass(frozen=True, slots=True)
class LineMove:
    """A line with its content after the correction, and the games in which it counts (from 0).
    ``after`` None: it no longer counts; ``before`` is then the game that it belongs to."""

    line: int
    kind: str
    data: Mapping[str, Any]
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class SheetOutcome:
    """The games of a match, who has won it, and whether it is over."""

    games: tuple[GameState, ...]
    winner: Side | None
    over: bool


@dataclass(frozen=True, slots=True)
class SheetEffect:
    """All that a correction changes on its sheet, apart from the line that it corrects."""

    set_aside: tuple[LineMove, ...]
    """Lines that no longer count: their game, or the match, is over before them."""
    moved: tuple[LineMove, ...]
    """Lines that count in another game."""
    restored: tuple[LineMove, ...]
    """Lines that were set aside and count again."""
    before: SheetOutcome
    after: SheetOutcome

    @property
    def lines(self) -> tuple[LineMove, ...]:
        return (*self.set_aside, *self.moved, *self.restored)

    @property
    def needs_agreement(self) -> bool:
        """Whether it changes what other lines count for."""
        return bool(self.lines)

    @property
    def changes_winner(self) -> bool:
        """Whether a game or the match is won by another side, or by none."""
        return _list_winners(self.before) != _list_winners(self.after)


@dataclass(frozen=True, slots=True)
class PlannedWord:
    """An amend or a strike with the lines that it sets aside, and what it changes."""

    line: SheetLine
    effect: SheetEffect

    @property
    def aside(self) -> list[dict[str, int]]:
        """The lines set aside, as the notation has them."""
        return list(self.line.data.get(ASIDE, []))


def plan_word(format: MatchFormat, lines: Sequence[SheetLine], word: SheetLine) -> PlannedWord:  # noqa: A002
    """The correction as it should be written after these lines, with the lines that it sets aside
    in ``aside``. Raises SheetRefused or Unreadable if the sheet would be invalid even so."""
    read_word(word, lines)
    before = fold(format, lines)
    own = _own_games(format, lines, before)
    tied = _with_aside(word, own)
    after = fold(format, [*lines, tied])
    left_over = {each.n for each in after.readings if each.set_aside_by is not None}
    read_lines = read_words([*lines, _with_aside(word, {})])
    named = _map_named_games(read_lines)
    new = {n: own[n] for n in left_over if named.get(n) != own[n]}
    return PlannedWord(_with_aside(word, new), _make_effect(read_lines, before, after))


def tie_word(format: MatchFormat, lines: Sequence[SheetLine], word: SheetLine) -> SheetLine:  # noqa: A002
    """The correction with all lines tied to their games. Lines that would be left over are then set
    aside, so lines that are refused even so cannot be valid at all."""
    read_word(word, lines)
    return _with_aside(word, _own_games(format, lines, fold(format, lines)))


def _with_aside(word: SheetLine, games: Mapping[int, int]) -> SheetLine:
    data = {name: value for name, value in word.data.items() if name != ASIDE}
    if games:
        data[ASIDE] = [{"line": n, "game": game} for n, game in sorted(games.items())]
    return SheetLine(word.n, word.kind, data)


def _own_games(
    format: MatchFormat,  # noqa: A002
    lines: Sequence[SheetLine],
    now: MatchState,
) -> dict[int, int]:
    """The game that each line of play belongs to: the one in which it was written, or a later one
    if it counts there by now (sheets from before lines were set aside)."""
    own: dict[int, int] = {}
    for index in (*_words_at(lines), len(lines)):
        for n, game in _games_of(format, lines[:index], now).items():
            own.setdefault(n, game)
    for reading in now.readings:
        if reading.game is not None:
            own[reading.n] = max(own.get(reading.n, 0), reading.game)
    read_lines = read_words(lines)
    own.update(_map_named_games(read_lines))
    last = len(format.games) - 1
    own.update({line.n: last for line in read_lines if _ends_match(line)})
    return own


def _words_at(lines: Sequence[SheetLine]) -> list[int]:
    return [index for index, line in enumerate(lines) if line.kind in WORD_KINDS]


def _games_of(
    format: MatchFormat,  # noqa: A002
    lines: Sequence[SheetLine],
    now: MatchState,
) -> Mapping[int, int]:
    """The game of each line as the sheet read up to there. A sheet that could not stand there,
    because a later line sets it right, reads as it does now."""
    try:
        state = fold(format, lines)
    except (SheetRefused, Unreadable):
        state = now
    return {
        reading.n: reading.game
        for reading in state.readings
        if reading.game is not None and reading.n <= len(lines)
    }


def _ends_match(line: ReadLine) -> bool:
    """A match that is ended by a line belongs to no game: it ends in whichever is on."""
    return line.kind == FORFEIT and line.data.get("of") == "match"


def _map_named_games(lines: Sequence[ReadLine]) -> dict[int, int]:
    return {line.n: line.own_game for line in lines if line.own_game is not None}


def _make_effect(
    read_lines: Sequence[ReadLine], before: MatchState, after: MatchState
) -> SheetEffect:
    set_aside, moved, restored = [], [], []
    # The readings of a sheet are those of its lines in order; those before have no new line.
    for line, old, new in zip(read_lines, before.readings, after.readings, strict=False):
        if new.own_game is not None:
            if old.own_game is None:
                set_aside.append(LineMove(line.n, line.kind, line.data, new.own_game, None))
        elif new.game is not None and old.game != new.game:
            move = LineMove(line.n, line.kind, line.data, old.game, new.game)
            if old.own_game is not None:
                restored.append(move)
            elif old.game is not None:
                moved.append(move)
    return SheetEffect(
        tuple(set_aside), tuple(moved), tuple(restored), _make_outcome(before), _make_outcome(after)
    )


def _make_outcome(state: MatchState) -> SheetOutcome:
    return SheetOutcome(state.games, state.winner, state.over)


def _list_winners(outcome: SheetOutcome) -> tuple[Any, ...]:
    games = tuple(game.winner for game in outcome.games if game.over)
    return games, outcome.winner, outcome.over
