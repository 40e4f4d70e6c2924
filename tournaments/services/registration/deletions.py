"""Deletes entries that were made by mistake, as if they had never been made."""

from collections.abc import Collection
from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.changes import report_entries_changed, report_entries_deleted
from tournaments.models import Entry, Event, Player
from tournaments.permissions import Right, check
from tournaments.refusals import EntryRefused
from tournaments.selectors.registration.deletions import find_what_keeps
from tournaments.services.registration.entries import check_nothing_committed
from tournaments.services.registration.waiting import fill_places
from tournaments.services.versions import lock_event, touch


@atomic_with_retry
def delete_entry(*, entry: Entry, actor: Actor, now: datetime) -> None:
    """Deletes an entry of which nothing depends: no draw has taken it and no money was noted. Who
    waits gets its place.

    Raises NotAllowed, EventStateRefused, EntryRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    check_nothing_committed(event)
    stored_entry = Entry.objects.filter(pk=entry.pk).first()
    if stored_entry is None:
        # A second tap.
        return
    if reason := find_what_keeps(stored_entry):
        raise EntryRefused(reason)
    remove_entries(event, [stored_entry], now)


def remove_entries(event: Event, entries: Collection[Entry], now: datetime) -> None:
    """Removes entries of a locked event of which nothing depends, with the players that no other
    entry has: a misspelt name would stay in the list of the club's players."""
    ids = [entry.pk for entry in entries]
    players = set(Player.objects.filter(entries__entry__in=ids).values_list("pk", flat=True))
    Entry.objects.filter(pk__in=ids).delete()
    Player.objects.filter(pk__in=players, entries__isnull=True).delete()
    moved_up: list[Entry] = []
    if event.is_not_drawn:
        moved_up = fill_places(event, now)
    touch(event, now)
    report_entries_deleted(event, entries, now)
    report_entries_changed(event, moved_up, now)
