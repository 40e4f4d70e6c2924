"""What an entry needs in order to advance, as the code of a sentence (``wording/outlook.py``)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from competition.plan import EntryId, Why
from competition.scenarios.elimination_bounds import EliminationBounds
from competition.scenarios.enumeration import Enumeration, is_any
from competition.scenarios.independent import IndependentMatches
from competition.scenarios.verdict import OwnOutcome, are_all_eliminated, have_all_clinched

Method: TypeAlias = IndependentMatches | Enumeration | EliminationBounds
"""How the verdicts on a ranking are counted: a sentence can say no more than the method knows."""


def find_requirement(method: Method, entry: EntryId, unit: str) -> Why:
    """What an entry needs that can still advance and can still fail to."""
    ranking = method.ranking
    if ranking.state.unpaired_rounds:
        return Why("rounds_to_come", {"rounds": ranking.state.unpaired_rounds})
    matches_left = len(ranking.open_pairings_by_entry.get(entry, ()))
    if matches_left == 1:
        return _explain_last_match(method, entry, unit)
    if matches_left == 0:
        rival = _find_deciding_rival(method, entry)
        if rival is not None:
            return Why("unless_rival_wins", {"rival": rival})
        return Why("others_decide" if ranking.open_pairings else "lots_or_others", {})
    # Only an enumeration knows how several matches of one entry go together.
    if isinstance(method, Enumeration):
        wins = method.find_wins_enough(entry)
        if wins is not None:
            return Why("wins_enough", {"wins": wins, "matches": matches_left})
    return Why("matches_left", {"matches": matches_left})


def _explain_last_match(method: Method, entry: EntryId, unit: str) -> Why:
    if isinstance(method, EliminationBounds):
        return Why("last_match_and_others", {})
    if isinstance(method, IndependentMatches):
        rival = method.find_single_rival(entry)
        if rival is not None:
            lead = method.keys.find_lead(rival, entry)
            if lead == -1:
                return Why("points_level", {"rival": rival})
            if lead is not None:
                # One more than the rival is ahead: tied in points, the later metrics would decide.
                params = {"rival": rival, "points": abs(lead + 1), "unit": unit}
                return Why("points_more" if lead >= 0 else "points_fewer", params)
    outcomes = method.list_own_outcomes(entry)
    outcomes_by_points: dict[int, list[OwnOutcome]] = {}
    for outcome in outcomes:
        if outcome.points is None:
            return _explain_by_games(method, entry, outcomes)
        outcomes_by_points.setdefault(outcome.points, []).append(outcome)
    return _explain_by_points(outcomes_by_points, unit)


def _explain_by_points(outcomes_by_points: Mapping[int, Sequence[OwnOutcome]], unit: str) -> Why:
    """From how many points on the entry has clinched, and below how many it is eliminated."""
    # More points need not be safer (the opponent may score more too), so every higher number has
    # to be safe as well.
    enough: int | None = None
    for points in sorted(outcomes_by_points, reverse=True):
        if not have_all_clinched(outcomes_by_points[points]):
            break
        enough = points
    fewest = least = min(outcomes_by_points)
    for points in sorted(outcomes_by_points):
        if not are_all_eliminated(outcomes_by_points[points]):
            least = points
            break
    if enough is None and least == fewest:
        return Why("last_match_and_others", {})
    if enough is None:
        return Why("points_needed", {"least": least, "unit": unit})
    if least == fewest:
        return Why("points_enough", {"enough": enough, "unit": unit})
    return Why("points_between", {"enough": enough, "least": least, "unit": unit})


def _explain_by_games(method: Method, entry: EntryId, outcomes: Sequence[OwnOutcome]) -> Why:
    """Whether a game, a draw or a win is enough or needed, and whether other matches matter."""
    wins: list[OwnOutcome] = []
    without_win: list[OwnOutcome] = []
    for outcome in outcomes:
        if outcome.is_won:
            wins.append(outcome)
        else:
            without_win.append(outcome)
    if not wins:  # several play at a table, each for himself: the winner is not known
        return Why("last_match_and_others", {})
    if have_all_clinched(wins):
        return _explain_enough(method, entry, without_win)
    if not are_all_eliminated(without_win):
        return Why("last_match_and_others", {})
    rival = _find_deciding_rival(method, entry, won=True)
    if rival is not None:
        return Why("must_win_unless_rival_wins", {"rival": rival})
    return Why("must_win_and_others", {})


def _explain_enough(method: Method, entry: EntryId, without_win: Sequence[OwnOutcome]) -> Why:
    """A win is enough: looks for less that is enough too."""
    # The smallest number of games is left out: reaching it asks for nothing.
    games = sorted({outcome.games for outcome in without_win})
    for least in games[1:]:
        if have_all_clinched(each for each in without_win if each.games >= least):
            return Why("games_enough", {"games": least})
    draws = [outcome for outcome in without_win if outcome.is_drawn]
    if draws and have_all_clinched(draws):
        return Why("draw_enough", {})
    if are_all_eliminated(without_win):
        return Why("must_win", {})
    rival = _find_deciding_rival(method, entry, won=False)
    if rival is not None:
        return Why("win_or_rival_does_not", {"rival": rival})
    return Why("win_enough", {})


def _find_deciding_rival(
    method: Method, entry: EntryId, *, won: bool | None = None
) -> EntryId | None:
    """The rival on whose match alone it depends whether the entry advances. ``won``: in the
    case that it wins its only open match, or that it does not; None where it has no open match.
    Only an enumeration can find one."""
    if not isinstance(method, Enumeration):
        return None
    if won is None:
        return method.find_deciding_rival(entry, is_any)
    return method.find_deciding_rival(entry, method.own_match_is_won(entry, won=won))
