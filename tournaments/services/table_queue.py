"""Calls pairings to tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.timezone import localdate

from database.statements import load_instance
from database.transactions import atomic_with_retry
from database.updates import save_columns
from tournaments.changes import report_called
from tournaments.models import Event, Pairing, Table
from tournaments.notices import tell_tables
from tournaments.selectors.stages.brackets import BEFORE_ALL, due, place_in_queue
from tournaments.services.pairing_locks import load_pairing, lock_pairings
from tournaments.services.versions import (
    check_stage_versions,
    lock_event_in_any_state,
    raise_stage_version,
)
from tournaments.statements import (
    ENTRIES_AT_TABLES,
    ENTRIES_OF_PAIRINGS,
    FREE_TABLES,
    LOCK_TABLE_QUEUE,
    READY_PAIRINGS,
)

MOST_PASSED = 200
"""The number of pairings considered beyond the free tables, as entries may play elsewhere."""
MOST_AT_ONCE = 7


def lock_table_queue(event_id: UUID) -> bool:
    """Locks the queue for the tables of an event until the end of the transaction, after all other
    locks but the stage: pairings are only given tables under this lock. Returns whether the event
    has tables.

    The row of the first table stands for the queue, so that the lock costs the same in any hall.
    """
    return LOCK_TABLE_QUEUE.fetch_one(event_id) is not None


def call_ready(
    *,
    event_id: UUID,
    now: datetime,
    stage_ids: Iterable[int] = (),
    read_versions: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """Gives the free tables of an event to its ready pairings, and raises the versions of the
    stages of those that were called and of ``stage_ids``: a match shows its table, and is kept by
    the version of its own stage. Returns the new versions by stage.

    Services that make a pairing ready or free a table call this last in their transaction, so that
    no pairing waits while a table is free. ``read_versions``: those that a service has read its
    results at, compared as by ``check_stage_versions`` before any is raised.
    """
    called_pairings = _call_to_free_tables(event_id, now)
    if read_versions is not None:
        check_stage_versions(read_versions)
    called_ids = {pairing.round.group.stage_id for pairing in called_pairings}
    # By id, and last: nobody compares versions after this.
    changed_ids = sorted(called_ids.union(stage_ids))
    return {stage_id: raise_stage_version(stage_id, now) for stage_id in changed_ids}


def _call_to_free_tables(event_id: UUID, now: datetime) -> list[Pairing]:
    """Seats the ready pairings of an event in the order of play; those of a round that is played
    another day wait for it. Returns those that were called.

    A pairing that another transaction has locked is skipped: that transaction will call its tables
    as well. A pairing is also skipped while one of its entries plays elsewhere. An event without
    tables needs none.
    """
    if not lock_table_queue(event_id):
        return []
    # Read under the lock of the queue: from here on nobody else gives these tables away.
    free_tables: list[Table] = []
    for pk, number in FREE_TABLES.fetch_all(event_id):
        free_tables.append(load_instance(Table, id=pk, event_id=event_id, number=number))
    if not free_tables:
        return []
    busy_entries: set[int] = set()
    # Each with the number of its table.
    called_pairings: list[tuple[Pairing, int]] = []
    for pairings in _lock_ready(event_id, len(free_tables), now):
        entries_by_pairing: dict[int, set[int]] = {pairing.pk: set() for pairing in pairings}
        for pairing_id, entry_id in ENTRIES_OF_PAIRINGS.fetch_in(entries_by_pairing):
            entries_by_pairing[pairing_id].add(entry_id)
        # Asked again for every batch: its pairings are locked one batch after the other.
        batch_entries = set().union(*entries_by_pairing.values())
        busy_entries |= {entry for (entry,) in ENTRIES_AT_TABLES.fetch_in(batch_entries)}
        for pairing in pairings:
            seated_entries = entries_by_pairing[pairing.pk]
            table = pairing.choose_table(free_tables)
            if table is None or seated_entries & busy_entries:
                continue
            # Also within a batch: the next pairing may have one of these entries.
            busy_entries |= seated_entries
            free_tables.remove(table)
            seat(pairing, table.pk, now)
            called_pairings.append((pairing, table.number))
        if not free_tables:
            break
    report_called(event_id, called_pairings, now)
    return [pairing for pairing, _number in called_pairings]


def seat(pairing: Pairing, table_id: int | None, now: datetime) -> None:
    """Calls a locked pairing to a table, or back from it."""
    tell_tables((pairing.table_id, table_id), now)
    pairing.table_id = table_id
    if table_id is None:
        pairing.state, pairing.called_at = Pairing.State.READY, None
    else:
        # A pairing that moves from table to table keeps the time of its first call.
        pairing.state, pairing.called_at = Pairing.State.CALLED, pairing.called_at or now
    save_columns(pairing, "table", "state", "called_at")


def free_tables(*, event_id: UUID, pairings: Iterable[Pairing], now: datetime) -> None:
    """Locked pairings that were called give up their tables, which nobody is called to."""
    lock_table_queue(event_id)
    for pairing in pairings:
        if pairing.state == Pairing.State.CALLED:
            seat(pairing, None, now)


def call_by_dates(*, event: Event, now: datetime) -> None:
    """Calls tables again after the dates of an event have changed: pairings that were called, have
    not begun and are not due today give up their tables to those that are."""
    if event.state != Event.State.RUNNING:
        return
    called_pairings = Pairing.objects.filter(
        event=event, state=Pairing.State.CALLED, match__begun=False
    ).exclude(due(localdate(now)))
    # Chosen without a lock: a pairing may have been decided, or its match have begun, before it was
    # locked, so both are looked at again.
    for pairing in lock_pairings(called_pairings.values_list("pk", flat=True)).values():
        has_begun = pairing.match is not None and pairing.match.begun
        if pairing.state == Pairing.State.CALLED and not has_begun:
            seat(pairing, None, now)
    call_ready(event_id=event.pk, now=now)


def call_for_the_day(*, now: datetime) -> None:
    """Calls what has waited for this day, event by event. One query where nothing has."""
    due_pairings = Pairing.objects.filter(
        event__state=Event.State.RUNNING,
        state=Pairing.State.READY,
        round__date__lte=localdate(now),
    )
    for event_id in due_pairings.order_by().values_list("event", flat=True).distinct():
        _call_for_the_day_at(event_id, now)


@atomic_with_retry
def _call_for_the_day_at(event_id: UUID, now: datetime) -> None:
    """One transaction for each event, so that the tables of several are never locked together."""
    # Chosen without a lock: it may be cancelled by now, or its start may have been taken back.
    if lock_event_in_any_state(event_id).state != Event.State.RUNNING:
        return
    call_ready(event_id=event_id, now=now)


def _lock_ready(event_id: UUID, free: int, now: datetime) -> Iterator[Sequence[Pairing]]:
    """The ready pairings of the day in the order of play, locked in small batches: the first batch
    usually fills the tables, in a field of any size."""
    place, rows_left, batch_size = BEFORE_ALL, free + MOST_PASSED, free + MOST_AT_ONCE
    while rows_left > 0:
        asked_for = min(batch_size, rows_left)
        rows = READY_PAIRINGS.fetch_all_named(event_id, localdate(now), *place, asked_for)
        pairings = [load_pairing(row) for row in rows]
        if pairings:
            yield pairings
        if len(pairings) < asked_for:
            return
        # The next batch begins behind the last row: rows that are locked now cannot come again.
        place = place_in_queue(pairings[-1].round.section, pairings[-1].pk)
        rows_left -= asked_for
