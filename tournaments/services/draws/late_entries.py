"""Entries that come when a bracket is drawn: each takes a bye, or plays a preliminary match."""

from datetime import datetime
from typing import Final

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from competition.named_entries import insert_names_into
from competition.stages.hand_changes import HandChange
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.changes import report_entries_changed, report_entry_seated
from tournaments.models import DrawChange, Entry, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import BracketChangeRefused, EntryRefused, NotFound
from tournaments.selectors.draws.changes import KINDS
from tournaments.selectors.registration.names import load_short_names
from tournaments.services.draws.bracket_changes import (
    lock_changeable,
    preview_change_of,
    store_change,
)
from tournaments.services.registration.entries import add_entry
from tournaments.services.versions import reload_entry

NOT_ENTERED: Final = 0
"""Stands for the id of a pair that is not entered yet."""


@atomic_with_retry
def enter_late_in_bracket(
    *,
    stage: Stage,
    form: EntryDetails,
    against: Entry | None,
    preliminary: bool,
    version: int | None,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> DrawChange:
    """Enters a pair after the draw and puts it into the bracket ``against`` another: on the free
    place opposite that one's bye, or in a ``preliminary`` match for its place. Players who wait for
    a place wait no more. A place must be chosen: without ``against`` it is refused.

    Raises NotAllowed, ReasonMissing, EventStateRefused, EntryRefused, BracketChangeRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    if against is None:
        raise BracketChangeRefused("late_against_nobody", field="against")
    event = lock_changeable(stage, reason, version, actor)
    _check_takes_late_entries(stage)
    if form.seed is not None:
        raise EntryRefused(violations=[Violation("late_without_seed")], field="seed")
    entry = add_entry(event=event, form=form, actor=actor, now=now)
    try:
        change = _put_into_bracket(
            stage, entry, against, preliminary=preliminary, reason=reason, agreed=agreed,
            actor=actor, now=now,
        )  # fmt: skip
    except BracketChangeRefused as refusal:
        # The entry is rolled back: the id of a new one is free again, and the next entry of all may
        # get it.
        refusal.late_name = load_short_names(event, [entry.pk])[entry.pk]
        refusal.violations = insert_names_into(refusal.violations, {entry.pk: NOT_ENTERED})
        raise
    report_entry_seated(event, entry, now)
    return change


@atomic_with_retry
def move_up_into_bracket(
    *,
    stage: Stage,
    entry: Entry,
    against: Entry,
    preliminary: bool,
    version: int | None,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> DrawChange:
    """Puts an entry of the waiting list into the drawn bracket, as ``enter_late_in_bracket``.

    Raises NotAllowed, ReasonMissing, EventStateRefused, EntryRefused, BracketChangeRefused, and
    NotFound for an entry of another event.
    """
    event = lock_changeable(stage, reason, version, actor)
    _check_takes_late_entries(stage)
    reload_entry(entry)
    if entry.event_id != event.pk:
        raise NotFound
    if entry.state != Entry.State.WAITLISTED:
        raise EntryRefused("entry_not_waiting", state=entry.state)
    entry.state, entry.moved_up_at, entry.seed = Entry.State.ENTERED, now, None
    entry.save(update_fields=["state", "moved_up_at", "seed"])
    change = _put_into_bracket(
        stage, entry, against, preliminary=preliminary, reason=reason, agreed=agreed, actor=actor,
        now=now,
    )  # fmt: skip
    report_entries_changed(event, [entry], now)
    return change


def _check_takes_late_entries(stage: Stage) -> None:
    """Raises BracketChangeRefused."""
    if stage.cut is not None:
        raise BracketChangeRefused("late_after_a_cut")


def _put_into_bracket(
    stage: Stage,
    entry: Entry,
    against: Entry,
    *,
    preliminary: bool,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> DrawChange:
    kind = DrawChange.Kind.BYE
    if preliminary:
        kind = DrawChange.Kind.PRELIMINARY
    change = HandChange(KINDS[kind], (entry.pk, against.pk))
    preview = preview_change_of(stage, change, field="against")
    return store_change(
        stage=stage,
        event=stage.event,
        preview=preview,
        change=DrawChange(kind=kind, entry=entry, other=against),
        reason=reason,
        agreed=agreed,
        actor=actor,
        now=now,
    )
