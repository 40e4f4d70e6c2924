"""The waiting list: who enters a full event waits, and moves up when a place is free."""

from dataclasses import replace
from datetime import datetime

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee


def count_free_places(event: Event) -> int | None:
    """How many more entries have a place; None: as many as come."""
    if event.capacity is None:
        return None
    entered_count = event.entries.filter(state=Entry.State.ENTERED).count()
    return max(event.capacity - entered_count, 0)


def fill_places(event: Event, now: datetime) -> list[Entry]:
    """Gives the free places of a locked event to those who wait, in the order of entering. A seed
    that somebody else has by now is lost."""
    free_places = count_free_places(event)
    waiting_entries = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")
    if free_places is not None:
        waiting_entries = waiting_entries[:free_places]
    moved_up = list(waiting_entries)
    if not moved_up:
        return []
    seeded = event.entries.filter(state=Entry.State.ENTERED, seed__isnull=False)
    taken_seeds = set(seeded.values_list("seed", flat=True))
    for entry in moved_up:
        entry.state, entry.moved_up_at = Entry.State.ENTERED, now
        # Two of those who move up may have the same seed too: the first keeps it.
        if entry.seed in taken_seeds:
            entry.seed = None
        taken_seeds.add(entry.seed)
    Entry.objects.bulk_update(moved_up, ("state", "moved_up_at", "seed"))
    return moved_up


def take_from_waiting_list(event: Event, form: EntryDetails) -> tuple[Entry | None, EntryDetails]:
    """If exactly these players wait, they wait no more: returns their entry, to which its caller
    gives a place, and its details there. They do not count as its players until that is done. The
    event is locked."""
    keys = {name.key for name in form.players}
    rows = EntryPlayer.objects.filter(
        event=event, counts=True, entry__state=Entry.State.WAITLISTED
    ).select_related("player", "entry")
    names_by_entry: dict[Entry, set[tuple[str, int | None]]] = {}
    for row in rows:
        player = row.player
        name = Name(player.first_name, player.last_name, player.birth_year)
        names_by_entry.setdefault(row.entry, set()).add(name.key)
    waiting_entry = next((entry for entry, names in names_by_entry.items() if names == keys), None)
    if waiting_entry is None:
        return None, form
    # What the pair said when it was put on the list holds, unless something else is said now.
    EntryPlayer.objects.filter(entry=waiting_entry).update(counts=False)
    paid, more_cents = form.paid or waiting_entry.paid, form.paid_cents
    if waiting_entry.payments.exists():
        # These stay: only what is more than these is paid now.
        paid = False
        if form.paid_cents is not None:
            more_cents = max(0, form.paid_cents - (waiting_entry.paid_cents or 0))
        elif form.paid and not waiting_entry.paid:
            more_cents = compute_missing_cents(waiting_entry, get_entry_fee(event))
            # Without a fee nobody knows the amount: what is paid now is enough.
            paid = more_cents is None
    return waiting_entry, replace(
        form,
        club_name=form.club_name or waiting_entry.club_name,
        paid=paid,
        paid_cents=more_cents,
        phone=form.phone or waiting_entry.phone,
        notes=form.notes or waiting_entry.notes,
    )
