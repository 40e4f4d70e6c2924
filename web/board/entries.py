"""The public list of who has entered an event."""

from uuid import UUID

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Entry
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.registration.deletions import hide_left_before_draw
from tournaments.selectors.registration.entries import EntryOrder, select_entries
from tournaments.selectors.registration.names import load_names_of_entries
from web.actors import get_actor
from web.paging import choose_page
from web.searching import read_search
from web.sorting import PUBLIC_ENTRY_ORDERS, build_sort_links, read_sort

ENTRIES_A_PAGE = 128


@require_safe
def entries(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The entries in the order that is asked for, by the names that the event shows."""
    event = get_visible_event(get_actor(request), event_id)
    sought, sort = read_search(request), read_sort(request, PUBLIC_ENTRY_ORDERS)
    matching_entries = select_entries(event, sought, EntryOrder(sort), as_shown=True)
    # The waiting list belongs to the desk, and a replaced entry does not play.
    playing_entries = matching_entries.exclude(
        state__in=(Entry.State.WAITLISTED, Entry.State.REPLACED)
    )
    shown_entries = hide_left_before_draw(playing_entries)
    page: Page[Entry] = choose_page(request, shown_entries, ENTRIES_A_PAGE)
    rows = list(page)
    names = load_names_of_entries(event, rows)
    context = {
        "event": event,
        "sought": sought,
        "sort": sort,
        "sorts": build_sort_links(PUBLIC_ENTRY_ORDERS, sort, {"q": sought}),
        "page": page,
        "rows": [(entry, names[entry.pk]) for entry in rows],
    }
    return render(request, "board/entries.html", context)
