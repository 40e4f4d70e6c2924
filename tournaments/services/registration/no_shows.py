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
from tournaments.services.versions import lock_event, reload_entry


@atomic_with_retry
def give_place_to_waiting(
    *, entry: Entry, reason: str, actor: Actor, now: datetime, waiting: Entry | None = None
) -> Entry:
    """After the draw, lets a pair that waits play in the place of another; returns it as it was
    entered there. (Before the draw it moves up by the withdrawal.) ``waiting`` None: the first that
    waits, in the place of a pair that does not come.

    Raises NotAllowed, EventStateRefused, EntryRefused for an entry that does not come but is there,
    and where nobody waits.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    reload_entry(entry)
    waiting_entries = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")
    if waiting is not None:
        chosen_entry = waiting_entries.filter(pk=waiting.pk).first()
        if chosen_entry is None:
            raise EntryRefused("entry_not_waiting")
    else:
        if entry.present_at is not None:
            raise EntryRefused("entry_is_present")
        chosen_entry = waiting_entries.first()
        if chosen_entry is None:
            raise EntryRefused("nobody_waits")
    names: list[Name] = []
    for member in chosen_entry.members.select_related("player").order_by("position"):
        player = member.player
        names.append(Name(player.first_name, player.last_name, player.birth_year))
    form = EntryDetails(players=tuple(names))
    # These players wait: what the pair has said and paid is taken over with them (``add_entry``).
    return replace_entry(entry=entry, form=form, reason=reason, actor=actor, now=now)
