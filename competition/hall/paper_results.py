"""A result as it is copied from a paper sheet: "2-1", or "41-35 38-41 41-30"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kernel.refusals import Refused
from kernel.violations import Violation
from scoring.core.format import MatchFormat
from scoring.core.lines import GAMES, TOTAL, GamesWon, GameTotal
from scoring.core.results import decide_games, decide_total
from scoring.core.state import MatchState

LONGEST_RESULT: Final = 400
"""Signs: five games of five sides need fewer."""
MOST_DIGITS: Final = 5
_OF_TWO = re.compile(r"(\d+)(\*?)")
_OF_MORE = re.compile(r"(?<!\S)(-?\d+)(\*?)(?!\S)")
_BETWEEN = re.compile(r"[\s\-–—−:,;/.|]*")


@dataclass(frozen=True, slots=True)
class PaperScore:
    """The numbers of a game, or the games won, by side. ``winner``: the side whose number has an
    asterisk: it has won although the numbers do not show it."""

    numbers: tuple[int, ...]
    winner: int | None = None

    def means_games(self, match_format: MatchFormat) -> bool:
        """Whether these are games won: they are, if they cannot be the totals of the first game,
        and no side has more than there are games."""
        total = GameTotal(totals=list(self.numbers), winner=self.winner)
        try:
            decide_total(match_format.games[0], 0, total, given=0)
        except Refused:
            return max(self.numbers) <= len(match_format.games) and min(self.numbers) >= 0
        return False


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line to be written on the sheet."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PaperResult:
    """What was understood: all games as the paper has them, or the games won alone; and the lines
    that the sheet does not have yet."""

    scores: tuple[PaperScore, ...]
    games_only: bool
    lines: tuple[PaperLine, ...]


def read_scores(typed: str, sides: int) -> tuple[PaperScore, ...]:
    """The numbers in what was typed, in the order of the sides. Any sign may stand between them;
    with more than two sides, whose totals can be negative, it is a space or a comma.

    Raises Refused: ``score_missing``, ``result_unreadable`` or ``result_incomplete``.
    """
    text = typed[:LONGEST_RESULT].strip()
    if not text:
        raise Refused([Violation("score_missing")])
    if sides > 2:
        text = re.sub(r"[,;/|]", " ", text.replace("−", "-"))
    number_pattern = _OF_TWO if sides == 2 else _OF_MORE
    numbers = list(number_pattern.finditer(text))
    # What is not a number must be a separator: a word that was overlooked could change the result.
    between_numbers = number_pattern.sub(" ", text)
    has_only_separators = _BETWEEN.fullmatch(between_numbers) is not None
    are_short = all(len(digits[1].lstrip("-")) <= MOST_DIGITS for digits in numbers)
    if not numbers or not has_only_separators or not are_short or len(typed) > LONGEST_RESULT:
        raise Refused([Violation("result_unreadable", {"typed": text[:40]})])
    if len(numbers) % sides:
        params = {"numbers": len(numbers), "sides": sides, "game": len(numbers) // sides}
        raise Refused([Violation("result_incomplete", params)])
    scores: list[PaperScore] = []
    for start in range(0, len(numbers), sides):
        totals: list[int] = []
        winner: int | None = None
        for side, number in enumerate(numbers[start : start + sides]):
            totals.append(int(number[1]))
            if number[2]:
                if winner is not None:
                    raise Refused([Violation("result_of_two_winners")])
                winner = side
        scores.append(PaperScore(tuple(totals), winner))
    return tuple(scores)


def understand_result(
    scores: Sequence[PaperScore], match_format: MatchFormat, state: MatchState
) -> PaperResult:
    """What the scores mean for a match in this state. Raises Refused with all that is wrong."""
    if len(scores) == 1 and scores[0].means_games(match_format):
        won = scores[0]
        data = GamesWon(wins=list(won.numbers), from_paper=True).model_dump()
        finished_games = tuple(game for game in state.games if game.over)
        decide_games(match_format, finished_games, state.wins, won.numbers)
        return PaperResult(tuple(scores), games_only=True, lines=(PaperLine(GAMES, data),))
    # The totals of the games that the sheet does not have yet. The paper has all games, so those
    # that are on the sheet must be the same there.
    most = len(match_format.games)
    if len(scores) > most:
        raise Refused([Violation("too_many_games", {"games": len(scores), "most": most})])
    lines: list[PaperLine] = []
    violations: list[Violation] = []
    for number, score in enumerate(scores):
        if number < len(state.games) and state.games[number].over:
            on_sheet = state.games[number].totals
            if on_sheet != score.numbers:
                params = {"game": number, "totals": list(on_sheet)}
                violations.append(Violation("result_not_on_sheet", params))
            continue
        total = GameTotal(totals=list(score.numbers), winner=score.winner, from_paper=True)
        # Every game is looked at by itself, so that all wrong ones are named at once. Of a game in
        # play only the fold knows the points that a referee has given: it decides that one.
        if number >= len(state.games):
            try:
                decide_total(match_format.games[number], number, total, given=0)
            except Refused as refused:
                violations += refused.violations
        lines.append(PaperLine(TOTAL, total.model_dump(exclude_none=True)))
    if violations:
        raise Refused(violations)
    return PaperResult(tuple(scores), games_only=False, lines=tuple(lines))
