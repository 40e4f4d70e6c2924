"""What standings are made from: the results of rounds, by slot."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from competition.plan import EntryId

Alone: TypeAlias = Literal["bye", "half_bye", "absent"]
"""A round without an opponent: the pairing gave a rest, it was asked for, or nobody came."""
Kind: TypeAlias = Literal["played", "forfeit", Alone]

BY_SLOT: Final = ("score", "games", "points", "thirds", "shutouts", "marafonas")
"""What a result says of each of its slots."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What came of one meeting, or of a round without one (then there is one slot).

    ``score`` in match points; all tuples by slot, empty where nothing is known.
    """

    round: int
    slots: tuple[EntryId, ...]
    score: tuple[int, ...]
    kind: Kind = "played"
    games: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    thirds: tuple[int, ...] = ()
    shutouts: tuple[int, ...] = ()
    marafonas: tuple[int, ...] = ()
    hands: int = 0

    def is_won(self, position: int) -> bool:
        """Whether this slot scored more than every other; alone it has met nobody and won
        nothing."""
        others = (*self.score[:position], *self.score[position + 1 :])
        return bool(others) and self.score[position] > max(others)
