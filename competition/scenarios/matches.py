"""The ways in which a match can end, computed game by game."""

from collections.abc import Iterator, Sequence

from competition.plan import Result
from competition.scenarios.games import ByWinner, game_scores
from competition.scenarios.hands import FEATS
from competition.scenarios.ways import Case, Scores, Vector, Ways, added, either
from scoring.core.format import MatchFormat


def ways_of(format_: MatchFormat, metrics: Sequence[str]) -> Ways:
    """The ways in which a match of this format can end, in the detail that these metrics need."""
    feats = [FEATS[metric] for metric in metrics if metric in FEATS]
    if any(game.hands is None for game in format_.games):
        feats = []
    games = [game_scores(game, feats) for game in format_.games]
    ended = _walked(format_, games)
    hands = [game.hands for game in format_.games]
    fixed = sum(each for each in hands if each) if None not in hands else 0
    cases = [
        _case(format_, wins, scores, feats, fixed)
        for wins, scores in sorted(ended.items())
        if scores.some
    ]
    return Ways(tuple(cases))


def _walked(format_: MatchFormat, games: Sequence[ByWinner]) -> dict[tuple[int, ...], Scores]:
    """The totals of all games, by the games won at the end of the match."""
    ended: dict[tuple[int, ...], Scores] = {}
    going: dict[tuple[int, ...], Scores | None] = {(0,) * format_.sides: None}
    for number, game in enumerate(games, start=1):
        on: dict[tuple[int, ...], Scores | None] = {}
        for wins, scores in going.items():
            for now, total in _after(wins, scores, game):
                into: dict[tuple[int, ...], Scores | None] = (
                    ended if number == len(games) or _is_won(format_, now) else on  # type: ignore[assignment]
                )
                there = into.get(now)
                into[now] = total if there is None else either(there, total)
        going = on
    return ended


def _after(
    wins: tuple[int, ...], scores: Scores | None, game: ByWinner
) -> Iterator[tuple[tuple[int, ...], Scores]]:
    for winner, totals in game.items():
        now = tuple(won + (side == winner) for side, won in enumerate(wins))
        yield now, totals if scores is None else added(scores, totals)


def _is_won(format_: MatchFormat, wins: Sequence[int]) -> bool:
    return format_.wins is not None and max(wins) >= format_.wins


def _case(
    format_: MatchFormat, wins: tuple[int, ...], scores: Scores, feats: Sequence[str], hands: int
) -> Case:
    winner, known = _winner(format_, wins), format_.sides == 2
    results = tuple(_result(format_, wins, vector, feats, hands) for vector in sorted(scores.some))
    slots = format_.sides
    bare = Scores(
        scores.some,
        scores.least[:slots],
        scores.most[:slots],
        scores.gap,
        scores.is_whole,
    )
    return Case(winner, wins, bare, results, known)


def _winner(format_: MatchFormat, wins: Sequence[int]) -> int | None:
    best = max(wins)
    if format_.wins is not None and best < format_.wins:
        return None
    return list(wins).index(best) if list(wins).count(best) == 1 else None


def _result(
    format_: MatchFormat, wins: tuple[int, ...], vector: Vector, feats: Sequence[str], hands: int
) -> Result:
    slots = format_.sides
    totals = vector[:slots]
    shown = {word: vector[slots * at : slots * (at + 1)] for at, word in enumerate(feats, start=1)}
    winner = _winner(format_, wins)
    if slots > 2:
        winner = totals.index(max(totals)) if totals.count(max(totals)) == 1 else None
        wins = tuple(int(side == winner) for side in range(slots))
    return Result(
        winner,
        totals=totals,
        games=wins,
        shutouts=shown.get("shutout", ()),
        marafonas=shown.get("marafona", ()),
        hands=hands,
    )
