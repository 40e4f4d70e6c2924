"""The bracket and the places on the desk."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.draws.change_previews import find_changeable_bracket
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.standings import load_event_places
from web.anchors import build_last_anchor_view
from web.bracket_views import build_bracket_view
from web.desk.access import about, get_worked_event
from web.paging import read_page_number
from web.places import build_places_page
from web.searching import read_search


@login_required
@require_safe
def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bracket of an event, or a section of it."""
    event = get_worked_event(request, event_id)
    sought = read_search(request)
    counts = load_round_counts(event)
    formats = {count.stage.number: count.stage.format for count in counts}
    view = build_bracket_view(
        event,
        counts,
        request.GET.get("section", ""),
        sought,
        request.GET.get("draw", "")[:8],
        as_shown=False,
    )
    context = {
        **about(request, event, "bracket"),
        "changeable": find_changeable_bracket(event, formats),
        "view": view,
        "sought": sought,
        "sheet_url": "desk:sheet",
        "anchor": build_last_anchor_view(event),
    }
    return render(request, "desk/bracket.html", context)


@login_required
@require_safe
def places(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The places of all entries, including those that are still in."""
    event = get_worked_event(request, event_id)
    shown = build_places_page(
        event, load_event_places(event), read_page_number(request), read_search(request)
    )
    context = {**about(request, event, "places"), "shown": shown, "sought": shown.sought}
    return render(request, "desk/places.html", context)
