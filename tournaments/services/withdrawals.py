"""Pairs that leave, never came, or are replaced before they play."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from accounts.actors import Actor
from scoring.acts import Act as SheetAct
from scoring.core.lines import FORFEIT
from scoring.models import Match
from tournaments.core.entering import EntryForm
from tournaments.models import Entry, EntryPlayer, Event, Pairing, Slot
from tournaments.permissions import Act, check
from tournaments.refusals import EntryRefused, EventStateRefused, ReasonMissing
from tournaments.services.advancing import has_begun, leave_match
from tournaments.services.entries import ENTRIES_OPEN, add_replacement, check_nothing_promised
from tournaments.services.events import lock_event, touch
from tournaments.services.sheets import Recorded, record_line

PLAYABLE = (Pairing.State.READY, Pairing.State.CALLED)


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> Entry:
    """Takes an entry out, without erasing it.

    Before the draw its players are free for another entry. Afterwards its open match goes to the
    other side, by a forfeit on the sheet; a match whose other side is not known yet will, as
    soon as it is.
    """
    check(actor, Act.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    if entry.state != Entry.State.ENTERED:
        raise EntryRefused("entry_not_entered", state=entry.state)
    leave_open_match(entry=entry, reason=reason, actor=actor, now=now)
    event = lock_event(entry.event_id)
    check_nothing_promised(event)
    if event.state in (Event.State.FINISHED, Event.State.ARCHIVED):
        raise EventStateRefused("event_not_running", state=event.state)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    if event.state in ENTRIES_OPEN:
        EntryPlayer.objects.filter(entry=entry).update(counts=False)
    touch(event, now)
    return entry


def leave_open_match(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> None:
    """The match that an entry is to play now goes to the other side, if there is one."""
    pairing = _open_pairing(entry)
    if pairing is not None and entry.event.state == Event.State.RUNNING:
        side = pairing.slots.get(entry=entry).side
        leave_match(pairing=pairing, side=side, reason=reason, actor=actor, now=now)


def _open_pairing(entry: Entry) -> Pairing | None:
    slot = (
        Slot.objects.filter(entry=entry, pairing__state__in=PLAYABLE)
        .select_related("pairing__round__group")
        .first()
    )
    return slot.pairing if slot else None


def walk_over(
    *, pairing: Pairing, absent_side: int, article: str, reason: str, actor: Actor, now: datetime
) -> Recorded:
    """The match to the side that came: the other never did. Raises what record_line raises."""
    match = pairing.match
    if match is None:
        raise EntryRefused("pairing_has_no_match", pairing=pairing.code)
    act = SheetAct(
        kind=FORFEIT,
        data={"side": absent_side, "of": "match", "article": article, "reason": reason},
        key=f"walkover-{uuid4().hex}",
        version=match.version,
        device="",
        made_at=now,
    )
    return record_line(match_id=match.pk, act=act, actor=actor, now=now)


@transaction.atomic
def replace_entry(
    *, entry: Entry, form: EntryForm, reason: str, actor: Actor, now: datetime
) -> Entry:
    """Lets others play in the place of an entry that has not begun its first match.

    The draw stays as it was held. Raises EntryRefused, ReasonMissing, EventStateRefused.
    """
    check(actor, Act.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    if not reason.strip():
        raise ReasonMissing(kind="replacement")
    matches = Match.objects.select_for_update().filter(pairing__slots__entry=entry)
    if any(has_begun(match) for match in matches.order_by("pk")):
        raise EntryRefused("entry_has_begun")
    event = lock_event(entry.event_id)
    if event.state not in (Event.State.DRAWN, Event.State.RUNNING):
        raise EventStateRefused("event_not_drawn", state=event.state)
    if entry.state != Entry.State.ENTERED:
        raise EntryRefused("entry_not_entered", state=entry.state)
    new = add_replacement(event=event, form=form, old=entry, now=now)
    Slot.objects.filter(entry=entry).update(entry=new)
    touch(event, now)
    return new
