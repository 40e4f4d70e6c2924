"""The ranking of a stage, for everybody."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.events.events import visible_event
from tournaments.selectors.stages.stages import stage_of
from web.actors import actor_of
from web.board.parts import (
    EventReader,
    Joined,
    PagePart,
    digest_of,
    results_tag,
    results_ticket_for,
)
from web.paging import page_asked
from web.rankings import ranking_view
from web.searching import sought_in
from web.stages import stage_tabs
from wording.stages import name_stage


@require_safe
def ranking(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking of one stage, with the reason for each place."""
    event = visible_event(actor_of(request), event_id)
    stage = stage_of(event, number)
    page, sought = page_asked(request), sought_in(request)
    source = reverse("board:ranking_part", args=[event.pk, number])
    context = {
        "event": event,
        "title": name_stage(stage.name, stage.format),
        "number": number,
        "stages": stage_tabs(event),
        "ticket": results_ticket_for(event, actor_of(request)),
        "source": f"{source}?{urlencode({'page': str(page), 'q': sought})}",
        "part": _build_part(event.pk, lambda: event, number, page, sought).html,
        "sought": sought,
    }
    return render(request, "board/ranking.html", context)


@require_safe
def ranking_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking alone."""
    read_event = EventReader(request, event_id)
    page, sought = page_asked(request), sought_in(request)
    return _build_part(event_id, read_event, number, page, sought).answer_to_all(
        request, read_event
    )


def _build_part(
    event_id: UUID, read_event: Callable[[], Event], number: int, page: int, sought: str
) -> Joined:
    def load_context() -> Mapping[str, Any]:
        event = read_event()
        return {"view": ranking_view(event, stage_of(event, number), page, sought)}

    tag = results_tag(event_id, f"s{number}", f"p{page}", digest_of(sought))
    part = PagePart(f"ranking:{event_id}", tag, "_ranking.html", load_context)
    return Joined("live", (part,))
