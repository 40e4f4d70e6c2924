"""One round: the players who are present, paired as well as possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels, total
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.sweep import pair_by_windows
from competition.pairing.swiss.wishes import PairingPreferences
from competition.plan import EntryId
from kernel.refusals import Refused
from kernel.violations import Violation

EntryPair: TypeAlias = tuple[EntryId, EntryId]

EXACT_UP_TO = 400
"""The most players paired by one matching; more are paired in windows."""


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Table 1 first, the better of the two first; ``proved``: nothing is better on the first five
    levels of the order that was minimised."""

    pairings: tuple[EntryPair, ...]
    bye: EntryId | None
    levels: Levels
    proved: bool


def pair_best_round(
    players: Iterable[PresentEntry], wishes: PairingPreferences, *, exact_up_to: int = EXACT_UP_TO
) -> PairedRound:
    """The best round of these players. Raises Refused if there is none."""
    present = list(players)
    if violations := wishes.violations([player.id for player in present]):
        raise Refused(violations)
    ladder = _make_ladder(present, wishes)
    # The same pair may be forced twice, by either of the two: the dict keeps it once.
    forced = list(dict.fromkeys(ladder.pair(one, other) for one, other in wishes.forced))
    forced_players = {index for pair in forced for index in pair}
    free = [index for index in range(len(ladder)) if index not in forced_players]
    if len(free) <= exact_up_to:
        bye_costs = None
        if len(free) % 2:
            bye_costs = {index: ladder.resting(index) for index in free}
        pairs, proved = find_best_pairing(ladder, free, wishes.order, bye_costs), True
    else:
        pairs, proved = pair_by_windows(ladder, free, wishes.order)
    if pairs is None:
        raise Refused([Violation("no_round_possible", {"entries": len(present)})])
    # The levels of the answer are those of the notation, by score groups and with all rematches,
    # also where the round itself was paired by places (Danese).
    answer_ladder = Ladder(present) if wishes.by_place else ladder
    return make_paired_round(answer_ladder, [*forced, *pairs], proved=proved)


def _make_ladder(present: Sequence[PresentEntry], wishes: PairingPreferences) -> Ladder:
    """The players as they are to be paired: without their opponents if rematches are allowed."""
    players = present
    # A rematch costs nothing then, and is not avoided before anything else.
    if wishes.rematches_allowed:
        players = [replace(player, met=frozenset()) for player in present]
    return Ladder(players, wishes.forbidden, by_place=wishes.by_place)


def make_paired_round(ladder: Ladder, pairs: Sequence[Pair], *, proved: bool) -> PairedRound:
    """The round of these pairs, with the ids of the players."""
    ids = [player.id for player in ladder.players]
    # The bye is a pair with an index behind the last player.
    nobody = len(ids)
    pairings: list[EntryPair] = []
    bye: EntryId | None = None
    costs: list[Levels] = []
    # Indexes go down the ladder: in this order the best player sits at table 1.
    for upper, lower in sorted(pairs):
        if lower == nobody:
            bye = ids[upper]
            costs.append(ladder.resting(upper))
        else:
            pairings.append((ids[upper], ids[lower]))
            costs.append(ladder.meeting(upper, lower))
    return PairedRound(tuple(pairings), bye, levels=total(costs), proved=proved)
