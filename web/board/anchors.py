"""The anchors of an event for everybody."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.events.events import visible_event
from tournaments.services.trust.anchors import load_signing_key, public_key_of
from web.actors import actor_of
from web.anchors import anchor_views


@require_safe
def anchors(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All of them with their QR codes, the last on top."""
    event = visible_event(actor_of(request), event_id)
    views = anchor_views(event)
    key = public_key_of(load_signing_key(settings.ANCHOR_KEY_FILE)) if views else ""
    return render(request, "board/anchors.html", {"event": event, "views": views, "key": key})
