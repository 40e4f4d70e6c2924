"""The draws of an event for everybody: all of them, their records, and the ceremony in the hall."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Draw, Event
from tournaments.refusals import NotFound
from tournaments.selectors.draws import draw_for, draws_of
from tournaments.selectors.events import visible_event
from web.actors import actor_of
from web.board.parts import Joined, PagePart, results_tag, results_ticket_for
from web.draws import draw_views, record_of


@require_safe
def draws(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All draws of an event, the last on top; each is checked in the reader's browser."""
    event = visible_event(actor_of(request), event_id)
    context = {
        "event": event,
        "ticket": results_ticket_for(event),
        "source": reverse("board:draws_part", args=[event.pk]),
        "part": _draws(event).html,
    }
    return render(request, "board/draws.html", context)


@require_safe
def draws_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The draws alone."""
    return _draws(visible_event(actor_of(request), event_id)).answer(request)


def _draws(event: Event) -> Joined:
    def read() -> Mapping[str, Any]:
        rows = list(draws_of(event).order_by("-pk"))
        return {"event": event, "views": draw_views(event, rows)}

    tag = results_tag(event.pk)
    return Joined("live", (PagePart(f"draws:{event.pk}", tag, "board/_draws.html", read),))


@require_safe
def ceremony(request: HttpRequest, event_id: UUID, draw_id: int) -> HttpResponse:
    """One draw for the projector: its fingerprint, the word, then the order one by one."""
    event, draw = _get_draw(request, event_id, draw_id)
    context = {
        "event": event,
        "ticket": results_ticket_for(event),
        "source": reverse("board:ceremony_part", args=[event.pk, draw.pk]),
        "part": _ceremony(event, draw).html,
        "now": timezone.now(),
    }
    return render(request, "board/draw_ceremony.html", context)


@require_safe
def ceremony_part(request: HttpRequest, event_id: UUID, draw_id: int) -> HttpResponse:
    """What is shown of it now."""
    event, draw = _get_draw(request, event_id, draw_id)
    return _ceremony(event, draw).answer(request)


def _ceremony(event: Event, draw: Draw) -> Joined:
    def read() -> Mapping[str, Any]:
        (view,) = draw_views(event, [draws_of(event).get(pk=draw.pk)])
        return {"event": event, "view": view}

    tag = results_tag(event.pk, f"d{draw.pk}")
    part = PagePart(f"ceremony:{event.pk}", tag, "board/_draw_ceremony.html", read)
    return Joined("ceremony", (part,))


def _get_draw(request: HttpRequest, event_id: UUID, draw_id: int) -> tuple[Event, Draw]:
    event = visible_event(actor_of(request), event_id)
    draw = draws_of(event).filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    return event, draw


@require_safe
def record(request: HttpRequest, draw_id: int) -> HttpResponse:
    """The record of a draw that was held, one line, as ``competition verify`` takes it."""
    draw = draw_for(actor_of(request), draw_id)
    if draw.state != Draw.State.HELD:
        raise NotFound
    answer = JsonResponse(record_of(draw), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="draw-{draw.pk}.json"'
    return answer
