"""The reasons of a round: a code with parameters for every pairing and for the bye."""

from collections.abc import Iterable, Mapping

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import CLASHES
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.rounds import PairedRound
from competition.pairing.swiss.wishes import PairingPreferences
from competition.plan import EntryId, Why


def explain_pairings(
    players: Iterable[PresentEntry], found: PairedRound, wishes: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The reasons by pair as it is in the round; that of the bye by its taker alone.

    Gives the strongest reason: a forced pairing, a rematch or clubmates that any other round would
    only make worse, another score group, else the same points.
    """
    ladder = Ladder(players)
    forced = {frozenset(pair) for pair in wishes.forced}
    clubs_count = CLASHES in wishes.order
    whys: dict[tuple[EntryId, ...], Why] = {}
    for pair in found.pairings:
        if frozenset(pair) in forced:
            whys[pair] = Why("forced_pairing", {})
        else:
            whys[pair] = _explain_meeting(ladder, *ladder.pair(*pair), clubs_count=clubs_count)
    if found.bye is not None:
        whys[(found.bye,)] = _explain_bye(ladder, ladder.number[found.bye])
    return whys


def explain_neighbours(
    players: Iterable[PresentEntry], found: PairedRound, wishes: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The same for a round in which places meet places (Danese)."""
    ladder = Ladder(players, by_place=True)
    forced = {frozenset(pair) for pair in wishes.forced}
    whys: dict[tuple[EntryId, ...], Why] = {}
    for pair in found.pairings:
        if frozenset(pair) in forced:
            whys[pair] = Why("forced_pairing", {})
        else:
            upper, lower = ladder.pair(*pair)
            whys[pair] = Why("neighbours", {"place": upper + 1, "against": lower + 1})
    if found.bye is not None:
        whys[(found.bye,)] = Why("bye_of_place", {"place": ladder.number[found.bye] + 1})
    return whys


def _explain_meeting(ladder: Ladder, upper: int, lower: int, *, clubs_count: bool) -> Why:
    levels = ladder.meeting(upper, lower)
    points, against = ladder.players[upper].points, ladder.players[lower].points
    if levels.rematches:
        return Why("rematch_unavoidable", {"points": points, "against": against})
    if levels.clashes and clubs_count:
        return Why("clubmates_unavoidable", {"club": ladder.players[upper].club})
    if levels.steps:
        return Why("across_score_groups", {"points": points, "against": against})
    return Why("same_points", {"points": points})


def _explain_bye(ladder: Ladder, taker: int) -> Why:
    levels = ladder.resting(taker)
    params = {"points": ladder.players[taker].points}
    if levels.rematches:
        return Why("second_bye_unavoidable", params)
    return Why("bye_above_the_last" if levels.byes else "bye_of_the_last", params)
