"""Finds the pairing that an entry plays next, and the one that comes next at a table."""

from collections.abc import Collection, Mapping
from datetime import date

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Entry, Event, Pairing, Slot, TableCode
from tournaments.selectors.hall.tables import ON, TableState
from tournaments.selectors.stages.brackets import due, sort_in_queue_order


def find_next_pairings(
    event: Event, played: Pairing, entries: Collection[int]
) -> Mapping[int, int]:
    """By entry, the pairing that it plays next: the one it is called to, or else the first in the
    order of play. One query."""
    if not entries:
        return {}
    entered_slots = Slot.objects.filter(entry__in=entries, entry__state=Entry.State.ENTERED)
    slots = entered_slots.filter(pairing__event=event, pairing__state__in=Pairing.OPEN_STATES)
    rows = slots.exclude(pairing=played).values_list("entry_id", "pairing_id", "pairing__state")
    next_pairings: dict[int, int] = {}
    # False sorts before True: a call comes first, then the smallest id.
    in_order = sorted(rows, key=lambda row: (row[2] != Pairing.State.CALLED, row[1]))
    for entry, pairing, _state in in_order:
        next_pairings.setdefault(entry, pairing)
    return next_pairings


def find_queued_pairing(
    event: Event, code: TableCode, state: TableState, today: date
) -> int | None:
    """The pairing that is called to a table and has not begun, or else the first one in the queue
    that may be played there (``services.table_queue.call_ready``). One query at most."""
    if state.on is not None and state.on.state == Pairing.State.CALLED and not state.has_begun:
        return state.on.pk
    if event.state != Event.State.RUNNING:
        return None
    played_elsewhere = Pairing.objects.filter(ON, event=event).exclude(table=code.table_id)
    busy_entries = Slot.objects.filter(pairing__in=played_elsewhere, entry__isnull=False).values(
        "entry"
    )
    may_play_here = Q(round__group__first_table__isnull=True) | Q(
        round__group__first_table__lte=code.table.number,
        round__group__last_table__gte=code.table.number,
    )
    ready_pairings = Pairing.objects.filter(
        due(today), may_play_here, event=event, state=Pairing.State.READY
    )
    if code.round_id is not None:
        ready_pairings = ready_pairings.filter(round=code.round_id)
    # A pairing waits while one of its entries plays at another table.
    free_pairings = ready_pairings.exclude(
        Exists(Slot.objects.filter(pairing=OuterRef("pk"), entry__in=busy_entries))
    )
    pairing_id: int | None = sort_in_queue_order(free_pairings).values_list("pk", flat=True).first()
    return pairing_id
