"""The pairs that are not there when they should be, on the desk."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Entry
from tournaments.refusals import EntryRefused
from tournaments.selectors.registration.entries import (
    EntryOrder,
    count_entries_of_event,
    select_entries,
)
from tournaments.selectors.registration.names import load_entry_name, load_entry_names
from tournaments.selectors.registration.no_shows import load_no_shows
from tournaments.services.undo.replacements import replace_by_waiting
from tournaments.services.undo.withdrawals import withdraw_pair
from web.actors import get_actor
from web.desk.access import about, get_managed_entry, get_managed_event
from web.desk.moved_up import announce_moved_up
from web.desk.undo_offers import offer_undo
from web.paging import choose_page
from web.searching import read_search

PAIRS_A_PAGE = 100


@login_required
@require_safe
def no_shows(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Who is not there, with a button for each: to note it as present, to take it out, or to give
    its place to the first that waits."""
    event = get_managed_event(request, event_id)
    no_show_entries = load_no_shows(event)
    first_waiting, sought = no_show_entries.next_waiting, read_search(request)
    shown_entries = no_show_entries.entries
    # Sorted by surname where a name is looked for, else in the order of entering.
    if sought:
        found = select_entries(event, sought, EntryOrder.SURNAME)
        shown_entries = found.filter(pk__in=no_show_entries.entries)
    entries_page: Page[Entry] = choose_page(request, shown_entries, PAIRS_A_PAGE)
    # The next pair of the waiting list is named on the page too, by the same query.
    named_ids = [entry.pk for entry in entries_page]
    if first_waiting is not None:
        named_ids.append(first_waiting.pk)
    names = load_entry_names(event, named_ids)
    waiting_name = None
    if first_waiting is not None:
        waiting_name = names[first_waiting.pk]
    context = {
        **about(request, event, "entries"),
        "rows": [(entry, names[entry.pk]) for entry in entries_page],
        "page": entries_page,
        "sought": sought,
        "absent": no_show_entries.entries.count(),
        "counts": count_entries_of_event(event),
        "due_at": no_show_entries.due_at,
        "is_due": no_show_entries.is_due(timezone.now()),
        "waiting": waiting_name,
        "is_drawn": event.is_current,
        "can_remove": event.is_not_drawn or event.is_current,
    }
    return render(request, "desk/no_shows.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Takes out a pair that does not come; ``act=replace``: the first that waits plays in its
    place. Sent twice, it is done once."""
    entry = get_managed_entry(request, entry_id)
    event = entry.event
    if request.method != "POST" or entry.state != Entry.State.ENTERED:
        return redirect("desk:no_shows", event.pk)
    # Somebody has noted it as present since the page was shown: it is not taken out unseen.
    if entry.present_at is not None:
        raise EntryRefused("entry_is_present")
    # One moment for both acts: ``announce_moved_up`` finds by it who has moved up.
    now, reason = timezone.now(), _("did not come")
    name = load_entry_name(entry).short
    if request.POST.get("act") == "replace":
        steps = replace_by_waiting(entry=entry, reason=reason, actor=get_actor(request), now=now)
        what_was_done = _("Somebody else plays in the place of %(names)s")
    else:
        steps = withdraw_pair(entry=entry, reason=reason, actor=get_actor(request), now=now)
        what_was_done = _("Withdrawn: %(names)s")
    offer_undo(request, what_was_done % {"names": name}, steps)
    announce_moved_up(request, event, now)
    return redirect("desk:no_shows", event.pk)
