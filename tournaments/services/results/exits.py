"""Entries that do not play on after a match that was not played out, by the line on the sheet or by
the regulation."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoring.acts import Act, Written
from scoring.core.lines import FORFEIT, WORD_KINDS
from scoring.models import Line, Match
from scoring.services import lock_matches
from tournaments.changes import report_entries_left
from tournaments.models import Entry, Event, Pairing, Penalty
from tournaments.services.versions import lock_event, touch

DISQUALIFICATION = "disqualification"


def lock_for_exit(match_id: int, act: Act) -> None:
    """Takes the locks that an entry's leaving needs, in their order (event, matches by id), before
    the match of the line itself is locked. Lines that cannot make an entry leave, or come back,
    take none."""
    is_word = act.kind in WORD_KINDS
    if act.kind != FORFEIT and not is_word:
        return
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
    """Sets the state of the entries that leave the event by this result, or return because the
    result has changed. Returns those that leave: their other matches are forfeited after the result
    has been followed.

    An entry that was also withdrawn or disqualified by the organizer stays out.
    """
    sides_out_before = _list_out(written.old_result[2])
    sides_out_after = _list_out(written.match.tally)
    if sides_out_before == sides_out_after:
        return []
    entries: dict[int, Entry] = {}
    for slot in pairing.slots.select_related("entry"):
        if slot.entry is not None:
            entries[slot.side] = slot.entry
    for side in sides_out_before - sides_out_after:
        _bring_back(entries.get(side))
    leaving = [
        entries[side] for side in sorted(sides_out_after - sides_out_before) if side in entries
    ]
    # Who was taken out by the organizer before has left already, in another way.
    leaving = [entry for entry in leaving if entry.state == Entry.State.ENTERED]
    case = str(((written.match.tally or {}).get("unfinished") or {}).get("case", ""))
    is_disqualified = case == DISQUALIFICATION
    for entry in leaving:
        state = Entry.State.DISQUALIFIED if is_disqualified else Entry.State.WITHDRAWN
        entry.state = state
        entry.save(update_fields=["state"])
    event = Event.objects.get(pk=pairing.event_id)
    touch(event, now)
    report_entries_left(event, leaving, now)
    return leaving


def _bring_back(entry: Entry | None) -> None:
    if entry is None or entry.state not in (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED):
        return
    standing = Penalty.objects.filter(
        entry=entry, kind=Penalty.Kind.DISQUALIFIED, cancelled_at__isnull=True
    )
    if not standing.exists():
        entry.state = Entry.State.ENTERED
        entry.save(update_fields=["state"])


def _list_out(tally: Mapping[str, Any] | None) -> set[int]:
    return set(((tally or {}).get("unfinished") or {}).get("out", ()))
