"""What was understood of a result that was typed, as the page shows it before it is written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from competition.hall.paper_results import (
    PaperLine,
    PaperScore,
    read_scores,
    understand_result,
)
from competition.standings.recorded import RecordedDetail
from kernel.refusals import Refused
from kernel.violations import Violation
from scoring.core.ending import find_leader
from scoring.core.fold import fold
from scoring.core.lines import SheetLine
from scoring.core.state import MatchState, SheetRefused
from scoring.models import Match
from scoring.selectors import Sheet, load_sheet
from scoring.sheets import make_sheet_lines
from tournaments.models import Stage
from tournaments.selectors.hall.paper import PaperMatch, list_unrecorded_metrics
from web.desk.paper_forms import PaperResultForm
from wording.numbers import against
from wording.sentences import word_violations


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A side in what was understood."""

    name: str
    numbers: tuple[tuple[int, bool], ...]
    """Its number in each game, and whether it has won that game."""
    wins: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class PaperReading:
    """What was understood of a result, as the page shows it before it is written."""

    match: PaperMatch
    rows: tuple[PaperRow, ...]
    games: tuple[int, ...]
    """The numbers of the games from 1; empty if only the games won were typed."""
    lines: tuple[PaperLine, ...] = ()
    version: int = 0
    seen: str = ""
    winner: str = ""
    score: str = ""

    @property
    def can_be_written(self) -> bool:
        return bool(self.lines)


def read_result(match: PaperMatch, stage: Stage, form: PaperResultForm) -> PaperReading:
    """What was understood. What is wrong with it is added to the form. ``stage``: of the match."""
    sheet = load_sheet(Match.objects.get(pk=match.match))
    scores: tuple[PaperScore, ...] = ()
    try:
        scores = read_scores(form.cleaned_data["score"], sheet.format.sides)
        result = understand_result(scores, sheet.format, sheet.state)
        state = _fold_result(sheet, result.lines, len(result.scores))
    except Refused as refused:
        # What could be read is shown beside the errors, so that a wrong number is found.
        _add_score_errors(form, refused.violations, match)
        return _build_reading(match, scores, None, games_only=False)
    reading = _build_reading(match, scores, state, games_only=result.games_only)
    recorded = RecordedDetail.TOTALS
    if result.games_only:
        recorded = RecordedDetail.GAMES
    # Metrics of the ranking that need more than this result has: it could not be written.
    violations = list_unrecorded_metrics(stage, recorded)
    if violations:
        # Without lines, the page does not offer to write it.
        _add_score_errors(form, violations, match)
        return reading
    version = sheet.match.version
    # The digest covers the version of the sheet and the names: a result that was shown before
    # somebody else wrote, or before a correction brought other players, is shown once more.
    lines = [(line.kind, line.data) for line in result.lines]
    shown = repr((match.match, match.names, version, lines))
    return replace(
        reading,
        lines=result.lines,
        version=version,
        seen=sha256(shown.encode()).hexdigest()[:16],
    )


def _add_score_errors(
    form: PaperResultForm, violations: Iterable[Violation], match: PaperMatch
) -> None:
    for fault_sentence in word_violations(violations, match.names):
        form.add_error("score", fault_sentence)


def _fold_result(sheet: Sheet, lines: Sequence[PaperLine], games: int) -> MatchState:
    """The state of the match with these lines. Raises Refused if they do not end it."""
    version = sheet.match.version
    written = make_sheet_lines(row.line for row in sheet.rows)
    added = [SheetLine(version + n, line.kind, line.data) for n, line in enumerate(lines, 1)]
    try:
        state = fold(sheet.format, [*written, *added])
    except SheetRefused as refused:
        if any(each.code == "line_not_possible_now" for each in refused.violations):
            # ``at`` counts the lines of the sheet from 1. The games that are on it come before
            # those of the new lines, one line each.
            number = games - len(lines) + refused.at - version - 1
            raise Refused([Violation("result_too_long", {"game": number})]) from refused
        raise Refused(refused.violations) from refused
    if not state.over:
        raise Refused([Violation("result_undecided", {"score": list(state.wins)})])
    return state


def _build_reading(
    match: PaperMatch, scores: Sequence[PaperScore], state: MatchState | None, *, games_only: bool
) -> PaperReading:
    """``state``: the match with the result; None if it cannot be written."""
    wins = [0] * len(match.names)
    winners: list[int | None] = []
    for number, score in enumerate(scores):
        # Where the fold has no game, the asterisk decides, or else the larger number.
        winner = score.winner
        if winner is None:
            winner = find_leader(score.numbers)
        if state is not None and number < len(state.games):
            winner = state.games[number].winner
        winners.append(winner)
        if winner is not None:
            wins[winner] += 1
    if state is not None:
        wins = list(state.wins)
    # Where only the games won were typed, their numbers are no points of a game.
    shown_scores = () if games_only else tuple(zip(scores, winners, strict=True))
    # Some of what was typed may have fewer numbers than there are sides.
    complete_sides = min((len(score.numbers) for score in scores), default=0)
    rows = []
    for side, name in enumerate(match.names[:complete_sides]):
        numbers = tuple((score.numbers[side], winner == side) for score, winner in shown_scores)
        is_winner = state is not None and state.winner == side
        rows.append(PaperRow(name, numbers, wins[side], is_winner=is_winner))
    winner_name = ""
    if state is not None and state.winner is not None:
        winner_name = match.names[state.winner]
        # The sentence names the winner, so the winner's number comes first.
        wins.sort(reverse=True)
    return PaperReading(
        match,
        tuple(rows),
        tuple(range(1, len(shown_scores) + 1)),
        winner=winner_name,
        score=against(wins, "points"),
    )
