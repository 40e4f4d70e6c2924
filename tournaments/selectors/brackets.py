"""Reads a stage as its bracket: rounds, pairings, slots, scores, tables. Constant queries."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Match
from tournaments.core.plan import (
    Bye,
    LoserOf,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    WinnerOf,
)
from tournaments.models import Pairing, Round, Slot, Stage


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot as it stands: the entry that fills it, or where one will come from."""

    side: int
    source: str
    source_code: str | None
    entry: int | None


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing as a bracket shows it."""

    id: int
    code: str
    number: int
    state: str
    table: int | None
    match: int | None
    version: int
    winner: int | None
    wins: tuple[int, ...]
    totals: tuple[int, ...]
    """Of the game being played, as long as the match is open."""
    slots: tuple[SlotView, ...]
    called_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a section, in the order of play."""

    id: int
    section: str
    number: int
    pairings: tuple[PairingView, ...]

    @property
    def open(self) -> int:
        """How many matches are still to be decided."""
        closed = (Pairing.State.DECIDED, Pairing.State.BYE)
        return sum(pairing.state not in closed for pairing in self.pairings)


def bracket_of(stage: Stage) -> tuple[RoundView, ...]:
    """The rounds of a stage with all their pairings. Four queries, whatever the size."""
    slots, totals = _slots(stage), _totals(stage)
    pairings: dict[int, list[PairingView]] = defaultdict(list)
    rows = Pairing.objects.filter(round__group__stage=stage).order_by("round_id", "number")
    for row in rows.values_list(*_FIELDS):
        pairings[row[0]].append(_pairing(row, slots, totals))
    rounds = Round.objects.filter(group__stage=stage).order_by("group__number", "order")
    return tuple(
        RoundView(pk, section, number, tuple(pairings[pk]))
        for pk, section, number in rounds.values_list("pk", "section", "number")
    )


_FIELDS = (
    "round_id",
    "pk",
    "code",
    "number",
    "state",
    "table__number",
    "match_id",
    "match__version",
    "match__winner",
    "match__snapshot__wins",
    "called_at",
)


def _totals(stage: Stage) -> dict[int, tuple[int, ...]]:
    """The totals of the games being played, by pairing. Whole snapshots are read of these alone:
    to read a thousand costs more than all else."""
    being_played = Pairing.objects.filter(
        round__group__stage=stage, match__begun=True, match__state=Match.State.OPEN
    )
    return {
        pk: _being_played(snapshot["games"][-1])
        for pk, snapshot in being_played.values_list("pk", "match__snapshot")
    }


def _being_played(last: Mapping[str, Any]) -> tuple[int, ...]:
    """The totals of the game being played: after the end of one, the next stands at nothing."""
    return tuple(0 if last["why"] else total for total in last["totals"])


def _slots(stage: Stage) -> Mapping[int, list[SlotView]]:
    slots: dict[int, list[SlotView]] = defaultdict(list)
    rows = Slot.objects.filter(pairing__round__group__stage=stage).order_by("position")
    for pairing, side, source, code, entry in rows.values_list(
        "pairing_id", "side", "source", "source_pairing__code", "entry_id"
    ):
        slots[pairing].append(SlotView(side, source, code, entry))
    return slots


def _pairing(
    row: tuple[Any, ...],
    slots: Mapping[int, list[SlotView]],
    totals: Mapping[int, tuple[int, ...]],
) -> PairingView:
    _, pk, code, number, state, table, match, version, winner, wins, called_at = row
    return PairingView(
        id=pk,
        code=code,
        number=number,
        state=state,
        table=table,
        match=match,
        version=version or 0,
        winner=winner,
        wins=tuple(wins or ()),
        totals=totals.get(pk, ()),
        slots=tuple(slots[pk]),
        called_at=called_at,
    )


def planned(stage: Stage) -> tuple[PlannedPairing, ...]:
    """The pairings of a stage as the core knows them, in the order of play. Two queries."""
    slots = _slots(stage)
    rows = Pairing.objects.filter(round__group__stage=stage).order_by(
        "round__group__number", "round__order", "number"
    )
    return tuple(
        PlannedPairing(code, section, number, tuple(_planned_slot(slot) for slot in slots[pk]))
        for pk, code, section, number in rows.values_list(
            "pk", "code", "round__section", "round__number"
        )
    )


def _planned_slot(slot: SlotView) -> PlannedSlot:
    match slot.source:
        case Slot.Source.BYE:
            return Bye()
        case Slot.Source.WINNER_OF:
            return WinnerOf(slot.source_code or "")
        case Slot.Source.LOSER_OF:
            return LoserOf(slot.source_code or "")
    return Seated(slot.entry or 0)


def results(stage: Stage) -> dict[str, Result]:
    """The decided pairings of a stage, by code. One query."""
    rows = Pairing.objects.filter(round__group__stage=stage).values_list("code", "match__winner")
    return {code: Result(winner) for code, winner in rows if winner is not None}
