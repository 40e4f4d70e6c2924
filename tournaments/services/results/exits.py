"""Entries that do not play on after a match that was not played out, by the line on the sheet or by
the regulation."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoring.acts import Act, Written
from scoring.core.lines import FORFEIT, WORD_KINDS
from scoring.models import Line, Match
from scoring.services import lock_matches
from tournaments.changes import report_entries_changed, report_entries_left
from tournaments.models import Entry, Event, Pairing
from tournaments.services.entry_states import get_case, list_sides_out, update_state
from tournaments.services.versions import lock_event, touch


def lock_for_exit(match_id: int, act: Act) -> None:
    """Takes the locks that an entry's leaving needs, in their order (event, matches by id), before
    the match of the line itself is locked. Lines that cannot make an entry leave, or come back,
    take none."""
    is_word = act.kind in WORD_KINDS
    if act.kind != FORFEIT and not is_word:
        return
    # Only a forfeit takes a side out of the event: on a sheet without one a correction cannot bring
    # an entry back, or make it leave.
    if is_word and not Line.objects.filter(match=match_id, kind=FORFEIT).exists():
        return
    pairing = Pairing.objects.filter(match=match_id).values_list("pk", "event_id").first()
    if pairing is None:
        return
    pairing_id, event_id = pairing
    lock_event(event_id)
    # Who leaves forfeits all open matches: their sheets are written in the same transaction.
    entries = Entry.objects.filter(slots__pairing=pairing_id)
    lock_matches(Match.objects.filter(pairing__slots__entry__in=entries))


def mark_exits(*, pairing: Pairing, written: Written, now: datetime) -> list[Entry]:
    """Updates the state of the entries that leave the event by this result, or by another one no
    longer do: each is in the event if nothing else keeps it out. Returns those that leave: their
    other matches are forfeited after the result has been followed.
    """
    sides_before = _list_cases(written.old_result[2])
    sides_after = _list_cases(written.match.tally)
    if sides_before == sides_after:
        return []
    changed: list[Entry] = []
    leaving: list[Entry] = []
    affected_sides = {*sides_before, *sides_after}
    slots = pairing.slots.select_related("entry").order_by("side")
    for slot in slots.filter(side__in=affected_sides, entry__isnull=False):
        entry = slot.entry
        assert entry is not None, "only slots with an entry are read"
        was_in = entry.state == Entry.State.ENTERED
        if not update_state(entry):
            continue
        if was_in:
            leaving.append(entry)
        else:
            # It has left already; now it is in again, or out in another way.
            changed.append(entry)
    event = Event.objects.get(pk=pairing.event_id)
    touch(event, now)
    report_entries_left(event, leaving, now)
    report_entries_changed(event, changed, now)
    return leaving


def _list_cases(tally: Mapping[str, Any] | None) -> dict[int, str]:
    """The case by which each side that is out has left."""
    return dict.fromkeys(sorted(list_sides_out(tally)), get_case(tally))
