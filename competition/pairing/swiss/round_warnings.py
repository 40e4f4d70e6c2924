"""What the pairs and the bye of a valid round break, for the organizer who makes it by hand."""

from collections.abc import Iterator

from competition.pairing.swiss.preferences import describe_pair
from competition.pairing.swiss.score_groups import ScoreGroups
from kernel.reading import shorten_value
from kernel.violations import Violation


def find_pair_warnings(score_groups: ScoreGroups, upper: int, lower: int) -> Iterator[Violation]:
    """All that the pair breaks, not only the strongest as in ``explain_pairings``."""
    one, other = score_groups.players[upper], score_groups.players[lower]
    cost = score_groups.compute_pair_cost(upper, lower)
    both = describe_pair(one.id, other.id)
    if lower in score_groups.forbidden[upper]:
        yield Violation("forbidden_pair", both)
    if cost.rematches:
        yield Violation("rematch", both)
    if cost.steps:
        yield Violation("steps_apart", {**both, "points": one.points, "against": other.points})
    if cost.steps and score_groups.down[upper]:
        yield Violation("floats_again", {"entry": shorten_value(one.id), "way": "down"})
    if cost.steps and score_groups.up[lower]:
        yield Violation("floats_again", {"entry": shorten_value(other.id), "way": "up"})
    if cost.clashes:
        yield Violation("clubmates_meet", {**both, "club": one.club})


def find_bye_warnings(score_groups: ScoreGroups, taker: int) -> Iterator[Violation]:
    """A second bye, and one that is not of the last score group."""
    player = score_groups.players[taker]
    cost = score_groups.compute_bye_cost(taker)
    if cost.rematches:
        yield Violation("second_bye", {"entry": shorten_value(player.id)})
    if cost.byes:
        params = {"entry": shorten_value(player.id), "points": player.points}
        yield Violation("bye_above", params)
