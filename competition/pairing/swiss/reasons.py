"""Why two meet, and why one rests: a code with parameters for every pairing of a round."""

from collections.abc import Iterable, Mapping

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import CLASHES
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.rounds import PairedRound
from competition.pairing.swiss.wishes import PairingPreferences
from competition.plan import EntryId, Why


def reasons(
    players: Iterable[PresentEntry], found: PairedRound, wishes: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """By pair as it is in the round; the bye by its taker alone.

    Gives the strongest reason: asked for by the organizer, a rematch or clubmates that any other
    round would only make worse, another score group, else the same points.
    """
    ladder = Ladder(players)
    asked = {frozenset(pair) for pair in wishes.forced}
    told: dict[tuple[EntryId, ...], Why] = {
        pair: Why("forced_pairing", {})
        if frozenset(pair) in asked
        else _explain_meeting(ladder, *ladder.pair(*pair), clubs_count=CLASHES in wishes.order)
        for pair in found.pairings
    }
    if found.bye is not None:
        told[(found.bye,)] = _explain_bye(ladder, ladder.number[found.bye])
    return told


def neighbours(
    players: Iterable[PresentEntry], found: PairedRound, wishes: PairingPreferences
) -> Mapping[tuple[EntryId, ...], Why]:
    """The same where places meet places."""
    ladder = Ladder(players, by_place=True)
    asked = {frozenset(pair) for pair in wishes.forced}
    told: dict[tuple[EntryId, ...], Why] = {}
    for pair in found.pairings:
        upper, lower = ladder.pair(*pair)
        params = {"place": upper + 1, "against": lower + 1}
        told[pair] = (
            Why("forced_pairing", {}) if frozenset(pair) in asked else Why("neighbours", params)
        )
    if found.bye is not None:
        told[(found.bye,)] = Why("bye_of_place", {"place": ladder.number[found.bye] + 1})
    return told


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
