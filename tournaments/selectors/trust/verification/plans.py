"""Pairings against the draw that they follow from."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from competition.formats import format_named
from competition.plan import Entrant, PlannedPairing, PlannedSlot, Seated
from competition.stages.stage import plan_stage
from competition.trust.faults import Fault
from kernel.refusals import Refused
from tournaments.models import (
    BY_HAND,
    Event,
    Pairing,
    Slot,
    Stage,
)
from tournaments.selectors.draws.changes import load_brackets
from tournaments.selectors.registration.heirs import Heirs, find_heir, load_heirs
from tournaments.selectors.stages.plans import make_planned_slot
from tournaments.selectors.standings.fields import (
    load_drawn_entries,
    load_drawn_order,
    pairs_by_rounds,
)
from tournaments.selectors.trust.verification.reseating import LATE, Reseating


def find_plan_faults(event: Event) -> Iterator[Fault]:
    """Stage by stage, what was drawn and is seated otherwise."""
    heirs = load_heirs(event)
    for stage in event.stages.order_by("number"):
        if load_drawn_order(stage):
            yield from _find_planned(stage, heirs)


def _find_planned(stage: Stage, heirs: Heirs) -> Iterator[Fault]:
    """The pairings that were made with the draw."""
    reseating = Reseating(stage, heirs)
    try:
        plan, resolve = _plan_as_changed(stage, heirs, reseating)
    except Refused as refused:
        # The published changes cannot be applied to the published draw.
        codes = [violation.code for violation in refused.violations]
        yield Fault("changes_do_not_apply", stage.number, detail={"violations": codes})
        return
    rows = Pairing.objects.filter(round__group__stage=stage).prefetch_related(
        "slots__source_pairing"
    )
    pairings = {row.code: row for row in rows}
    is_paired = pairs_by_rounds(stage)
    for planned_pairing in plan:
        row = pairings.get(planned_pairing.id)
        if row is None:
            yield Fault("pairing_missing", stage.number, planned_pairing.id)
            continue
        planned_absence = None if planned_pairing.is_played else planned_pairing.absence
        stored_absence = row.absence if row.state == Pairing.State.BYE else None
        if stored_absence != planned_absence:
            detail = {"stored": stored_absence, "expected": planned_absence}
            yield Fault("absence_differs", stage.number, row.code, row.match_id, detail)
        # Where rounds are paired one by one, entries were once swapped by hand without a record.
        if not (is_paired and row.why == BY_HAND and reseating.accepts_unrecorded):
            expected_slots = [resolve(planned_slot) for planned_slot in planned_pairing.slots]
            yield from _find_slot_faults(stage, row, expected_slots, heirs)
    planned_codes = {planned_pairing.id for planned_pairing in plan}
    drawn_rows = rows.without_play_offs()
    if is_paired:
        # Later rounds have documents of their own, also for those who came late (rounds.py).
        drawn_rows = drawn_rows.filter(round__number=1).exclude(code__startswith=LATE)
    for row in drawn_rows:
        if row.code not in planned_codes:
            yield Fault("pairing_not_drawn", stage.number, row.code, row.match_id)


def _find_slot_faults(
    stage: Stage, row: Pairing, expected_slots: Sequence[dict[str, Any]], heirs: Heirs
) -> Iterator[Fault]:
    slots = {slot.position: slot for slot in row.slots.all()}
    for position, expected_slot in enumerate(expected_slots):
        slot = slots.get(position)
        stored_slot = None if slot is None else _read_slot(slot, heirs)
        if stored_slot != expected_slot:
            detail = {"position": position, "stored": stored_slot, "expected": expected_slot}
            yield Fault("slot_not_as_drawn", stage.number, row.code, row.match_id, detail)


def _plan_as_changed(
    stage: Stage, heirs: Heirs, reseating: Reseating
) -> tuple[Sequence[PlannedPairing], Callable[[PlannedSlot], dict[str, Any]]]:
    """The pairings that follow from the draw and from what was decided and changed by hand since,
    and how a planned slot should be stored by now. Raises Refused."""
    brackets = load_brackets(stage, heirs)
    if brackets is not None:
        return brackets.plan, _write_slot
    format_ = format_named(stage.format)
    entrants = [Entrant(**entry) for entry in load_drawn_entries(stage)]
    order = tuple(tuple(group) for group in load_drawn_order(stage))
    plan = plan_stage(format_, format_.options(stage.options), order, entrants)

    def resolve(slot: PlannedSlot) -> dict[str, Any]:
        if not isinstance(slot, Seated):
            return slot.as_json()
        return {"entry": reseating.move_from_draw(int(slot.entry))}

    return plan, resolve


def _write_slot(slot: PlannedSlot) -> dict[str, Any]:
    return slot.as_json()


def _read_slot(slot: Slot, heirs: Heirs) -> dict[str, Any]:
    code = "" if slot.source_pairing is None else slot.source_pairing.code
    entry = find_heir(slot.entry_id or 0, heirs)
    return make_planned_slot(slot.source, code, entry).as_json()
