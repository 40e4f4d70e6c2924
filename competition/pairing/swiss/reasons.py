"""The reasons of a round: a code with parameters for every pairing and for the bye."""

from collections.abc import Iterable, Mapping

from competition.pairing.swiss.costs import CLASHES
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences, drop_order
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
    forced = drop_order(preferences.forced)
    clubs_count = CLASHES in preferences.order
    whys: dict[tuple[EntryId, ...], Why] = {}
    for pair in paired_round.pairings:
        upper, lower = score_groups.order_pair(*pair)
        cost = score_groups.compute_pair_cost(upper, lower)
        upper_player, lower_player = score_groups.players[upper], score_groups.players[lower]
        points, against = upper_player.points, lower_player.points
        # The order of the reasons is their strength.
        if frozenset(pair) in forced:
            whys[pair] = Why("forced_pairing", {})
        elif cost.rematches:
            whys[pair] = Why("rematch_unavoidable", {"points": points, "against": against})
        elif cost.clashes and clubs_count:
            whys[pair] = Why("clubmates_unavoidable", {"club": upper_player.club})
        elif cost.steps:
            whys[pair] = Why("across_score_groups", {"points": points, "against": against})
        else:
            whys[pair] = Why("same_points", {"points": points})

    if paired_round.bye is not None:
        taker = score_groups.number[paired_round.bye]
        cost = score_groups.compute_bye_cost(taker)
        params = {"points": score_groups.players[taker].points}
        # A second bye costs a rematch; a bye above the last score group costs byes.
        if cost.rematches:
            why = Why("second_bye_unavoidable", params)
        elif cost.byes:
            why = Why("bye_above_the_last", params)
        else:
            why = Why("bye_of_the_last", params)
        whys[(paired_round.bye,)] = why
    return whys


def explain_neighbours(
    players: Iterable[PresentEntry], paired_round: PairedRound, preferences: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The same for a round in which places meet places (Danese)."""
    score_groups = ScoreGroups(players, by_place=True)
    forced = drop_order(preferences.forced)
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
