"""Repairs what is derived: columns of matches, and slots that results fill. Never a line."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from database.transactions import atomic_with_retry
from database.updates import save_columns
from scoring.services import repair_match
from tournaments.models import Event, Pairing, Slot
from tournaments.notices import tell_tables
from tournaments.selectors.trust.verification.advancement import MisfilledSlot, find_misfilled_slots
from tournaments.selectors.trust.verification.sheets import list_matches
from tournaments.services.pairings.readiness import has_empty_slot, set_waiting_or_ready
from tournaments.services.versions import lock_event_in_any_state, raise_stage_version


@dataclass(frozen=True, slots=True)
class RepairedColumn:
    """A column of a row, before and after."""

    table: str
    row: int
    column: str
    before: Any
    after: Any


@atomic_with_retry
def repair_event(*, event: Event, folder: Path, now: datetime) -> list[RepairedColumn]:
    """Repairs an event. Replaced values are saved to a file in ``folder`` before anything is
    committed. A slot whose match has begun is left as it is: that is for the organizer to
    decide."""
    event = lock_event_in_any_state(event.pk)
    repairs: list[RepairedColumn] = []
    for match_id in list(list_matches(event).values_list("pk", flat=True)):
        for column, (old_value, new_value) in repair_match(match_id=match_id).items():
            repairs.append(RepairedColumn("match", match_id, column, old_value, new_value))
    # Slots come after the matches that fill them, and are looked at again after each repair: one
    # that is filled fills others.
    while (misfilled := _find_misfilled(event)) is not None:
        slot, entry = misfilled.slot, misfilled.expected
        repairs.append(RepairedColumn("slot", slot.pk, "entry", slot.entry_id, entry))
        Slot.objects.filter(pk=slot.pk).update(entry=entry)
        repairs += _repair_readiness(slot.pairing, now)
    if repairs:
        # The copy is on the disk before the transaction commits: no value is lost by a crash.
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"repair-{now:%Y%m%dT%H%M%S%f}-{event.pk}.json"
        document = {
            "event": str(event.pk),
            "at": now.isoformat(),
            "repairs": [asdict(repair) for repair in repairs],
        }
        # Run again after a lost race, the same file holds what is replaced then.
        with path.open("w", encoding="utf-8") as file:
            json.dump(document, file, indent=1, default=str)
            file.flush()
            os.fsync(file.fileno())
        for stage in event.stages.order_by("pk"):
            raise_stage_version(stage.pk, now)
    return repairs


def _find_misfilled(event: Event) -> MisfilledSlot | None:
    """The next slot to repair: its match has not begun, and the other slot of its pairing does not
    have the same entry. None if there is no such slot."""
    for misfilled in find_misfilled_slots(event):
        pairing = misfilled.slot.pairing
        other_entries = {slot.entry_id for slot in pairing.slots.all() if slot != misfilled.slot}
        is_free = pairing.match is None or not pairing.match.begun
        if is_free and (misfilled.expected is None or misfilled.expected not in other_entries):
            return misfilled
    return None


def _repair_readiness(pairing: Pairing, now: datetime) -> list[RepairedColumn]:
    """Makes a pairing that is still to be played wait or be ready, as its slots are now. One that
    waits gives up its table."""
    if pairing.state not in Pairing.OPEN_STATES:
        return []
    columns = ("state", "table_id", "called_at")
    before = {column: getattr(pairing, column) for column in columns}
    set_waiting_or_ready(pairing, is_incomplete=has_empty_slot(pairing))
    repairs: list[RepairedColumn] = []
    for column in columns:
        after = getattr(pairing, column)
        if after != before[column]:
            name = column.removesuffix("_id")
            repairs.append(RepairedColumn("pairing", pairing.pk, name, before[column], after))
    if repairs:
        tell_tables((before["table_id"],), now)
        save_columns(pairing, "state", "table", "called_at")
    return repairs
