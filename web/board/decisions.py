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
from tournaments.selectors.decisions.protests import list_protests
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.standings.penalties import list_penalties
from web.actors import get_actor
from web.board.parts import Joined, PagePart, make_results_tag, make_results_ticket
from web.bracket_changes import load_changes
from web.penalties import build_penalty_views
from web.protests import build_protest_views
from web.questions import build_aside_views, build_question_views


@require_safe
def decisions(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The questions that corrections have left, with decisions and reasons; sheets that no longer
    count; penalties."""
    event = get_visible_event(get_actor(request), event_id)
    context = {
        "event": event,
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": reverse("board:decisions_part", args=[event.pk]),
        "part": _build_part(event).html,
    }
    return render(request, "board/decisions.html", context)


@require_safe
def decisions_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The decisions alone."""
    return _build_part(get_visible_event(get_actor(request), event_id)).answer(request)


def _build_part(event: Event) -> Joined:
    def load_context() -> Mapping[str, Any]:
        views = build_question_views(event, list(list_decisions(event)))
        return {
            # A question is open as long as nothing was decided.
            "open": [view for view in views if not view.decision],
            "decided": [view for view in views if view.decision],
            "event": event,
            "asides": build_aside_views(event),
            "penalties": build_penalty_views(event, list(list_penalties(event))),
            "changes": load_changes(event),
            "protests": build_protest_views(event, list(list_protests(event))),
        }

    tag = make_results_tag(event.pk, "d")
    part = PagePart(f"decisions:{event.pk}", tag, "board/_decisions.html", load_context)
    return Joined("live", (part,))
