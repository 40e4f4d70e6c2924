"""What ranks beside the results: the order of the metrics, what an unplayed round is worth, lots
that were drawn, penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from competition.plan import EntryId


@dataclass(frozen=True, slots=True)
class RankingPenalty:
    """Points off what an entry ranks by, in the unit of ``metric``; or, ``voids``, all its results
    taken out of the standings (a disqualification that keeps them is a state of the entry)."""

    entry: EntryId
    points: int = 0
    metric: str = ""
    """Empty: the first of the order."""
    voids: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an event ranks. ``metrics`` empty: as the format says; ``options`` and ``lots`` are those
    of the notation's ``rank`` (who was drawn first has 1); ``drawings``: each time that lots were
    drawn, those who took part, as they were drawn."""

    metrics: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    lots: Mapping[EntryId, int] = field(default_factory=dict)
    drawings: tuple[tuple[EntryId, ...], ...] = ()
    play_offs: tuple[tuple[EntryId, ...], ...] = ()
    """Of each play-off that was won, winner and loser; the last ones last."""
    penalties: tuple[RankingPenalty, ...] = ()
    carried: Mapping[EntryId, int] = field(default_factory=dict)
    """Points of an earlier stage, on top of the first metric."""
    out: frozenset[EntryId] = frozenset()
    """Withdrawn or disqualified entries: they stay in the ranking and do not advance."""


NO_RULING = Ruling()
