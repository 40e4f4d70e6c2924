"""Pairings against the draw that they follow from, and rounds against what they were paired
from."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from competition.documents.rounds import pair
from competition.formats import format_named
from competition.plan import Bye, Entrant, LoserOf, PlannedSlot, Seated, WinnerOf
from competition.stages.stage import plan_stage
from competition.trust.faults import Fault
from tournaments.models import BY_HAND, Entry, Event, PairedFrom, Pairing, Question, Slot, Stage
from tournaments.selectors.fields import load_drawn_entries, load_drawn_order, pairs_by_rounds

Heirs: TypeAlias = Mapping[int, int]
"""By entry that was replaced, who plays in its place."""


def find_plan_faults(event: Event) -> Iterator[Fault]:
    """Stage by stage, what was drawn or paired and is seated otherwise."""
    heirs = _heirs_of(event)
    for stage in event.stages.order_by("number"):
        if load_drawn_order(stage):
            yield from _find_planned(stage, heirs)
            yield from _find_paired(stage, heirs)


def _heirs_of(event: Event) -> Heirs:
    rows = Entry.objects.filter(event=event, replaced_by__isnull=False)
    return dict(rows.values_list("pk", "replaced_by_id"))


def _find_heir(entry: int, heirs: Heirs) -> int:
    seen = set()
    while entry in heirs and entry not in seen:
        seen.add(entry)
        entry = heirs[entry]
    return entry


def _find_planned(stage: Stage, heirs: Heirs) -> Iterator[Fault]:
    """The pairings that were made with the draw."""
    format_ = format_named(stage.format)
    entrants = [Entrant(**entry) for entry in load_drawn_entries(stage)]
    order = tuple(tuple(group) for group in load_drawn_order(stage))
    plan = plan_stage(format_, format_.options(stage.options), order, entrants)
    rows = Pairing.objects.filter(round__group__stage=stage).prefetch_related(
        "slots__source_pairing"
    )
    pairings = {row.code: row for row in rows}
    swapped = _Swaps(stage, heirs)
    for planned in plan:
        row = pairings.get(planned.id)
        if row is None:
            yield Fault("pairing_missing", stage.number, planned.id)
            continue
        if row.why == BY_HAND:
            continue
        slots = {slot.position: slot for slot in row.slots.all()}
        for position, expected in enumerate(planned.slots):
            slot = slots.get(position)
            stored = None if slot is None else _read_slot(slot, heirs)
            if stored != (wanted := swapped.resolve(expected)):
                detail = {"position": position, "stored": stored, "expected": wanted}
                yield Fault("slot_not_as_drawn", stage.number, row.code, row.match_id, detail)
    if not pairs_by_rounds(stage):
        planned_codes = {planned.id for planned in plan}
        for row in rows.without_play_offs():
            if row.code not in planned_codes:
                yield Fault("pairing_not_drawn", stage.number, row.code, row.match_id)


class _Swaps:
    """Entries of a drawn stage that the organizer has swapped since, as questions record it."""

    def __init__(self, stage: Stage, heirs: Heirs) -> None:
        self._heirs = heirs
        decided = Question.objects.filter(
            event=stage.event_id,
            kind=Question.Kind.CUT_MOVED,
            decision=Question.Decision.SWAPPED,
            stage__cut__stage=(stage.cut or {}).get("stage"),
        )
        last = stage.draws.filter(state="HELD", purpose="ORDER").order_by("-number").first()
        if last is not None and last.held_at is not None:
            decided = decided.filter(decided_at__gte=last.held_at)
        self._swaps = [
            (question.stage_id == stage.pk, comes, goes)
            for question in decided.order_by("decided_at", "pk")
            for comes, goes in zip(question.comes, question.goes, strict=False)
        ]

    def resolve(self, slot: PlannedSlot) -> dict[str, Any]:
        """The slot as it should be stored by now."""
        if not isinstance(slot, Seated):
            return slot.as_json()
        entry = int(slot.entry)
        for is_here, comes, goes in self._swaps:
            leaves, arrives = (goes, comes) if is_here else (comes, goes)
            if entry == leaves:
                entry = arrives
        return {"entry": _find_heir(entry, self._heirs)}


def _read_slot(slot: Slot, heirs: Heirs) -> dict[str, Any]:
    source = slot.source_pairing
    code = "" if source is None else source.code
    match slot.source:
        case Slot.Source.BYE:
            return Bye().as_json()
        case Slot.Source.WINNER_OF:
            return WinnerOf(code).as_json()
        case Slot.Source.LOSER_OF:
            return LoserOf(code).as_json()
    return {"entry": _find_heir(slot.entry_id or 0, heirs)}


def _find_paired(stage: Stage, heirs: Heirs) -> Iterator[Fault]:
    """The rounds that were paired later, from the documents that were kept of them."""
    kept = PairedFrom.objects.filter(round__group__stage=stage).select_related("round")
    for each in kept.order_by("round_id"):
        # ``id`` names a document for the command line; the verb itself does not take it.
        answer = pair({name: value for name, value in each.document.items() if name != "id"})
        expected = {
            tuple(_find_heir(int(entry), heirs) for entry in met): number
            for number, met in enumerate(answer["pairings"], start=1)
        }
        rows = each.round.pairings.filter(match__isnull=False).prefetch_related("slots")
        for row in rows.order_by("number"):
            met = tuple(
                _find_heir(slot.entry_id or 0, heirs)
                for slot in sorted(row.slots.all(), key=lambda slot: slot.position)
            )
            if row.why != BY_HAND and met not in expected:
                detail = {"round": each.round.number, "stored": list(met)}
                yield Fault("pairing_not_as_paired", stage.number, row.code, row.match_id, detail)
