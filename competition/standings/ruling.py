"""The ruling of a ranking: all that decides it besides results, such as metrics, options, drawings
of lots and penalties."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from competition.plan import EntryId


@dataclass(frozen=True, slots=True)
class RankingPenalty:
    """A deduction of points, in the unit of ``metric``; or, if it ``voids``, all results of the
    entry are left out of the standings (a disqualification that keeps them is a state of the
    entry)."""

    entry: EntryId
    points: int = 0
    metric: str = ""
    """Empty: the first metric."""
    voids: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an event ranks. ``metrics`` empty: those of the format. ``options``: as in the
    notation's ``rank``. ``drawings``: for each drawing of lots, the entries that took part, as they
    were drawn (the metric ``lots`` is only a column here: a drawing settles ties, ``settle_ties``).
    """

    metrics: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    drawings: tuple[tuple[EntryId, ...], ...] = ()
    play_offs: tuple[tuple[EntryId, ...], ...] = ()
    """The winner and the loser of each play-off that was won, in the order of play."""
    penalties: tuple[RankingPenalty, ...] = ()
    carried: Mapping[EntryId, int] = field(default_factory=dict)
    """Points of an earlier stage, which are added to the first metric."""
    out: frozenset[EntryId] = frozenset()
    """Withdrawn or disqualified entries: they stay in the ranking and do not advance."""

    @property
    def has_settled_ties(self) -> bool:
        """Whether lots were drawn or a play-off was won, so that some tie is none."""
        return bool(self.drawings or self.play_offs)

    def limit_to(self, entries: Collection[EntryId]) -> "Ruling":
        """The ruling on these entries alone: that of an event names entries of other stages or
        groups too."""
        return replace(
            self,
            penalties=tuple(each for each in self.penalties if each.entry in entries),
            carried={entry: points for entry, points in self.carried.items() if entry in entries},
        )


NO_RULING = Ruling()
