"""The entries of an event in the alphabetical order of printed lists, and their numbers."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import QuerySet

from competition.entry_lists.names import Name, format_listed_name
from database.text import fold_text
from printing.cash import has_paid
from printing.refusals import CannotPrint
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.selectors.registration.deletions import hide_left_before_draw
from tournaments.selectors.registration.names import EntryName, load_entry_names


class NumberedEntry(NamedTuple):
    """An entry with its number in printed lists."""

    number: int
    entry: Entry
    name: EntryName


def load_numbered_entries(event: Event) -> list[NumberedEntry]:
    """The entries of check-in cards, receipts and the cash list, by name. Each has the same number
    on all of them, so a list that leaves some out has gaps. An entry that was replaced is among
    them as long as its money is in the cash. Raises CannotPrint. Two queries."""
    entries = event.entries.order_by("pk")
    return _number(
        event,
        [entry for entry in entries if entry.state != Entry.State.REPLACED or has_paid(entry)],
    )


def load_listed_entries(event: Event, *, with_left_before_draw: bool = True) -> list[NumberedEntry]:
    """The entries of a list of who plays, by name, numbered without gaps: those that have not been
    replaced. Raises CannotPrint. Two queries."""
    rows: QuerySet[Entry] = event.entries.exclude(state=Entry.State.REPLACED)
    if not with_left_before_draw:
        rows = hide_left_before_draw(rows)
    return _number(event, list(rows.order_by("pk")))


def _number(event: Event, entries: list[Entry]) -> list[NumberedEntry]:
    if not entries:
        raise CannotPrint("print_no_entries")
    names = load_entry_names(event)
    in_order = sorted(entries, key=lambda entry: make_sort_key(names[entry.pk]))
    return [
        NumberedEntry(number, entry, names[entry.pk])
        for number, entry in enumerate(in_order, start=1)
    ]


def load_listed_players(event: Event) -> dict[int, list[str]]:
    """The players of each entry in order, as a list of entries is read: with their whole names,
    whatever the event shows of them, and their birth years. One query."""
    players: dict[int, list[str]] = defaultdict(list)
    members = EntryPlayer.objects.filter(event=event).select_related("player")
    for member in members.order_by("entry_id", "position"):
        player = member.player
        name = Name(player.first_name, player.last_name, player.birth_year)
        players[member.entry_id].append(format_listed_name(name))
    return players


def make_sort_key(name: EntryName) -> tuple[str, ...]:
    """By the surname of the first player, then by the rest, whatever their accents."""
    return (*(fold_text(person.last) for person in name.people), fold_text(name.short))
