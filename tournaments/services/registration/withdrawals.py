"""Pairs that leave, or are replaced before they play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from database.transactions import atomic_with_retry
from scoring.models import Match
from scoring.services import lock_matches
from tournaments.changes import (
    report_entries_changed,
    report_entries_left,
    report_entry_seated,
)
from tournaments.models import Entry, EntryPlayer, Event, Slot
from tournaments.permissions import Right, check
from tournaments.refusals import EntryRefused, EventStateRefused, ReasonMissing
from tournaments.services.decisions.pending import ask_about_all
from tournaments.services.entry_states import start_withdrawal
from tournaments.services.registration.entries import (
    add_replacement,
    check_nothing_committed,
)
from tournaments.services.registration.waiting import fill_places
from tournaments.services.results.advancing import leave_matches
from tournaments.services.results.dependent_slots import has_begun
from tournaments.services.versions import lock_event, reload_entry, touch


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """An entry that was withdrawn, and what followed from it."""

    entry: Entry
    moved_up: Sequence[Entry]
    """Those that waited and have a place by it."""
    forfeits: Sequence[tuple[int, int]]
    """The lines that it has written, by match and number."""


@atomic_with_retry
def withdraw(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> Withdrawal:
    """Withdraws an entry without deleting it.

    Before the draw its players are free for another entry, and the first that waits gets its place.
    Afterwards its open matches go to the
    other sides, by a forfeit on the sheet; a match whose other side is not known yet will, as
    soon as it is.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    reload_entry(entry, ["state"])
    if not entry.is_expected:
        raise EntryRefused("entry_not_entered", state=entry.state)
    check_nothing_committed(event)
    if event.state == Event.State.FINISHED:
        raise EventStateRefused("event_not_running", state=event.state)
    has_waited = entry.state == Entry.State.WAITLISTED
    start_withdrawal(entry, now)
    forfeits = leave_open_matches(entry=entry, reason=reason, actor=actor, now=now)
    # After the draw the players stay bound to their entry: its matches are forfeited, not deleted.
    if event.is_not_drawn or has_waited:
        EntryPlayer.objects.filter(entry=entry).update(counts=False)
    moved_up: list[Entry] = []
    if event.is_not_drawn:
        moved_up = fill_places(event, now)
    ask_about_all(event, now)
    touch(event, now)
    report_entries_left(event, [entry], now)
    report_entries_changed(event, moved_up, now)
    return Withdrawal(entry, moved_up, forfeits)


def leave_open_matches(
    *, entry: Entry, reason: str, actor: Actor, now: datetime
) -> list[tuple[int, int]]:
    """Gives the matches of an entry that is out of a locked event to the other sides, both those
    that it could play now and those that it reaches later, for example by losing. Returns the lines
    that this writes, by match and number."""
    if not Event.objects.filter(pk=entry.event_id, state=Event.State.RUNNING).exists():
        return []
    return leave_matches(entry=entry, reason=reason, actor=actor, now=now)


@atomic_with_retry
def replace_entry(
    *, entry: Entry, form: EntryDetails, reason: str, actor: Actor, now: datetime
) -> Entry:
    """Replaces an entry that has not begun its first match.

    The draw stays as it was held. Raises EntryRefused, ReasonMissing, EventStateRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    if not reason.strip():
        raise ReasonMissing(kind="replacement")
    event = lock_event(entry.event_id)
    # Another organizer may have withdrawn the entry before the lock.
    reload_entry(entry, ["state"])
    # Locked, so that no first hand is written while the entries are exchanged.
    matches = lock_matches(Match.objects.filter(pairing__slots__entry=entry))
    if any(has_begun(match) for match in matches.values()):
        raise EntryRefused("entry_has_begun")
    if not event.is_current:
        raise EventStateRefused("event_not_drawn", state=event.state)
    if entry.state != Entry.State.ENTERED:
        raise EntryRefused("entry_not_entered", state=entry.state)
    new_entry = add_replacement(event=event, form=form, old=entry, actor=actor, now=now)
    Slot.objects.filter(entry=entry).update(entry=new_entry)
    report_entries_left(event, [entry], now)
    report_entry_seated(event, new_entry, now)
    return new_entry
