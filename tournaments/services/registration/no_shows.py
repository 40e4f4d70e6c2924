"""Pairs that do not come: they leave, and who waits gets their place."""

from datetime import datetime

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from database.transactions import atomic_with_retry
from tournaments.models import Entry
from tournaments.permissions import Right, check
from tournaments.refusals import EntryRefused
from tournaments.services.registration.withdrawals import replace_entry
from tournaments.services.versions import lock_event


@atomic_with_retry
def give_place_to_waiting(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> Entry:
    """After the draw, lets the first pair that waits play in the place of one that does not come;
    returns it as it was entered there. (Before the draw it moves up by the withdrawal.)

    Raises NotAllowed, EventStateRefused, EntryRefused for an entry that is there, and where nobody
    waits.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    entry.refresh_from_db()
    if entry.present_at is not None:
        raise EntryRefused("entry_is_present")
    first_waiting = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk").first()
    if first_waiting is None:
        raise EntryRefused("nobody_waits")
    check_in_before = (first_waiting.present_at, first_waiting.present_by)
    names: list[Name] = []
    for member in first_waiting.members.select_related("player").order_by("position"):
        player = member.player
        names.append(Name(player.first_name, player.last_name, player.birth_year))
    form = EntryDetails(players=tuple(names))
    # These players wait: what the pair has said and paid is taken over with them (``add_entry``).
    new_entry = replace_entry(entry=entry, form=form, reason=reason, actor=actor, now=now)
    new_entry.moved_up_at, new_entry.present_at = now, check_in_before[0]
    if check_in_before[1] is not None:
        new_entry.present_by = check_in_before[1]
    new_entry.save(update_fields=["moved_up_at", "present_at", "present_by_kind", "present_by_id"])
    return new_entry
