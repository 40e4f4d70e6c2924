"""The score of a match in one line, as brackets and groups print it."""

from tournaments.selectors.stages.brackets import PairingView
from wording.numbers import score


def list_scores(pairing: PairingView, unit: str) -> list[str]:
    """By side, the games won in a decided match of two, or the points where it had one game; empty
    for other matches."""
    if not pairing.is_decided or len(pairing.wins) != 2:
        return []
    if pairing.has_points_of_one_game:
        return [score(points, unit) for points in pairing.sums]
    return list(map(str, pairing.wins))
