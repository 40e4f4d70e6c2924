"""Reads a stage as the core knows it: what was planned, and how it ended."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, cast

from tournaments.core.plan import (
    Absence,
    Bye,
    LoserOf,
    OnlyIf,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    WinnerOf,
)
from tournaments.models import Pairing, Slot, Stage


def plan_and_results(stage: Stage) -> tuple[tuple[PlannedPairing, ...], dict[str, Result]]:
    """The pairings of a stage as the core knows them, in the order of play, and how those that are
    decided ended. Two queries."""
    slots = _planned_slots(stage)
    pairings, results = [], {}
    rows = Pairing.objects.filter(round__group__stage=stage).order_by("round__order", "number")
    for row in rows.values_list(*_OF_A_PLAN):
        pk, code, section, number, group, condition, at, absence, state, winner, tally = row
        pairings.append(
            PlannedPairing(
                id=code,
                section=section,
                round=number,
                slots=tuple(slots[pk]),
                group=group,
                only_if=OnlyIf(condition, at) if condition and at is not None else None,
                absence=cast("Absence", absence),
            )
        )
        if state == Pairing.State.DECIDED:
            results[code] = _result(winner, tally or {})
    return tuple(pairings), results


_OF_A_PLAN = (
    "pk",
    "code",
    "round__section",
    "round__number",
    "round__group__number",
    "only_if__code",
    "only_if_slot",
    "absence",
    "state",
    "match__winner",
    "match__tally",
)


def _planned_slots(stage: Stage) -> Mapping[int, list[PlannedSlot]]:
    """By pairing. Whoever sits in many pairings is one and the same object in all of them."""
    slots: dict[int, list[PlannedSlot]] = defaultdict(list)
    made: dict[tuple[str, Any], PlannedSlot] = {}
    rows = Slot.objects.filter(pairing__round__group__stage=stage).order_by("position")
    for pairing, source, code, entry in rows.values_list(
        "pairing_id", "source", "source_pairing__code", "entry_id"
    ):
        key = source, code or entry
        if key not in made:
            made[key] = _planned_slot(source, code or "", entry or 0)
        slots[pairing].append(made[key])
    return slots


def _planned_slot(source: str, code: str, entry: int) -> PlannedSlot:
    match source:
        case Slot.Source.BYE:
            return Bye()
        case Slot.Source.WINNER_OF:
            return WinnerOf(code)
        case Slot.Source.LOSER_OF:
            return LoserOf(code)
    return Seated(entry)


def _result(winner: int | None, tally: Mapping[str, Any]) -> Result:
    return Result(
        winner,
        totals=tuple(tally["sum"]),
        games=tuple(tally["wins"]),
        shutouts=tuple(tally["feats"].get("shutout", ())),
        marafonas=tuple(tally["feats"].get("marafona", ())),
        hands=tally["hands"],
        is_forfeit=tally["forfeit"],
    )
