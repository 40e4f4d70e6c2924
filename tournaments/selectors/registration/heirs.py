"""Who plays in place of an entry that was replaced."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from competition.plan import EntryId
from tournaments.models import Entry, Event

Heirs: TypeAlias = Mapping[int, int]
"""By entry that was replaced, who took its place."""


def load_heirs(event: Event) -> Heirs:
    """By entry that was replaced, who plays in its place. One query."""
    rows = Entry.objects.filter(event=event, replaced_by__isnull=False)
    return dict(rows.values_list("pk", "replaced_by_id"))


def find_heir(entry: int, heirs: Heirs) -> int:
    """The entry that now plays in place of an entry; itself if it was not replaced."""
    # An heir may have been replaced as well. Damaged rows may form a cycle.
    entries_seen = set()
    while entry in heirs and entry not in entries_seen:
        entries_seen.add(entry)
        entry = heirs[entry]
    return entry


def find_heirs(entries: Iterable[EntryId], heirs: Heirs) -> tuple[int, ...]:
    """The entries that now play in place of these."""
    return tuple(find_heir(int(entry), heirs) for entry in entries)
