"""The input and the output of a draw: entrants, and pairings joined by their slots."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal, TypeAlias, TypeVar

HashableItem = TypeVar("HashableItem", bound=Hashable)
EntryId: TypeAlias = str | int
"""The id of an entry outside of this package: 1 and "1" are two different ones."""
PairingId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Entrant:
    """The data of an entry that a draw uses. ``seed`` 1 is the best; None without a seed or a club.
    ``group`` (from 1): the group that the organizer has assigned, or None.

    In a stage that follows another: ``pot`` (from 1), whose entrants are drawn for the places
    behind those of the pots before it; ``mates``, the group of the earlier stage; ``carried``,
    points that count here; ``met``, the opponents of earlier stages.
    """

    id: EntryId
    seed: int | None = None
    club: str | None = None
    group: int | None = None
    pot: int | None = None
    mates: str | None = None
    carried: int = 0
    met: Sequence[EntryId] = ()

    def is_clubmate(self, other: "Entrant") -> bool:
        return self.club is not None and self.club == other.club

    def is_groupmate(self, other: "Entrant") -> bool:
        """Whether both come from the same group of an earlier stage."""
        return self.mates is not None and self.mates == other.mates

    def has_met(self, other: "Entrant") -> bool:
        """Whether they have met in an earlier stage."""
        return other.id in self.met or self.id in other.met


@dataclass(frozen=True, slots=True)
class Seated:
    """A slot filled by the draw itself, or by the entry that played ``instead_of`` the one that
    the corrected results send."""

    entry: EntryId
    instead_of: "WinnerOf | LoserOf | None" = None

    def as_json(self) -> dict[str, Any]:
        return {"entry": self.entry}


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A slot filled by the winner of an earlier pairing."""

    pairing: PairingId

    def find_source_slot(self, winner: int) -> int:
        """The slot of the pairing whose entry comes here, if slot ``winner`` has won it."""
        return winner

    def as_json(self) -> dict[str, Any]:
        return {"winner_of": self.pairing}


@dataclass(frozen=True, slots=True)
class LoserOf:
    """A slot filled by the loser of an earlier pairing."""

    pairing: PairingId

    def find_source_slot(self, winner: int) -> int:
        """The slot of the pairing whose entry comes here, if slot ``winner`` has won it."""
        return 1 - winner

    def as_json(self) -> dict[str, Any]:
        return {"loser_of": self.pairing}


@dataclass(frozen=True, slots=True)
class Bye:
    """An empty slot: the entry in the other slot advances without a match."""

    def as_json(self) -> dict[str, Any]:
        return {"bye": True}


PlannedSlot: TypeAlias = Seated | WinnerOf | LoserOf | Bye


def find_source(slot: PlannedSlot) -> WinnerOf | LoserOf | None:
    """The pairing that fills a slot by the plan, even if another entry has played there instead."""
    match slot:
        case Seated():
            return slot.instead_of
        case Bye():
            return None
    return slot


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """A pairing that is played only if that slot of an earlier one has won it: the second final
    of a double elimination."""

    pairing: PairingId
    slot: int


Absence: TypeAlias = Literal["bye", "half_bye", "absent"]
"""Why an entry does not play a round: the pairing gave it a bye, it asked for one, or it is
absent."""


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """The slots that meet. ``section`` is main, losers, final or third, or preliminary where a late
    entry was put into a drawn bracket; ``round`` from 1 in it.

    If an entry has no opponent, the other slot is a bye, and ``absence`` is the reason.
    """

    id: PairingId
    section: str
    round: int
    slots: tuple[PlannedSlot, ...]
    group: int = 1
    only_if: OnlyIf | None = None
    absence: Absence = "bye"
    why: "Why | None" = None
    """Why these meet, if the format chose them."""

    @property
    def is_played(self) -> bool:
        """A pairing with a bye is planned and not played."""
        return Bye() not in self.slots

    @property
    def used_slots(self) -> tuple[int, ...]:
        """The numbers of the slots that are no byes."""
        return tuple(number for number, slot in enumerate(self.slots) if not isinstance(slot, Bye))

    @property
    def sources(self) -> tuple[WinnerOf | LoserOf, ...]:
        """What fills its slots by the plan, without entries that were drawn into them and byes."""
        return tuple(source for source in map(find_source, self.slots) if source is not None)

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """The entries that are in its slots already, slot by slot."""
        return tuple(slot.entry for slot in self.slots if isinstance(slot, Seated))

    def as_json(self) -> dict[str, Any]:
        """The pairing in the notation of documents."""
        return {
            "id": self.id,
            "section": self.section,
            "round": self.round,
            "slots": [slot.as_json() for slot in self.slots],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What a format needs of a decided pairing, by slot: the winner (None: a draw, or none), the
    ``totals`` of all games, the games won, shutouts and marafonas; the hands that were played."""

    winner: int | None
    totals: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    shutouts: tuple[int, ...] = ()
    marafonas: tuple[int, ...] = ()
    hands: int = 0
    is_forfeit: bool = False
    """Decided by a forfeit: games and totals count only as far as ``has_score`` says."""
    has_score: bool = False
    """Of a forfeit whose games and totals the event counts."""
    is_void: bool = False
    """Declared void by the referee: it counts for neither side."""


Results: TypeAlias = Mapping[PairingId, Result]
"""By pairing, the result of those that are decided."""


def split_by_group(pairings: Iterable[PlannedPairing]) -> dict[int, list[PlannedPairing]]:
    """The pairings of each group, in the order of the groups' numbers."""
    pairings_by_group: dict[int, list[PlannedPairing]] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.group):
        pairings_by_group.setdefault(pairing.group, []).append(pairing)
    return pairings_by_group


def select_results(pairings: Iterable[PlannedPairing], results: Results) -> dict[PairingId, Result]:
    """The results of these pairings alone."""
    return {pairing.id: results[pairing.id] for pairing in pairings if pairing.id in results}


def index_slots(pairings: Iterable[PlannedPairing]) -> dict[PairingId, tuple[PlannedSlot, ...]]:
    """The slots of the pairings, by the ids of these."""
    return {pairing.id: pairing.slots for pairing in pairings}


def index_pairings(pairings: Iterable[PlannedPairing]) -> dict[PairingId, PlannedPairing]:
    """The pairings by their ids, in their order."""
    return {pairing.id: pairing for pairing in pairings}


def plan_as_json(pairings: Iterable[PlannedPairing]) -> list[dict[str, Any]]:
    """A plan in the notation of documents."""
    return [pairing.as_json() for pairing in pairings]


def number_items(items: Iterable[HashableItem], start: int = 0) -> dict[HashableItem, int]:
    """By item, such as an entry, its number in this order."""
    return dict(zip(items, count(start)))


def count_main_rounds(pairings: Iterable[PlannedPairing]) -> int:
    """How many rounds the main bracket has."""
    return max(pairing.round for pairing in pairings if pairing.section == "main")


def index_entrants(entrants: Iterable[Entrant]) -> dict[EntryId, Entrant]:
    """The entrants by their ids."""
    return {entrant.id: entrant for entrant in entrants}


Value: TypeAlias = int | tuple[int, int] | None
"""The value of a metric: a whole number, a fraction (numerator, denominator), or None."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a place: a code with parameters, never a sentence."""

    code: str
    params: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, ...]:
        """Two reasons are the same if their keys are equal."""
        return self.code, *(f"{name}={value}" for name, value in self.params.items())


@dataclass(frozen=True, slots=True)
class Placing:
    """The places an entry shares (out) or can still reach (still in): ``first`` to ``last``."""

    entry: EntryId
    first: int
    last: int
    still_in: bool
    why: Why
    """In standings: why it is above the next; ``level`` if tied with it."""
    group: int = 1
    values: Mapping[str, Value] = field(default_factory=dict)
    """The values of its metrics, in the order in which they rank; empty in a bracket."""

    @property
    def places(self) -> tuple[int, int]:
        """Entries are tied if these are equal."""
        return self.first, self.last


def index_placings(placings: Iterable[Placing]) -> dict[EntryId, Placing]:
    """The placings by their entries, in their order."""
    return {placing.entry: placing for placing in placings}
