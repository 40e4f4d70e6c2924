"""The public page of the outlook: which entries of a stage are through, can be, or are out."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event, Stage
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.selectors.standings.outlooks import StageOutlooks
from tournaments.services.standings.outlooks import look
from web.actors import get_actor
from web.board.parts import Joined, PagePart, digest_search, make_results_tag, make_results_ticket
from web.outlook import build_outlook_view
from web.paging import read_page_number
from web.searching import read_search
from web.stages import build_stage_tabs
from wording.stages import name_stage


@require_safe
def outlook(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The entries that are through, can still advance, or are out. The first request starts the
    computation; until a worker has finished it, the page asks again."""
    event = get_visible_event(get_actor(request), event_id)
    stage = get_stage_by_number(event, number)
    page, sought = read_page_number(request), read_search(request)
    # A small stage is computed here; a large one by a worker, while ``rows`` is None.
    outlooks = look(stage=stage, now=timezone.now())
    source = reverse("board:outlook_part", args=[event.pk, number])
    context = {
        "event": event,
        "title": name_stage(stage),
        "number": number,
        "stages": build_stage_tabs(event),
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": f"{source}?{urlencode({'page': str(page), 'q': sought})}",
        "part": _build_part(event, stage, outlooks, page, sought).html,
        "sought": sought,
        "counting": outlooks.rows is None,
    }
    return render(request, "board/outlook.html", context)


@require_safe
def outlook_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The outlook alone."""
    event = get_visible_event(get_actor(request), event_id)
    stage = get_stage_by_number(event, number)
    page, sought = read_page_number(request), read_search(request)
    outlooks = look(stage=stage, now=timezone.now())
    return _build_part(event, stage, outlooks, page, sought).answer(request)


def _build_part(
    event: Event, stage: Stage, outlooks: StageOutlooks, page: int, sought: str
) -> Joined:
    def load_context() -> Mapping[str, Any]:
        return {"view": build_outlook_view(event, stage, outlooks, page, sought), "event": event}

    # The result of the worker changes no version of the event, so its state is part of the tag.
    state = "counted"
    if outlooks.rows is None:
        state = "counting"
    tag = make_results_tag(event.pk, f"s{stage.number}", state, f"p{page}", digest_search(sought))
    part = PagePart(f"outlook:{event.pk}", tag, "board/_outlook.html", load_context)
    return Joined("live", (part,))
