"""The ranking of a stage, for everybody."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.events import visible_event
from tournaments.selectors.road import stage_of
from web.actors import actor_of
from web.board.parts import Joined, Part, results_tag, ticket_for
from web.rankings import ranking_view
from web.stages import stage_tabs
from wording.stages import stage_name


@require_safe
def ranking(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking of one stage, why each stands above the next."""
    found = visible_event(actor_of(request), event_id)
    stage = stage_of(found, number)
    context = {
        "event": found,
        "title": stage_name(stage.name, stage.format),
        "number": number,
        "stages": stage_tabs(found),
        "ticket": ticket_for(found),
        "source": reverse("board:ranking_part", args=[found.pk, number]),
        "part": _ranking(found, number).html,
    }
    return render(request, "board/ranking.html", context)


@require_safe
def ranking_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking alone."""
    found = visible_event(actor_of(request), event_id)
    stage_of(found, number)
    return _ranking(found, number).answer(request)


def _ranking(event: Event, number: int) -> Joined:
    def read() -> Mapping[str, Any]:
        return {"view": ranking_view(event, stage_of(event, number))}

    tag = results_tag(event.pk, f"s{number}")
    return Joined("live", (Part(f"ranking:{event.pk}", tag, "_ranking.html", read),))
