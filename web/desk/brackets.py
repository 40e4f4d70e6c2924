"""The bracket and the places on the desk."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.draws.change_previews import find_changeable_bracket
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.standings import event_places_of
from web.anchors import last_anchor_view
from web.bracket_views import bracket_view
from web.desk.access import about, get_worked_event
from web.paging import page_asked
from web.places import places_page
from web.searching import sought_in


@login_required
@require_safe
def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bracket of an event, or a section of it."""
    event = get_worked_event(request, event_id)
    sought = sought_in(request)
    counts = load_round_counts(event)
    formats = {count.stage.number: count.stage.format for count in counts}
    context = {
        **about(request, event, "bracket"),
        "changeable": find_changeable_bracket(event, formats),
        "view": bracket_view(
            event, counts, request.GET.get("section", ""), sought, request.GET.get("draw", "")[:8]
        ),
        "sought": sought,
        "sheet_url": "desk:sheet",
        "anchor": last_anchor_view(event),
    }
    return render(request, "desk/bracket.html", context)


@login_required
@require_safe
def places(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The places of all entries, including those that are still in."""
    event = get_worked_event(request, event_id)
    shown = places_page(event, event_places_of(event), page_asked(request), sought_in(request))
    context = {**about(request, event, "places"), "shown": shown, "sought": shown.sought}
    return render(request, "desk/places.html", context)
