"""One round: the players who are present, paired as well as possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from competition.pairing.swiss.costs import PairingCost, sum_costs
from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.sweep import pair_by_windows
from competition.plan import EntryId
from kernel.refusals import Refused
from kernel.violations import Violation

EntryPair: TypeAlias = tuple[EntryId, EntryId]

EXACT_UP_TO = 400
"""The most players paired by one matching; more are paired in windows."""


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Table 1 first, the better of the two first; ``proved``: nothing is better on the first five
    criteria of the order that was minimised."""

    pairings: tuple[EntryPair, ...]
    bye: EntryId | None
    cost: PairingCost
    proved: bool


def pair_best_round(
    players: Iterable[PresentEntry],
    preferences: PairingPreferences,
    *,
    exact_up_to: int = EXACT_UP_TO,
) -> PairedRound:
    """The best round of these players. Raises Refused if there is none."""
    present_players = list(players)
    if violations := preferences.violations([player.id for player in present_players]):
        raise Refused(violations)
    # If rematches are allowed, the players are paired as if they had met nobody: a rematch costs
    # nothing then, and is not avoided before anything else.
    paired_players = present_players
    if preferences.rematches_allowed:
        paired_players = [replace(player, met=frozenset()) for player in present_players]
    score_groups = ScoreGroups(paired_players, preferences.forbidden, by_place=preferences.by_place)
    # The same pair may be forced twice, by either of the two: the dict keeps it once.
    ordered_pairs = [score_groups.order_pair(one, other) for one, other in preferences.forced]
    forced_pairs = list(dict.fromkeys(ordered_pairs))
    free_players = sorted(set(range(len(score_groups))).difference(*forced_pairs))
    if len(free_players) <= exact_up_to:
        bye_costs = None
        if len(free_players) % 2:
            bye_costs = score_groups.compute_bye_costs(free_players)
        pairs = find_best_pairing(score_groups, free_players, preferences.order, bye_costs)
        proved = True
    else:
        pairs, proved = pair_by_windows(score_groups, free_players, preferences.order)
    if pairs is None:
        raise Refused([Violation("no_round_possible", {"entries": len(present_players)})])
    # The cost of the answer is that of the notation, by score groups and with all rematches,
    # also where the round itself was paired by places (Danese).
    if preferences.by_place:
        score_groups = ScoreGroups(present_players)
    return make_paired_round(score_groups, [*forced_pairs, *pairs], proved=proved)


def make_paired_round(
    score_groups: ScoreGroups, pairs: Sequence[Pair], *, proved: bool
) -> PairedRound:
    """The round of these pairs, with the ids of the players."""
    players = score_groups.players
    # The bye is a pair with an index behind the last player.
    nobody = len(players)
    pairings: list[EntryPair] = []
    bye: EntryId | None = None
    costs: list[PairingCost] = []
    # Indexes go down the score groups: in this order the best player sits at table 1.
    for upper, lower in sorted(pairs):
        if lower == nobody:
            bye = players[upper].id
            costs.append(score_groups.compute_bye_cost(upper))
        else:
            pairings.append((players[upper].id, players[lower].id))
            costs.append(score_groups.compute_pair_cost(upper, lower))
    return PairedRound(tuple(pairings), bye, cost=sum_costs(costs), proved=proved)
