"""The state of an entry, derived from what keeps it out of the event.

An exit has a cause: the organizer's withdrawal (``Entry.withdrawn_at``), a disqualification that is
not cancelled (``Penalty``), or a result by which a side is out (``Match.tally`` of a pairing). To
undo a cause ends that cause only: an entry is in the event if and only if no cause is left. A
service that changes a cause holds the lock of the event and calls a function of this module.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.models import Entry, Penalty, Slot

State = Entry.State
DISQUALIFICATION = "disqualification"


def start_withdrawal(entry: Entry, now: datetime) -> None:
    """Stores that the organizer has withdrawn an entry. The caller holds the lock of the event."""
    _store_state(entry, now)


def end_withdrawal(entry: Entry, *, waits: bool) -> None:
    """Stores that the organizer's withdrawal does not count; ``waits``: the entry had no place. The
    caller holds the lock of the event."""
    if waits:
        entry.state, entry.withdrawn_at = State.WAITLISTED, None
        entry.save(update_fields=["state", "withdrawn_at"])
    else:
        _store_state(entry, None)


def update_state(entry: Entry) -> bool:
    """Stores the state that follows from the causes; returns whether it is another one. The caller
    holds the lock of the event."""
    # The caller may have read the entry before it had the lock.
    entry.refresh_from_db(fields=["withdrawn_at"])
    return _store_state(entry, entry.withdrawn_at)


def _store_state(entry: Entry, withdrawn_at: datetime | None) -> bool:
    """Derives and stores the state; returns whether it is another one. It is the same whatever the
    order of the causes: a disqualification outweighs a withdrawal."""
    # A match that was set aside is no longer that of a pairing, so it keeps nobody out.
    seats = Slot.objects.filter(entry=entry, pairing__match__tally__isnull=False)
    cases: set[str] = set()
    for side, tally in seats.values_list("side", "pairing__match__tally"):
        if side in list_sides_out(tally):
            cases.add(get_case(tally))
    penalties = Penalty.objects.filter(
        entry=entry, kind=Penalty.Kind.DISQUALIFIED, cancelled_at__isnull=True
    )
    old_state = entry.state
    if DISQUALIFICATION in cases or penalties.exists():
        entry.state = State.DISQUALIFIED
    elif cases or withdrawn_at is not None:
        entry.state = State.WITHDRAWN
    else:
        entry.state = State.ENTERED
    # Both columns in one statement: a withdrawn entry is never in the event.
    entry.withdrawn_at = withdrawn_at
    entry.save(update_fields=["state", "withdrawn_at"])
    return entry.state != old_state


def list_sides_out(tally: Mapping[str, Any] | None) -> set[int]:
    """The sides that leave the event by the result of a match."""
    return set(_get_unfinished(tally).get("out", ()))


def get_case(tally: Mapping[str, Any] | None) -> str:
    """How a match ended that was not played out; empty: it has not, or without a special case."""
    return str(_get_unfinished(tally).get("case", ""))


def _get_unfinished(tally: Mapping[str, Any] | None) -> Mapping[str, Any]:
    return (tally or {}).get("unfinished") or {}
