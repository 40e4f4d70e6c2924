"""A stage as a bracket on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Event, Pairing, Slot
from tournaments.selectors.brackets import PairingView, RoundView, SlotView, bracket_of
from tournaments.selectors.entries import EntryName, names_of
from wording.places import round_name


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a box: who, or where from, with the games won (or the points being played)."""

    name: str
    seed: int | None
    entry: int | None
    number: int | str
    won: bool
    lost: bool
    to_come: bool
    bye: bool
    source: str
    feeder: str
    """The label of the pairing this slot is filled from: "1ª semifinale"'s number."""


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


def columns_of(event: Event) -> tuple[Column, ...]:
    """The bracket of the event's last stage. Six queries, whatever its size."""
    stage = event.stages.order_by("-number").get()
    rounds = bracket_of(stage)
    names = names_of(event) if rounds else {}
    lengths: dict[str, int] = {}
    for round_ in rounds:
        lengths[round_.section] = max(lengths.get(round_.section, 0), round_.number)
    return tuple(_column(round_, lengths[round_.section], names) for round_ in rounds)


def by_table(boxes: Iterable[Box]) -> list[Box]:
    """Boxes in the order of their tables; those without one last, in the order of play."""
    return sorted(boxes, key=lambda box: (box.pairing.table is None, box.pairing.table or 0))


def _column(round_: RoundView, length: int, names: Mapping[int, EntryName]) -> Column:
    return Column(
        id=round_.id,
        section=round_.section,
        title=round_name(round_.section, round_.number, length, len(round_.pairings)),
        boxes=tuple(_box(pairing, names) for pairing in round_.pairings),
        open=round_.open,
    )


def _box(pairing: PairingView, names: Mapping[int, EntryName]) -> Box:
    return Box(pairing, tuple(_row(slot, pairing, names) for slot in pairing.slots))


def _row(slot: SlotView, pairing: PairingView, names: Mapping[int, EntryName]) -> Row:
    name = names.get(slot.entry) if slot.entry is not None else None
    decided = pairing.winner is not None
    return Row(
        name=name.short if name else "",
        seed=name.seed if name else None,
        entry=slot.entry,
        number=pairing.wins[slot.side] if pairing.version and pairing.wins else "",
        won=decided and pairing.winner == slot.side,
        lost=decided and pairing.winner != slot.side,
        to_come=name is None and slot.source != Slot.Source.BYE,
        bye=slot.source == Slot.Source.BYE,
        source=slot.source,
        feeder=(slot.source_code or "").rpartition("-")[2],
    )
