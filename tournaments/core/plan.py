"""What a draw is made of and what it makes: entrants, and the pairings joined by their slots."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

EntryId: TypeAlias = str | int
"""Whatever names an entry outside: 1 and "1" are two."""
PairingId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Entrant:
    """All that a draw may look at. ``seed`` 1 is the best; no seed and no club are None."""

    id: EntryId
    seed: int | None = None
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """A slot filled by the draw itself."""

    entry: EntryId

    def as_json(self) -> dict[str, Any]:
        return {"entry": self.entry}


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A slot filled by the winner of an earlier pairing."""

    pairing: PairingId

    def as_json(self) -> dict[str, Any]:
        return {"winner_of": self.pairing}


@dataclass(frozen=True, slots=True)
class LoserOf:
    """A slot filled by the loser of an earlier pairing."""

    pairing: PairingId

    def as_json(self) -> dict[str, Any]:
        return {"loser_of": self.pairing}


@dataclass(frozen=True, slots=True)
class Bye:
    """A slot that nobody fills: the other one goes through without a match."""

    def as_json(self) -> dict[str, Any]:
        return {"bye": True}


PlannedSlot: TypeAlias = Seated | WinnerOf | LoserOf | Bye


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """The slots that meet. ``section`` is main, losers, final or third; ``round`` from 1 in it."""

    id: PairingId
    section: str
    round: int
    slots: tuple[PlannedSlot, ...]

    @property
    def is_played(self) -> bool:
        """A pairing with a bye is planned and not played."""
        return not any(isinstance(slot, Bye) for slot in self.slots)

    def as_json(self) -> dict[str, Any]:
        """The pairing as the notation has it."""
        return {
            "id": self.id,
            "section": self.section,
            "round": self.round,
            "slots": [slot.as_json() for slot in self.slots],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What a format needs of a decided pairing: the number of the slot that won (None: a draw),
    and the totals of all games by slot."""

    winner: int | None
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a place: a code with parameters, never a sentence."""

    code: str
    params: Mapping[str, int]

    @property
    def key(self) -> tuple[str, ...]:
        """What tells two reasons apart."""
        return self.code, *(f"{name}={value}" for name, value in self.params.items())


@dataclass(frozen=True, slots=True)
class Placing:
    """The places an entry shares (out) or can still reach (still in): ``first`` to ``last``."""

    entry: EntryId
    first: int
    last: int
    still_in: bool
    why: Why
