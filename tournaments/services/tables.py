"""Calls pairings to tables."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from tournaments.models import Group, Pairing, Slot, Table

MOST_PASSED = 200
"""So many are looked at beyond the free tables, where entries play elsewhere."""
MOST_AT_ONCE = 7


def _may_play(group: Group, table: Table) -> bool:
    """Whether a table is one of those that a group has, if it has its own."""
    if group.first_table is None or group.last_table is None:
        return True
    return group.first_table <= table.number <= group.last_table


def call_ready(*, event_id: UUID, now: datetime) -> list[Pairing]:
    """Gives the free tables of an event to its ready pairings, in the order of play.

    The tables' rows are the lock: whoever makes a pairing ready or frees a table comes by here
    last in its transaction, so none waits beside a free table. A pairing that another holds is
    passed over, for that other will come by here too; so is one of whose entries somebody still
    plays elsewhere. An event without tables needs none.
    """
    tables = list(Table.objects.select_for_update().filter(event_id=event_id).order_by("number"))
    if not tables:
        return []
    in_use = Q(state=Pairing.State.CALLED) | Q(holds_table=True)
    taken = set(
        Pairing.objects.filter(in_use, event_id=event_id).values_list("table_id", flat=True)
    )
    free = [table for table in tables if table.pk not in taken]
    if not free:
        return []
    at_table = Pairing.objects.filter(in_use, event_id=event_id)
    busy: set[int | None] = set(
        Slot.objects.filter(pairing__in=at_table).values_list("entry_id", flat=True)
    )
    called = []
    for pairing in _ready(event_id, len(free)):
        seated = {slot.entry_id for slot in pairing.slots.all()}
        table = next((each for each in free if _may_play(pairing.round.group, each)), None)
        if table is None or seated & busy:
            continue
        busy |= seated
        free.remove(table)
        pairing.table, pairing.called_at = table, now
        pairing.state = Pairing.State.CALLED
        pairing.save(update_fields=["table", "called_at", "state"])
        called.append(pairing)
        if not free:
            break
    return called


def _ready(event_id: UUID, free: int) -> Iterator[Pairing]:
    """The ready pairings in the order of play, locked, a few at a time: mostly the first of them
    fill the tables, in a field of any size."""
    ready = Pairing.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        event_id=event_id, state=Pairing.State.READY
    )
    ordered = ready.order_by("pk").select_related("round__group").prefetch_related("slots")
    last, left, step = 0, free + MOST_PASSED, free + MOST_AT_ONCE
    while left > 0 and (found := list(ordered.filter(pk__gt=last)[: min(step, left)])):
        yield from found
        last, left = found[-1].pk, left - len(found)
