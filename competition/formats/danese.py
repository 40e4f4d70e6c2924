"""Danese: after every round the first of the standings meets the second, the third the fourth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from competition.formats.round_by_round import STANDINGS, PairedOptions, RoundByRound
from competition.pairing.field import EntryField
from competition.pairing.swiss.costs import LAST_CLUB_LEVEL, OFF, order_criteria
from competition.pairing.swiss.history import list_players
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.reasons import explain_neighbours
from competition.pairing.swiss.rounds import EntryPair, PairedRound
from competition.plan import EntryId, Why


class DaneseOptions(PairedOptions):
    """``rematches``: whether neighbours meet again. Clubs do not count by default."""

    rematches: bool = True
    club_level: Annotated[int, Field(ge=OFF, le=LAST_CLUB_LEVEL)] = OFF


class Danese(RoundByRound[DaneseOptions]):
    """The steps are between places of the standings: the least sum of their squares (after
    rematches, where they are not allowed, and the bye)."""

    name = "danese"
    options_model = DaneseOptions
    later_defaults: ClassVar[dict[str, Any]] = {"first": STANDINGS}

    def preferences(
        self,
        options: DaneseOptions,
        forced: Sequence[EntryPair] = (),
        forbidden: Sequence[EntryPair] = (),
    ) -> PairingPreferences:
        return PairingPreferences(
            order_criteria(options.club_level),
            forced,
            forbidden,
            by_place=True,
            rematches_allowed=options.rematches,
        )

    def players(self, field: EntryField, options: DaneseOptions) -> list[PresentEntry]:
        """Their points are their negated places in the standings, as the best have the most; tied
        entries are ordered by their number."""
        standings = self.placings(field.pairings, field.results, field.ruling)
        places = {placing.entry: placing.first for placing in standings}
        behind_all = len(places) + 1  # of late entries
        return [
            replace(player, points=-places.get(player.id, behind_all), floated=None)
            for player in list_players(field)
        ]

    def as_ranked(self, present: Sequence[PresentEntry]) -> list[PresentEntry]:
        """Their places in the standings are those of the draw."""
        return [replace(player, points=-place) for place, player in enumerate(present, start=1)]

    def reasons(
        self, present: Sequence[PresentEntry], found: PairedRound, preferences: PairingPreferences
    ) -> Mapping[tuple[EntryId, ...], Why]:
        return explain_neighbours(present, found, preferences)
