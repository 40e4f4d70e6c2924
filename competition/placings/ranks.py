"""The ranks of the pairings of a bracket: the later one is played, the better are its places."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from competition.plan import LoserOf, PairingId, PlannedPairing, index_pairings

SECTIONS: Final = {"preliminary": 0, "main": 1, "losers": 2, "third": 3, "final": 4}
"""Of sections that take the losers of the same main round, the later one has the better places."""


class PairingRank(NamedTuple):
    """How late a pairing is played for places: the greatest is played for the best ones."""

    main_round: int
    section: int
    round: int
    negated_losses: int


def list_ranks(pairings: Sequence[PlannedPairing]) -> list[PairingRank]:
    """The rank of each pairing of one bracket; they are in the order of play.

    Rounds are ordered by the latest main round whose losers feed them; then by section; then by
    round; of parallel pairings, the one that winners feed comes first.
    """
    by_id = index_pairings(pairings)
    main_round: dict[PairingId, int] = {}
    # The losses on the way to a pairing within its section, as the bits of a number: of two
    # parallel pairings, the one with the smaller number is fed by winners.
    losses: dict[PairingId, int] = {}
    ranks: list[PairingRank] = []
    for pairing in pairings:
        if pairing.section == "main":
            main_round[pairing.id] = pairing.round
        else:
            rounds = [main_round[source.pairing] for source in pairing.sources]
            main_round[pairing.id] = max(rounds, default=0)
        losses[pairing.id] = 0
        for source in pairing.sources:
            if by_id[source.pairing].section == pairing.section:
                losses_by_this_way = 2 * losses[source.pairing] + isinstance(source, LoserOf)
                losses[pairing.id] = max(losses[pairing.id], losses_by_this_way)
        section = SECTIONS[pairing.section]
        ranks.append(
            PairingRank(main_round[pairing.id], section, pairing.round, -losses[pairing.id])
        )
    return ranks
