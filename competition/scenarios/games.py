"""The totals with which one game can end, by its winner."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from competition.scenarios.hands import hand_scores
from competition.scenarios.ways import Scores, Vector, added
from scoring.core.format import GameFormat

ANYBODY: Final = -1
"""The winner of a game of more than two sides, where it is not known."""
MOST_STATES: Final = 200_000
LEVEL_HANDS: Final = 3
"""The number of further hands considered when both are tied beyond the target."""
ByWinner = Mapping[int | None, Scores]


def game_scores(game: GameFormat, feats: Sequence[str]) -> ByWinner:
    """The totals that a game can end with, by its winner."""
    if game.hands is not None:
        return _over_hands(game, game.hands, feats)
    return _to_target(game)


def _over_hands(game: GameFormat, hands: int, feats: Sequence[str]) -> ByWinner:
    """A game over a fixed number of hands: the higher total wins, equal totals are a draw."""
    hand = hand_scores(game, feats)
    total = hand
    for _ in range(hands - 1):
        total = added(total, hand)
    if game.rulebook.sides != 2:
        return {ANYBODY: total}
    if total.is_whole:
        return _by_ahead(total.some)
    gap = total.gap or (total.least[0] - total.most[1], total.most[0] - total.least[1])
    found: dict[int | None, Scores] = {}
    for winner, least, most in ((0, 1, gap[1]), (1, gap[0], -1), (None, 0, 0)):
        if max(least, gap[0]) <= min(most, gap[1]):
            some = frozenset(each for each in total.some if _ahead(each) == winner)
            within = (max(least, gap[0]), min(most, gap[1]))
            found[winner] = Scores(some, total.least, total.most, within, is_whole=False)
    return found


def _by_ahead(vectors: Iterable[Vector]) -> ByWinner:
    by_winner: dict[int | None, list[Vector]] = defaultdict(list)
    for vector in vectors:
        by_winner[_ahead(vector)].append(vector)
    return {winner: Scores.all_of(some, 2) for winner, some in by_winner.items()}


def _ahead(vector: Vector) -> int | None:
    return None if vector[0] == vector[1] else int(vector[1] > vector[0])


def _to_target(game: GameFormat) -> ByWinner:
    """A game up to a target. Where a claim, right or wrong, may end it at any total, or a hand may
    win at once, only bounds are known."""
    card = game.rulebook.card(game.options)
    need = card["end"]["need"]
    hand = hand_scores(game, ())
    at_once = any(
        row["wins"] is not None
        for form in card["forms"]
        for step in form["steps"]
        for row in step["rows"]
    )
    can_stop = card["claim"] is not None or at_once or min(hand.least) < 0
    most = need - 1 + max(hand.most) * LEVEL_HANDS
    played = _played_out(game, need, hand) if hand.is_whole else {}
    bound = (-most, most)
    found: dict[int | None, Scores] = {}
    for winner in range(2):
        some = played.get(winner, _likely(need, winner))
        least = 0 if can_stop else min((vector[winner] for vector in some), default=need)
        lows = tuple(min(least, need) if side == winner else 0 for side in range(2))
        found[winner] = Scores(frozenset(some), lows, (most, most), bound, is_whole=False)
        if not can_stop and played:
            found[winner] = Scores.all_of(some, 2)
    return found


def _likely(need: int, winner: int) -> frozenset[Vector]:
    """Examples of final totals if not all hands are known: the winner exactly at the target."""
    ends = ((need, loser) for loser in (0, need // 2, need - 1))
    return frozenset(end if winner == 0 else end[::-1] for end in ends)


def _played_out(game: GameFormat, need: int, hand: Scores) -> dict[int, frozenset[Vector]]:
    """All final totals by hands alone, by search over the states; empty if these are too many."""
    if need * need * len(hand.some) > MOST_STATES:
        return {}
    ends: dict[int, set[Vector]] = defaultdict(set)
    seen: set[Vector] = set()
    pending: list[Vector] = [(0, 0)]
    while pending:
        ours, theirs = pending.pop()
        for mine, other in hand.some:
            totals = (ours + mine, theirs + other)
            if totals in seen:
                continue
            seen.add(totals)
            ending = game.rulebook.over(totals, game.options)
            if ending is not None and ending.winner is not None:
                ends[ending.winner].add(totals)
            elif max(totals) < need + LEVEL_HANDS * max(hand.most):
                pending.append(totals)
    return {winner: frozenset(some) for winner, some in ends.items()}
