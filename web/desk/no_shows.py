"""The pairs that are not there when they should be, on the desk."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Entry, Event
from tournaments.refusals import EntryRefused
from tournaments.selectors.registration.entries import (
    EntryOrder,
    entry_counts,
    entry_for,
    names_of,
    select_entries,
)
from tournaments.selectors.registration.no_shows import load_no_shows
from tournaments.services.undo.replacements import replace_by_waiting
from tournaments.services.undo.withdrawals import withdraw_pair
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.moved_up import announce_moved_up
from web.desk.undo_offers import offer_undo
from web.paging import choose_page
from web.searching import sought_in

PAIRS_A_PAGE = 100

DRAWN = (Event.State.DRAWN, Event.State.RUNNING)


@login_required
@require_safe
def no_shows(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Who is not there, with a button for each: to note it as present, to take it out, or to give
    its place to the first that waits."""
    event = get_managed_event(request, event_id)
    found = load_no_shows(event)
    waiting, sought = found.next_waiting, sought_in(request)
    absent = select_entries(event, sought, EntryOrder.SURNAME).filter(pk__in=found.entries)
    shown: Page[Entry] = choose_page(request, absent if sought else found.entries, PAIRS_A_PAGE)
    ids = [entry.pk for entry in shown] + ([waiting.pk] if waiting else [])
    names = names_of(event, ids)
    context = {
        **about(request, event, "entries"),
        "rows": [(entry, names[entry.pk]) for entry in shown],
        "page": shown,
        "sought": sought,
        "absent": found.entries.count(),
        "counts": entry_counts(event),
        "due_at": found.due_at,
        "is_due": found.is_due(timezone.now()),
        "waiting": names[waiting.pk] if waiting else None,
        "is_drawn": event.state in DRAWN,
        "can_remove": event.is_not_drawn or event.state in DRAWN,
    }
    return render(request, "desk/no_shows.html", context)


@login_required
@require_POST
def remove(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Takes out a pair that does not come; ``act=replace``: the first that waits plays in its
    place. Sent twice, it is done once."""
    entry = entry_for(actor_of(request), entry_id)
    event = get_managed_event(request, entry.event_id)
    if entry.state != Entry.State.ENTERED:
        return redirect("desk:no_shows", event.pk)
    if entry.present_at is not None:
        raise EntryRefused("entry_is_present")
    now, reason = timezone.now(), _("did not come")
    name = names_of(event, [entry.pk])[entry.pk].short
    if request.POST.get("act") == "replace":
        steps = replace_by_waiting(entry=entry, reason=reason, actor=actor_of(request), now=now)
        said = _("Somebody else plays in the place of %(names)s")
    else:
        steps = withdraw_pair(entry=entry, reason=reason, actor=actor_of(request), now=now)
        said = _("Withdrawn: %(names)s")
    offer_undo(request, said % {"names": name}, steps)
    announce_moved_up(request, event, now)
    return redirect("desk:no_shows", event.pk)
