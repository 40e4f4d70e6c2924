"""The order of play of a main bracket and of those whose losers play on beside it."""

from collections.abc import Sequence

from competition.brackets.losers.bracket import LosersRound
from competition.plan import PlannedPairing


def in_order_of_play(
    main: Sequence[Sequence[PlannedPairing]], losers: Sequence[LosersRound]
) -> list[PlannedPairing]:
    """Each losers' round comes behind the main round that it may be played beside."""
    rounds = [(number, 0, pairings) for number, pairings in enumerate(main, start=1)]
    rounds += [(each.after, 1, each.pairings) for each in losers]
    rounds.sort(key=lambda each: each[:2])
    return [pairing for *_, pairings in rounds for pairing in pairings]
