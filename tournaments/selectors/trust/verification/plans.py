"""Pairings against the draw that they follow from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from competition.formats import format_named
from competition.plan import Entrant, PlannedPairing, PlannedSlot, Seated
from competition.stages.stage import plan_stage
from competition.trust.faults import Fault
from kernel.refusals import Refused
from tournaments.models import BY_HAND, Event, Pairing, Stage
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
    try:
        reseating = Reseating(stage, heirs)
        plan = _plan_as_changed(stage, heirs, reseating)
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
        absences: dict[str, str | None] = {"stored": None, "expected": None}
        if row.state == Pairing.State.BYE:
            absences["stored"] = row.absence
        if not planned_pairing.is_played:
            absences["expected"] = planned_pairing.absence
        if absences["stored"] != absences["expected"]:
            yield Fault("absence_differs", stage.number, row.code, row.match_id, absences)
        # Where rounds are paired one by one, entries were once swapped by hand without a record.
        if not (is_paired and row.why == BY_HAND and reseating.accepts_unrecorded):
            yield from _find_slot_faults(stage, row, planned_pairing.slots, heirs)
    planned_codes = {planned_pairing.id for planned_pairing in plan}
    drawn_rows = rows.without_play_offs()
    if is_paired:
        # Later rounds have documents of their own, also for those who came late (rounds.py).
        drawn_rows = drawn_rows.filter(round__number=1).exclude(code__startswith=LATE)
    for row in drawn_rows.exclude(code__in=planned_codes):
        yield Fault("pairing_not_drawn", stage.number, row.code, row.match_id)


def _find_slot_faults(
    stage: Stage, row: Pairing, planned_slots: Iterable[PlannedSlot], heirs: Heirs
) -> Iterator[Fault]:
    stored_slots: dict[int, dict[str, Any]] = {}
    for slot in row.slots.all():
        code = ""
        if slot.source_pairing is not None:
            code = slot.source_pairing.code
        entry = find_heir(slot.entry_id or 0, heirs)
        stored_slots[slot.position] = make_planned_slot(slot.source, code, entry).as_json()
    for position, planned_slot in enumerate(planned_slots):
        stored, expected = stored_slots.get(position), planned_slot.as_json()
        if stored != expected:
            detail = {"position": position, "stored": stored, "expected": expected}
            yield Fault("slot_not_as_drawn", stage.number, row.code, row.match_id, detail)


def _plan_as_changed(stage: Stage, heirs: Heirs, reseating: Reseating) -> Sequence[PlannedPairing]:
    """The pairings that follow from the draw and from what was decided and changed by hand since,
    with the entries that should sit there by now. Raises Refused."""
    brackets = load_brackets(stage, heirs)
    if brackets is not None:
        return brackets.plan
    format_ = format_named(stage.format)
    entrants = [Entrant(**entry) for entry in load_drawn_entries(stage)]
    order = tuple(tuple(group) for group in load_drawn_order(stage))
    plan: list[PlannedPairing] = []
    for pairing in plan_stage(format_, format_.options(stage.options), order, entrants):
        # Others may sit in the drawn places by now.
        current_slots: list[PlannedSlot] = []
        for slot in pairing.slots:
            if isinstance(slot, Seated):
                current_slots.append(Seated(reseating.move_from_draw(int(slot.entry))))
            else:
                current_slots.append(slot)
        plan.append(replace(pairing, slots=tuple(current_slots)))
    return plan
