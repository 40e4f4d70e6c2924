"""The order of play of a main bracket and of those whose losers play on beside it."""

from collections.abc import Sequence
from itertools import chain

from competition.brackets.losers.bracket import LosersRound
from competition.plan import PlannedPairing


def order_for_play(
    main: Sequence[Sequence[PlannedPairing]], losers: Sequence[LosersRound]
) -> list[PlannedPairing]:
    """Each losers' round comes behind the main round that it may be played beside."""
    # The second number puts a losers' round behind the main round with the same number.
    rounds = [(number, 0, pairings) for number, pairings in enumerate(main, start=1)]
    rounds += [(losers_round.after, 1, losers_round.pairings) for losers_round in losers]
    rounds.sort(key=lambda numbered: numbered[:2])
    return list(chain.from_iterable(pairings for *_, pairings in rounds))
