"""What a correction does to the rest of its sheet, before it is written.

Every line of play belongs to one game: the one in which it was written. A correction that ends
this game earlier leaves the line over; it is set aside rather than counted in the next game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kernel.refusals import Unreadable
from rules.contract import Side
from scoring.core.fold import SheetHistory, fold_stored
from scoring.core.format import MatchFormat
from scoring.core.lines import FORFEIT, GAMES, PLAY_KINDS, WORD_KINDS, SheetLine
from scoring.core.state import GameState, MatchState, Reading, SheetRefused
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

    @classmethod
    def between(
        cls, read_lines: Sequence[ReadLine], before: MatchState, after: MatchState
    ) -> "SheetEffect":
        """The effect of a correction that leads from one state to the other. ``read_lines``: those
        of the sheet with the correction."""
        lines_set_aside, moved_lines, restored_lines = [], [], []
        # The readings of a sheet are those of its lines in order; those before have no new line.
        for line, old_reading, new_reading in zip(
            read_lines, before.readings, after.readings, strict=False
        ):
            if new_reading.own_game is not None:
                # Lines that were set aside before this correction are no effect of it.
                if old_reading.own_game is None:
                    lines_set_aside.append(
                        LineMove(line.n, line.kind, line.data, new_reading.own_game, None)
                    )
            elif new_reading.game is not None and old_reading.game != new_reading.game:
                move = LineMove(line.n, line.kind, line.data, old_reading.game, new_reading.game)
                if old_reading.own_game is not None:
                    restored_lines.append(move)
                elif old_reading.game is not None:
                    # A line without a game before was struck, and this correction takes that back:
                    # it is the correction's own line, not another one that it moves.
                    moved_lines.append(move)
        return cls(
            set_aside=tuple(lines_set_aside),
            moved=tuple(moved_lines),
            restored=tuple(restored_lines),
            before=SheetOutcome(before.games, before.winner, before.over),
            after=SheetOutcome(after.games, after.winner, after.over),
        )

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


def plan_word(
    match_format: MatchFormat, lines: Sequence[SheetLine], word: SheetLine
) -> PlannedWord:
    """The correction as it should be written after these stored lines, with the lines that it sets
    aside in ``aside``. Raises SheetRefused or Unreadable if the sheet would be invalid even so."""
    read_word(word, lines)
    fold_before = fold_stored(match_format, lines)
    fold_before.check_possible(word)
    state_before = fold_before.build_state()
    own_games = _find_own_games(match_format, lines, state_before)
    # With every line tied to its game, the fold itself shows which of them are left over.
    state_after = fold_stored(match_format, [*lines, _with_aside(word, own_games)]).build_state()
    left_over = {reading.n for reading in state_after.readings if reading.set_aside_by is not None}
    read_lines = read_words([*lines, _with_aside(word, {})])
    already_named = _map_named_games(read_lines)
    # Only those that no earlier correction names already, so that ``aside`` has what is new.
    newly_aside = {n: own_games[n] for n in left_over if already_named.get(n) != own_games[n]}
    effect = SheetEffect.between(read_lines, state_before, state_after)
    return PlannedWord(_with_aside(word, newly_aside), effect)


def tie_word(match_format: MatchFormat, lines: Sequence[SheetLine], word: SheetLine) -> SheetLine:
    """The correction with all lines tied to their games. Lines that would be left over are then set
    aside, so lines that are refused even so cannot be valid at all."""
    read_word(word, lines)
    state = fold_stored(match_format, lines).build_state()
    return _with_aside(word, _find_own_games(match_format, lines, state))


def _with_aside(word: SheetLine, own_games: Mapping[int, int]) -> SheetLine:
    data = {name: value for name, value in word.data.items() if name != ASIDE}
    if own_games:
        data[ASIDE] = [{"line": n, "game": game} for n, game in sorted(own_games.items())]
    return SheetLine(word.n, word.kind, data)


def _find_own_games(
    match_format: MatchFormat, lines: Sequence[SheetLine], state_now: MatchState
) -> dict[int, int]:
    """The game that each line of play belongs to: the one in which it was written, or a later one
    if it counts there by now (sheets from before lines were set aside)."""
    own_games = _find_first_games(match_format, lines, state_now)
    for reading in state_now.readings:
        if reading.game is not None:
            own_games[reading.n] = max(own_games.get(reading.n, 0), reading.game)
    read_lines = read_words(lines)
    own_games.update(_map_named_games(read_lines))
    for read_line in read_lines:
        # A line that ends the match belongs to no game: it ends the match in whichever game is
        # being played then, so it is tied to the last one that there can be.
        is_forfeit_of_match = read_line.kind == FORFEIT and read_line.data.get("of") == "match"
        if is_forfeit_of_match or read_line.kind == GAMES:
            own_games[read_line.n] = len(match_format.games) - 1
    return own_games


def _find_first_games(
    match_format: MatchFormat, lines: Sequence[SheetLine], state_now: MatchState
) -> dict[int, int]:
    """The game in which each line was written, of the lines before the last correction."""
    own_games: dict[int, int] = {}
    # Between two corrections no line changes its game. So the sheet is read up to each of them and
    # at its end, and the first reading that has a line has it in the game it was written in. Where
    # no line is without its game yet, such as between corrections in a row, nothing is read.
    history = SheetHistory(match_format, lines)
    without_game: set[int] = set()
    for index, line in enumerate(lines):
        if line.kind in PLAY_KINDS:
            without_game.add(line.n)
        if line.kind not in WORD_KINDS or not without_game:
            continue
        readings: Sequence[Reading]
        try:
            readings = history.fold_beginning(index).readings
        except (SheetRefused, Unreadable):
            # Not valid by themselves, because a later line corrects them: read as they are now.
            readings = state_now.readings[:index]
        for reading in readings:
            if reading.n in without_game and reading.game is not None:
                own_games[reading.n] = reading.game
                without_game.remove(reading.n)
    return own_games


def _map_named_games(read_lines: Sequence[ReadLine]) -> dict[int, int]:
    """The game of each line that a correction names as surplus."""
    return {line.n: line.own_game for line in read_lines if line.own_game is not None}


def _list_winners(outcome: SheetOutcome) -> tuple[Any, ...]:
    game_winners = tuple(game.winner for game in outcome.games if game.over)
    return game_winners, outcome.winner, outcome.over
