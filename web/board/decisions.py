"""What was decided after corrections, for everybody."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.decisions.pending import list_decisions
from tournaments.selectors.decisions.protests import protests_of
from tournaments.selectors.events.events import visible_event
from tournaments.selectors.standings.penalties import penalties_of
from web.actors import actor_of
from web.board.parts import Joined, PagePart, results_tag, results_ticket_for
from web.bracket_changes import load_changes
from web.penalties import penalty_views
from web.protests import protest_views
from web.questions import asides_of, question_views


@require_safe
def decisions(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The questions that corrections have left, with decisions and reasons; sheets that no longer
    count; penalties."""
    event = visible_event(actor_of(request), event_id)
    context = {
        "event": event,
        "ticket": results_ticket_for(event, actor_of(request)),
        "source": reverse("board:decisions_part", args=[event.pk]),
        "part": _build_part(event).html,
    }
    return render(request, "board/decisions.html", context)


@require_safe
def decisions_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The decisions alone."""
    return _build_part(visible_event(actor_of(request), event_id)).answer(request)


def _build_part(event: Event) -> Joined:
    def load_context() -> Mapping[str, Any]:
        views = question_views(event, list(list_decisions(event)))
        return {
            # A question is open as long as nothing was decided.
            "open": [view for view in views if not view.decision],
            "decided": [view for view in views if view.decision],
            "event": event,
            "asides": asides_of(event),
            "penalties": penalty_views(event, list(penalties_of(event))),
            "changes": load_changes(event),
            "protests": protest_views(event, list(protests_of(event))),
        }

    tag = results_tag(event.pk, "d")
    part = PagePart(f"decisions:{event.pk}", tag, "board/_decisions.html", load_context)
    return Joined("live", (part,))
