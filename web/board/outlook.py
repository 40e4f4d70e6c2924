"""What must still happen in a stage, for everybody."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Event, Stage
from tournaments.selectors.events import visible_event
from tournaments.selectors.outlooks import StageOutlooks
from tournaments.selectors.road import stage_of
from tournaments.services.outlooks import look
from web.actors import actor_of
from web.board.parts import Joined, PagePart, results_tag, results_ticket_for
from web.outlook import outlook_view
from web.stages import stage_tabs
from wording.stages import stage_name


@require_safe
def outlook(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Who is through, can be, or is out. While a worker counts, the page asks again."""
    event = visible_event(actor_of(request), event_id)
    stage = stage_of(event, number)
    found = look(stage=stage, now=timezone.now())
    context = {
        "event": event,
        "title": stage_name(stage.name, stage.format),
        "number": number,
        "stages": stage_tabs(event),
        "ticket": results_ticket_for(event),
        "source": reverse("board:outlook_part", args=[event.pk, number]),
        "part": _part(event, stage, found).html,
        "counting": found.rows is None,
    }
    return render(request, "board/outlook.html", context)


@require_safe
def outlook_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The outlook alone."""
    event = visible_event(actor_of(request), event_id)
    stage = stage_of(event, number)
    return _part(event, stage, look(stage=stage, now=timezone.now())).answer(request)


def _part(event: Event, stage: Stage, found: StageOutlooks) -> Joined:
    def read() -> Mapping[str, Any]:
        return {"view": outlook_view(event, stage, found), "event": event}

    state = "counting" if found.rows is None else "counted"
    tag = results_tag(event.pk, f"s{stage.number}", state)
    return Joined("live", (PagePart(f"outlook:{event.pk}", tag, "board/_outlook.html", read),))
