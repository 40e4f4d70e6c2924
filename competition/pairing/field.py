"""The input of a pairing: a group before its next round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from competition.plan import Entrant, EntryId, PlannedPairing, Result
from competition.standings.options import StandingsOptions
from competition.standings.ruling import NO_RULING, Ruling
from kernel.reading import read


@dataclass(frozen=True, slots=True)
class EntryField:
    """All that the pairing of a round depends on.

    ``order`` is the drawn order of the group, late entries after it; ``pairings`` and ``results``
    are of all rounds before, complete. ``absent`` are the entries that do not play this round, each
    with the reason. ``forced`` must meet and ``forbidden`` must not.
    """

    order: Sequence[EntryId]
    entrants: Sequence[Entrant]
    pairings: Sequence[PlannedPairing]
    results: dict[str, Result]
    absent: dict[EntryId, Literal["half_bye", "absent"]]
    forbidden: Sequence[tuple[EntryId, EntryId]] = ()
    forced: Sequence[tuple[EntryId, EntryId]] = ()
    ruling: Ruling = NO_RULING

    @property
    def next_round_number(self) -> int:
        """The number of the round that is to be paired."""
        return 1 + max((pairing.round for pairing in self.pairings), default=0)

    def read_standings_options(self) -> StandingsOptions:
        """The options by which its standings are computed. Raises Unreadable or Refused for an
        invalid ruling."""
        return read(StandingsOptions, dict(self.ruling.options))
