"""Swiss: entries with equal points meet, never twice, and all play every round."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from competition.formats.round_by_round import PairedOptions, RoundByRound
from competition.pairing.field import EntryField
from competition.pairing.swiss.costs import order_criteria
from competition.pairing.swiss.history import count_upper_half, list_players
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import EntryPair

MOST_ACCELERATED = 5


class SwissOptions(PairedOptions):
    """``accelerated``: the number of first rounds in which the upper half has one win more."""

    accelerated: Annotated[int, Field(ge=0, le=MOST_ACCELERATED)] = 0


class Swiss(RoundByRound[SwissOptions]):
    """Each round is the best there is, criterion by criterion (docs/explanation/swiss.md)."""

    name = "swiss"
    options_model = SwissOptions

    def preferences(
        self,
        options: SwissOptions,
        forced: Sequence[EntryPair] = (),
        forbidden: Sequence[EntryPair] = (),
    ) -> PairingPreferences:
        return PairingPreferences(order_criteria(options.club_level), forced, forbidden)

    def players(self, field: EntryField, options: SwissOptions) -> list[PresentEntry]:
        return list_players(field, options.accelerated)

    def halves(self, entries: int, options: SwissOptions) -> int:
        if not options.accelerated:
            return 0
        return count_upper_half(entries)
