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
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.stages import get_stage_by_number
from web.actors import get_actor
from web.board.parts import (
    EventReader,
    Joined,
    PagePart,
    digest_search,
    make_results_tag,
    make_results_ticket,
)
from web.paging import read_page_number
from web.rankings import build_ranking_view
from web.searching import read_search
from web.stages import build_stage_tabs
from wording.stages import name_stage


@require_safe
def ranking(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking of one stage, with the reason for each place."""
    event = get_visible_event(get_actor(request), event_id)
    stage = get_stage_by_number(event, number)
    page, sought = read_page_number(request), read_search(request)
    source = reverse("board:ranking_part", args=[event.pk, number])
    context = {
        "event": event,
        "title": name_stage(stage),
        "number": number,
        "stages": build_stage_tabs(event),
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": f"{source}?{urlencode({'page': str(page), 'q': sought})}",
        "part": _build_part(event.pk, lambda: event, number, page, sought).html,
        "sought": sought,
    }
    return render(request, "board/ranking.html", context)


@require_safe
def ranking_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking alone."""
    read_event = EventReader(request, event_id)
    page, sought = read_page_number(request), read_search(request)
    return _build_part(event_id, read_event, number, page, sought).answer_to_all(
        request, read_event
    )


def _build_part(
    event_id: UUID, read_event: Callable[[], Event], number: int, page: int, sought: str
) -> Joined:
    def load_context() -> Mapping[str, Any]:
        event = read_event()
        return {"view": build_ranking_view(event, get_stage_by_number(event, number), page, sought)}

    tag = make_results_tag(event_id, f"s{number}", f"p{page}", digest_search(sought))
    part = PagePart(f"ranking:{event_id}", tag, "_ranking.html", load_context)
    return Joined("live", (part,))
