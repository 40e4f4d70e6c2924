"""What an entry needs in order to advance, as the code of a sentence."""

from collections.abc import Sequence

from competition.plan import EntryId, Why
from competition.scenarios.apart import Apart
from competition.scenarios.cases import Cases
from competition.scenarios.judged import OwnCase
from competition.scenarios.spread import Spread

Counter = Apart | Cases | Spread
POINTS = ("points_for", "thirds")


def condition(counter: Counter, entry: EntryId, unit: str) -> Why:
    """What an entry needs that can still advance and can still fail to."""
    scene = counter.scene
    left = len(scene.open_of.get(entry, ()))
    if scene.to_come:
        return Why("rounds_to_come", {"rounds": scene.to_come})
    if left > 1:
        return _several(counter, entry, left)
    if left == 0:
        return _nothing_left(counter, entry)
    return _one_left(counter, entry, unit)


def _one_left(counter: Counter, entry: EntryId, unit: str) -> Why:
    if isinstance(counter, Spread):
        return Why("last_match_and_others", {})
    if isinstance(counter, Apart) and (found := _against_one(counter, entry, unit)):
        return found
    cases = counter.own_cases(entry)
    if all(case.points is not None for case in cases):
        return _by_points(cases, unit)
    return _by_games(cases, counter, entry)


def _several(counter: Counter, entry: EntryId, left: int) -> Why:
    wins = counter.wins_enough(entry) if isinstance(counter, Cases) else None
    if wins is None:
        return Why("matches_left", {"matches": left})
    return Why("wins_enough", {"wins": wins, "matches": left})


def _nothing_left(counter: Counter, entry: EntryId) -> Why:
    if not counter.scene.open:
        return Why("lots_or_others", {})
    if isinstance(counter, Cases):
        rival = counter.deciding(entry, lambda combination: True)
        if rival is not None:
            return Why("unless_rival_wins", {"rival": rival})
    return Why("others_decide", {})


def _by_points(cases: Sequence[OwnCase], unit: str) -> Why:
    """From how many points on the entry is through, and below how many it is out."""
    points = sorted({case.points for case in cases if case.points is not None})
    safe: int | None = None
    for value in reversed(points):
        if any(case.judged.fail is not False for case in cases if case.points == value):
            break
        safe = value
    least = min(
        (case.points for case in cases if case.points is not None and case.judged.can is not False),
        default=points[0],
    )
    if safe is None and least == points[0]:
        return Why("last_match_and_others", {})
    if safe is None:
        return Why("points_needed", {"least": least, "unit": unit})
    if least == points[0]:
        return Why("points_enough", {"enough": safe, "unit": unit})
    return Why("points_between", {"enough": safe, "least": least, "unit": unit})


def _by_games(cases: Sequence[OwnCase], counter: Counter, entry: EntryId) -> Why:
    """Whether a game, a draw or a win is enough or needed, and whether other matches matter."""
    won = [case for case in cases if case.won]
    others = [case for case in cases if not case.won]
    if not won:  # unknown: several play at a table, each alone
        return Why("last_match_and_others", {})
    if all(case.judged.fail is False for case in won):
        return _win_enough(others, counter, entry)
    if all(case.judged.can is False for case in others):
        if isinstance(counter, Cases):
            rival = counter.deciding(entry, counter.own_won(entry, won=True))
            if rival is not None:
                return Why("must_win_unless_rival_wins", {"rival": rival})
        return Why("must_win_and_others", {})
    return Why("last_match_and_others", {})


def _win_enough(others: Sequence[OwnCase], counter: Counter, entry: EntryId) -> Why:
    """A win is enough; checks whether less is. ``others``: the cases in which it does not win."""
    games = sorted({case.games for case in others})
    for least in games[1:]:
        if all(case.judged.fail is False for case in others if case.games >= least):
            return Why("games_enough", {"games": least})
    drawn = [case for case in others if case.won is None]
    if drawn and all(case.judged.fail is False for case in drawn):
        return Why("draw_enough", {})
    if all(case.judged.can is False for case in others):
        return Why("must_win", {})
    if isinstance(counter, Cases):
        rival = counter.deciding(entry, counter.own_won(entry, won=False))
        if rival is not None:
            return Why("win_or_rival_does_not", {"rival": rival})
    return Why("win_enough", {})


def _against_one(counter: Apart, entry: EntryId, unit: str) -> Why | None:
    """If points rank and the order with a single rival decides: the points needed against it."""
    scene, ring = counter.scene, counter.keys
    pool = scene.pool
    if not ring.sums or ring.sums[0] not in POINTS or pool.sure != pool.maybe or pool.first > 1:
        return None
    spans = dict(counter.reach)
    low, high = spans.pop(entry)
    above = sum(least > high for least, _ in spans.values())
    level = [each for each, (least, most) in spans.items() if least <= high and most >= low]
    if above != pool.sure - 1 or len(level) != 1 or level[0] not in scene.open_of:
        return None
    if not (ring.is_plain(entry) and ring.is_plain(level[0])):
        return None
    ahead = counter.first_of(level[0]) - counter.first_of(entry)
    if ahead == -1:
        return Why("points_level", {"rival": level[0]})
    params = {"rival": level[0], "points": abs(ahead + 1), "unit": unit}
    return Why("points_more" if ahead >= 0 else "points_fewer", params)
