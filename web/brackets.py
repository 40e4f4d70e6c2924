"""A stage as a bracket on the screen, for the desk and the board."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Event, Pairing, Slot
from tournaments.selectors.brackets import PairingView, RoundView, SlotView, bracket_of
from tournaments.selectors.entries import EntryName, names_of
from wording.places import MAIN, round_name, source_words


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a box: who it is, or who will be, with the games won."""

    name: str
    """Where nobody sits yet, in words: "winner of semifinal 1"; empty for a bye."""
    seed: int | None
    number: int | str
    won: bool
    lost: bool
    to_come: bool
    bye: bool
    chosen: bool
    """Whether it is the pair that the reader has asked for."""


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing on the screen."""

    pairing: PairingView
    rows: tuple[Row, ...]

    @property
    def is_bye(self) -> bool:
        return self.pairing.state == Pairing.State.BYE

    @property
    def is_called(self) -> bool:
        return self.pairing.state == Pairing.State.CALLED

    @property
    def is_open(self) -> bool:
        return self.pairing.state in (Pairing.State.CALLED, Pairing.State.READY)

    @property
    def names(self) -> str:
        return " · ".join(row.name for row in self.rows)

    @property
    def is_on_the_way(self) -> bool:
        """Whether the pair that the reader has asked for sits here."""
        return any(row.chosen for row in self.rows)

    @property
    def leads_on(self) -> bool:
        """Whether that pair goes on from here."""
        return any(row.chosen and (row.won or self.is_bye) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Column:
    """A round on the screen."""

    id: int
    section: str
    title: str
    boxes: tuple[Box, ...]
    open: int

    @property
    def played(self) -> int:
        return sum(not box.is_bye for box in self.boxes)

    @property
    def done(self) -> int:
        return self.played - self.open


def columns_of(event: Event, sought: str = "") -> tuple[Column, ...]:
    """The bracket of the event's last stage. Six queries, whatever its size.

    ``sought`` is a part of a name: the pairs that have it are chosen, with their way.
    """
    stage = event.stages.order_by("-number").get()
    rounds = bracket_of(stage)
    names = names_of(event) if rounds else {}
    lengths = Counter(round_.section for round_ in rounds)
    reading = _Reading(names, _having(names.values(), sought), lengths[MAIN])
    return tuple(_column(round_, lengths[round_.section], reading) for round_ in rounds)


def _having(names: Iterable[EntryName], sought: str) -> frozenset[int]:
    """The entries of which a player's name has this part."""
    part = " ".join(sought.split()).casefold()
    if not part:
        return frozenset()
    return frozenset(
        name.id for name in names if part in " ".join((*name.players, name.short)).casefold()
    )


def by_table(boxes: Iterable[Box]) -> list[Box]:
    """Boxes in the order of their tables; those without one last, in the order of play."""
    return sorted(boxes, key=lambda box: (box.pairing.table is None, box.pairing.table or 0))


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a bracket is read with: names, the chosen entries, the rounds of the main section."""

    names: Mapping[int, EntryName]
    chosen: frozenset[int]
    rounds: int


def _column(round_: RoundView, length: int, reading: _Reading) -> Column:
    return Column(
        id=round_.id,
        section=round_.section,
        title=round_name(round_.section, round_.number, length, len(round_.pairings)),
        boxes=tuple(_box(pairing, reading) for pairing in round_.pairings),
        open=round_.open,
    )


def _box(pairing: PairingView, reading: _Reading) -> Box:
    return Box(pairing, tuple(_row(slot, pairing, reading) for slot in pairing.slots))


def _row(slot: SlotView, pairing: PairingView, reading: _Reading) -> Row:
    name = None if slot.entry is None else reading.names.get(slot.entry)
    bye = slot.source == Slot.Source.BYE
    to_come = "" if bye else source_words(slot.source, slot.source_code, reading.rounds)
    decided = pairing.winner is not None
    return Row(
        name=name.short if name else to_come,
        seed=name.seed if name else None,
        number=pairing.wins[slot.side] if pairing.version and pairing.wins else "",
        won=decided and pairing.winner == slot.side,
        lost=decided and pairing.winner != slot.side,
        to_come=name is None and not bye,
        bye=bye,
        chosen=slot.entry in reading.chosen,
    )
