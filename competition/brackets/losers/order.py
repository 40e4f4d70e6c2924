"""The order of play of a main bracket and of those whose losers play on beside it."""

from collections import defaultdict
from collections.abc import Sequence

from competition.brackets.losers.bracket import LosersRound
from competition.plan import PlannedPairing


def order_for_play(
    main: Sequence[Sequence[PlannedPairing]], losers: Sequence[LosersRound]
) -> list[PlannedPairing]:
    """Each losers' round comes behind the main round that it may be played beside."""
    pairings_by_main_round: dict[int, list[PlannedPairing]] = defaultdict(list)
    for number, pairings in enumerate(main, start=1):
        pairings_by_main_round[number] += pairings
    for losers_round in losers:
        pairings_by_main_round[losers_round.after] += losers_round.pairings
    ordered: list[PlannedPairing] = []
    for number in sorted(pairings_by_main_round):
        ordered += pairings_by_main_round[number]
    return ordered
