"""The anchors of an event for everybody."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.trust.anchors import LONGEST_LINK, PAPER_PARAMETER
from tournaments.selectors.events.events import get_visible_event
from tournaments.services.trust.anchors import format_public_key, load_signing_key
from web.actors import get_actor
from web.anchors import build_anchor_views, compare_paper, compare_records


@require_safe
def anchors(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All of them with their QR codes, the last on top. ``?paper=``: what a printed QR code or its
    short form says, which is compared with them, and they with what is recorded by now."""
    event = get_visible_event(get_actor(request), event_id)
    views = build_anchor_views(event)
    key = ""
    if views:
        key = format_public_key(load_signing_key(settings.ANCHOR_KEY_FILE))
    printed = request.GET.get(PAPER_PARAMETER, "")
    unreadable = ""
    paper_comparison = None
    if printed:
        paper_comparison = compare_paper(printed, views, lambda: compare_records(event))
        if paper_comparison.verdict == "unreadable":
            unreadable = printed
    context = {
        "event": event,
        "views": views,
        "key": key,
        "compared": paper_comparison,
        "parameter": PAPER_PARAMETER,
        # What could not be read stays in the field, to be corrected.
        "printed": unreadable,
        "longest": LONGEST_LINK,
    }
    return render(request, "board/anchors.html", context)
