"""Pairings against the draw that they follow from, and rounds against what they were paired
from."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from competition.documents.rounds import pair
from competition.formats import format_named
from competition.formats.round_by_round import RoundByRound
from competition.plan import Entrant, PlannedPairing, PlannedSlot, Seated
from competition.stages.stage import plan_stage
from competition.trust.faults import Fault
from kernel.refusals import Refused
from tournaments.models import (
    BY_HAND,
    Event,
    PairedFrom,
    Pairing,
    Round,
    Slot,
    Stage,
)
from tournaments.selectors.draws.changes import (
    Heirs,
    drawn_by,
    find_heir,
    load_brackets,
    load_heirs,
    load_substitutions,
)
from tournaments.selectors.stages.plans import make_planned_slot
from tournaments.selectors.standings.fields import (
    load_drawn_entries,
    load_drawn_order,
    pairs_by_rounds,
)


def find_plan_faults(event: Event) -> Iterator[Fault]:
    """Stage by stage, what was drawn or paired and is seated otherwise."""
    heirs = load_heirs(event)
    for stage in event.stages.order_by("number"):
        if load_drawn_order(stage):
            yield from _find_planned(stage, heirs)
            # The document of a round that was paired later is stored with it. Without one, it was
            # deleted since, and nobody can tell any more what the round was paired from.
            if isinstance(format_named(stage.format), RoundByRound):
                later_rounds = Round.objects.filter(group__stage=stage, number__gt=1)
                without_document = later_rounds.filter(paired_from__isnull=True)
                for round_ in without_document.without_play_offs().order_by("number", "pk"):
                    detail = {"round": round_.number}
                    yield Fault("round_without_document", stage.number, detail=detail)
            yield from _find_paired(stage, heirs)


def _find_planned(stage: Stage, heirs: Heirs) -> Iterator[Fault]:
    """The pairings that were made with the draw."""
    try:
        plan, resolve = _plan_as_changed(stage, heirs)
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
        # Where rounds are paired one by one, entries may be swapped by hand, also in the first.
        if is_paired and row.why == BY_HAND:
            continue
        slots = {slot.position: slot for slot in row.slots.all()}
        for position, planned_slot in enumerate(planned_pairing.slots):
            slot = slots.get(position)
            stored_slot = None if slot is None else _read_slot(slot, heirs)
            expected_slot = resolve(planned_slot)
            if stored_slot != expected_slot:
                detail = {"position": position, "stored": stored_slot, "expected": expected_slot}
                yield Fault("slot_not_as_drawn", stage.number, row.code, row.match_id, detail)
    if not is_paired:
        planned_codes = {planned_pairing.id for planned_pairing in plan}
        for row in rows.without_play_offs():
            if row.code not in planned_codes:
                yield Fault("pairing_not_drawn", stage.number, row.code, row.match_id)


def _plan_as_changed(
    stage: Stage, heirs: Heirs
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
    return plan, _Swaps(stage, heirs).resolve


def _write_slot(slot: PlannedSlot) -> dict[str, Any]:
    return slot.as_json()


class _Swaps:
    """Entries of a drawn stage that the organizer has swapped since, as questions record it."""

    def __init__(self, stage: Stage, heirs: Heirs) -> None:
        self._heirs = heirs
        self._substitutions = load_substitutions(stage, drawn_by(stage))

    def resolve(self, slot: PlannedSlot) -> dict[str, Any]:
        """The slot as it should be stored by now."""
        if not isinstance(slot, Seated):
            return slot.as_json()
        entry = int(slot.entry)
        for substitution in self._substitutions:
            if entry == substitution.leaves:
                entry = substitution.arrives
        return {"entry": find_heir(entry, self._heirs)}


def _read_slot(slot: Slot, heirs: Heirs) -> dict[str, Any]:
    code = "" if slot.source_pairing is None else slot.source_pairing.code
    entry = find_heir(slot.entry_id or 0, heirs)
    return make_planned_slot(slot.source, code, entry).as_json()


def _find_paired(stage: Stage, heirs: Heirs) -> Iterator[Fault]:
    """The rounds that were paired later, from the documents that were kept of them."""
    documents = PairedFrom.objects.filter(round__group__stage=stage).select_related("round")
    for kept_document in documents.order_by("round_id"):
        # ``id`` names a document for the command line; the verb itself does not take it.
        document = {name: value for name, value in kept_document.document.items() if name != "id"}
        new_pairing = pair(document)
        # Which pairs meet follows from the document; entries that were replaced since play under
        # the names of their heirs.
        expected_pairs: set[tuple[int, ...]] = set()
        for paired_entries in new_pairing["pairings"]:
            expected_pairs.add(tuple(find_heir(int(entry), heirs) for entry in paired_entries))
        rows = kept_document.round.pairings.filter(match__isnull=False).prefetch_related("slots")
        for row in rows.order_by("number"):
            slots = sorted(row.slots.all(), key=lambda slot: slot.position)
            seated_pair = tuple(find_heir(slot.entry_id or 0, heirs) for slot in slots)
            if row.why != BY_HAND and seated_pair not in expected_pairs:
                detail = {"round": kept_document.round.number, "stored": list(seated_pair)}
                yield Fault("pairing_not_as_paired", stage.number, row.code, row.match_id, detail)
