"""The bracket and the places on the desk."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.standings import standings_of
from web.anchors import last_anchor_view
from web.brackets import bracket_view
from web.desk.access import about, get_worked_event
from web.paging import page_asked
from web.places import places_page
from web.searching import sought_in


@login_required
@require_safe
def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bracket of an event, of any size."""
    event = get_worked_event(request, event_id)
    sought = sought_in(request)
    context = {
        **about(request, event, "bracket"),
        "view": bracket_view(
            event, request.GET.get("section", ""), sought, request.GET.get("draw", "")[:8]
        ),
        "sought": sought,
        "sheet_url": "desk:sheet",
        "anchor": last_anchor_view(event),
    }
    return render(request, "desk/bracket.html", context)


@login_required
@require_safe
def places(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The places of all entries, and those still in."""
    event = get_worked_event(request, event_id)
    shown = places_page(standings_of(event), page_asked(request), sought_in(request))
    context = {**about(request, event, "places"), "shown": shown, "sought": shown.sought}
    return render(request, "desk/places.html", context)
