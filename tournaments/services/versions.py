"""The row of an event held, its entries read again under that lock, and the versions that rise with
what is changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from database.transactions import ReadTooEarly
from tournaments.changes import report_event_state, report_standings
from tournaments.models import Entry, Event, Stage
from tournaments.notices import build_stage_notices_query, tell_event
from tournaments.refusals import ChangedMeanwhile, EventStateRefused, NotFound
from tournaments.statements import RAISE_STAGE_VERSION


def lock_event(event_id: UUID) -> Event:
    """The row of an event that can be written to, held to the end of the transaction: first of
    all, before matches. Who writes a result never takes it, nor waits for it to point at the event.

    Raises EventStateRefused for an event that is archived or cancelled.
    """
    event = lock_event_in_any_state(event_id)
    check_written_to(event)
    return event


def lock_event_in_any_state(event_id: UUID) -> Event:
    """The same for an act that has its own check: it moves the event from state to state, notes
    money of a cancelled event, or corrects what all events of a club share."""
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def reload_entry(entry: Entry, fields: Sequence[str] | None = None) -> None:
    """Reads an entry, or these fields of it, again once its event is locked: somebody else may have
    changed it since its caller has read it. Raises NotFound if it was deleted."""
    try:
        entry.refresh_from_db(fields=fields)
    except Entry.DoesNotExist as error:
        raise NotFound from error


def check_written_to(event: Event) -> None:
    """Checks that an event is neither archived nor cancelled: nothing is written to either.

    Raises EventStateRefused.
    """
    check_held(event)
    check_not_archived(event)


def check_not_archived(event: Event) -> None:
    """Checks that an event is not archived; it may be cancelled: fees are given back then, and
    codes revoked. Raises EventStateRefused."""
    if event.state == Event.State.ARCHIVED:
        raise EventStateRefused("event_is_archived", state=event.state)


def check_held(event: Event) -> None:
    """Checks that an event is not cancelled. Raises EventStateRefused with the public reason."""
    if event.state == Event.State.CANCELLED:
        raise EventStateRefused("event_is_cancelled", reason=event.cancelled_why)


def check_seen(seen: str, *, before: str, after: str) -> None:
    """Checks that what a form replaces is what its page showed (``seen``; empty: nothing is
    compared). ``before`` is the digest of what is stored, under its lock, and ``after`` of what the
    form makes of it: the change of somebody else stays, unless it is the same one.

    Raises ChangedMeanwhile.
    """
    if seen and before not in (seen, after):
        raise ChangedMeanwhile


def move_to(event: Event, state: str, now: datetime) -> None:
    """Puts a locked event into a state that its caller knows to follow."""
    state_before, event.state = event.state, state
    touch(event, now)
    report_event_state(event, before=state_before, now=now)


def touch(event: Event, now: datetime) -> None:
    """Save a changed event, raise its version and write its notice."""
    event.version += 1
    event.save()
    tell_event(event.pk, event.version, now)


def raise_stage_version(stage_id: int, now: datetime) -> int:
    """One more result: what is computed from results is computed anew when asked for. Returns the
    new version."""
    raised = RAISE_STAGE_VERSION.fetch_one(stage_id)
    assert raised is not None, "a stage is never deleted while it is played"
    version, event_id = raised
    notices = build_stage_notices_query(stage_id, event_id, version, now)
    report_standings(stage_id, event_id, version, now, together_with=[notices])
    return int(version)


def check_stage_versions(versions: Mapping[int, int]) -> None:
    """Locks stages, last of all, and compares their versions with those that they had when their
    results were read. A result that is not stored yet waits, and then sees what was made from the
    earlier ones. Raises ReadTooEarly if there was a result in between."""
    # By id, so that two services that check several stages do not wait for each other.
    locked_stages = Stage.objects.select_for_update(no_key=True).filter(pk__in=versions)
    if dict(locked_stages.order_by("pk").values_list("pk", "version")) != versions:
        raise ReadTooEarly
