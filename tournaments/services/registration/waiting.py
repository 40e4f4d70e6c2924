"""The waiting list: who enters a full event waits, and moves up when a place is free."""

from datetime import datetime

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tournaments.models import Entry, EntryPlayer, Event


def count_free_places(event: Event) -> int | None:
    """How many more entries have a place; None: as many as come."""
    if event.capacity is None:
        return None
    entered = event.entries.filter(state=Entry.State.ENTERED).count()
    return max(event.capacity - entered, 0)


def fill_places(event: Event, now: datetime) -> list[Entry]:
    """Gives the free places of a locked event to those who wait, in the order of entering. A seed
    that somebody else has by now is lost."""
    free = count_free_places(event)
    waiting = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")
    moved = list(waiting if free is None else waiting[:free])
    if not moved:
        return []
    seeded = event.entries.filter(state=Entry.State.ENTERED, seed__isnull=False)
    seeds = set(seeded.values_list("seed", flat=True))
    for entry in moved:
        entry.state, entry.moved_up_at = Entry.State.ENTERED, now
        # Two of those who move up may have the same seed too: the first keeps it.
        if entry.seed in seeds:
            entry.seed = None
        seeds.add(entry.seed)
    Entry.objects.bulk_update(moved, ("state", "moved_up_at", "seed"))
    return moved


def take_from_waiting_list(event: Event, form: EntryDetails) -> tuple[Entry | None, EntryDetails]:
    """If exactly these players wait, they wait no more: returns their entry, which its caller
    deletes, and the details of the entry that is made of them. The event is locked."""
    keys = {name.key for name in form.players}
    rows = EntryPlayer.objects.filter(
        event=event, counts=True, entry__state=Entry.State.WAITLISTED
    ).select_related("player", "entry")
    waiting: dict[Entry, set[tuple[str, int | None]]] = {}
    for row in rows:
        player = row.player
        name = Name(player.first_name, player.last_name, player.birth_year)
        waiting.setdefault(row.entry, set()).add(name.key)
    waited = next((entry for entry, names in waiting.items() if names == keys), None)
    if waited is None:
        return None, form
    # What the pair said when it was put on the list holds, unless something else is said now.
    EntryPlayer.objects.filter(entry=waited).update(counts=False)
    return waited, EntryDetails(
        form.players,
        form.club_name or waited.club_name,
        form.seed,
        (form.paid or waited.paid) and not waited.payments.exists(),
        form.group,
        form.phone or waited.phone,
        form.notes or waited.notes,
    )
