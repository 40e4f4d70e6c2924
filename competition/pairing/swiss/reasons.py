"""The reasons of a round: a code with parameters for every pairing and for the bye."""

from collections.abc import Iterable, Mapping

from competition.pairing.swiss.costs import CLASHES
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import PairedRound
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.plan import EntryId, Why


def explain_pairings(
    players: Iterable[PresentEntry], paired_round: PairedRound, preferences: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The reasons by pair as it is in the round; that of the bye by its taker alone.

    Gives the strongest reason: a forced pairing, a rematch or clubmates that any other round would
    only make worse, another score group, else the same points.
    """
    score_groups = ScoreGroups(players)
    forced = {frozenset(pair) for pair in preferences.forced}
    clubs_count = CLASHES in preferences.order
    whys: dict[tuple[EntryId, ...], Why] = {}
    for pair in paired_round.pairings:
        if frozenset(pair) in forced:
            whys[pair] = Why("forced_pairing", {})
        else:
            whys[pair] = _explain_meeting(
                score_groups, *score_groups.order_pair(*pair), clubs_count=clubs_count
            )
    if paired_round.bye is not None:
        whys[(paired_round.bye,)] = _explain_bye(
            score_groups, score_groups.number[paired_round.bye]
        )
    return whys


def explain_neighbours(
    players: Iterable[PresentEntry], paired_round: PairedRound, preferences: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The same for a round in which places meet places (Danese)."""
    score_groups = ScoreGroups(players, by_place=True)
    forced = {frozenset(pair) for pair in preferences.forced}
    whys: dict[tuple[EntryId, ...], Why] = {}
    for pair in paired_round.pairings:
        if frozenset(pair) in forced:
            whys[pair] = Why("forced_pairing", {})
        else:
            upper, lower = score_groups.order_pair(*pair)
            whys[pair] = Why("neighbours", {"place": upper + 1, "against": lower + 1})
    if paired_round.bye is not None:
        whys[(paired_round.bye,)] = Why(
            "bye_of_place", {"place": score_groups.number[paired_round.bye] + 1}
        )
    return whys


def _explain_meeting(
    score_groups: ScoreGroups, upper: int, lower: int, *, clubs_count: bool
) -> Why:
    cost = score_groups.compute_pair_cost(upper, lower)
    points, against = score_groups.players[upper].points, score_groups.players[lower].points
    if cost.rematches:
        return Why("rematch_unavoidable", {"points": points, "against": against})
    if cost.clashes and clubs_count:
        return Why("clubmates_unavoidable", {"club": score_groups.players[upper].club})
    if cost.steps:
        return Why("across_score_groups", {"points": points, "against": against})
    return Why("same_points", {"points": points})


def _explain_bye(score_groups: ScoreGroups, taker: int) -> Why:
    cost = score_groups.compute_bye_cost(taker)
    params = {"points": score_groups.players[taker].points}
    if cost.rematches:
        return Why("second_bye_unavoidable", params)
    return Why("bye_above_the_last" if cost.byes else "bye_of_the_last", params)
