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
from tournaments.selectors.draws.draws import get_draw, list_draws
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.trust.exports import verify_document
from web.actors import get_actor
from web.board.parts import Joined, PagePart, make_results_tag, make_results_ticket
from web.draws import build_draw_views


@require_safe
def draws(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All draws of an event, the last on top; each is checked in the reader's browser."""
    event = get_visible_event(get_actor(request), event_id)
    context = {
        "event": event,
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": reverse("board:draws_part", args=[event.pk]),
        "part": _build_draws_part(event).html,
    }
    return render(request, "board/draws.html", context)


@require_safe
def draws_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The draws alone."""
    return _build_draws_part(get_visible_event(get_actor(request), event_id)).answer(request)


def _build_draws_part(event: Event) -> Joined:
    def load_context() -> Mapping[str, Any]:
        rows = list(list_draws(event).order_by("-pk"))
        return {"event": event, "views": build_draw_views(event, rows)}

    tag = make_results_tag(event.pk)
    part = PagePart(f"draws:{event.pk}", tag, "board/_draws.html", load_context)
    return Joined("live", (part,))


@require_safe
def ceremony(request: HttpRequest, event_id: UUID, draw_id: int) -> HttpResponse:
    """One draw for the projector: its commitment, the word, then the order one by one."""
    event, draw = _get_draw(request, event_id, draw_id)
    context = {
        "event": event,
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": reverse("board:ceremony_part", args=[event.pk, draw.pk]),
        "part": _build_ceremony_part(event, draw).html,
        "now": timezone.now(),
    }
    return render(request, "board/draw_ceremony.html", context)


@require_safe
def ceremony_part(request: HttpRequest, event_id: UUID, draw_id: int) -> HttpResponse:
    """The ceremony alone."""
    event, draw = _get_draw(request, event_id, draw_id)
    return _build_ceremony_part(event, draw).answer(request)


def _build_ceremony_part(event: Event, draw: Draw) -> Joined:
    def load_context() -> Mapping[str, Any]:
        # ``draw`` was read before the tag below; this is read after it, so it is never older.
        (view,) = build_draw_views(event, [list_draws(event).get(pk=draw.pk)])
        return {"event": event, "view": view}

    tag = make_results_tag(event.pk, f"d{draw.pk}")
    part = PagePart(f"ceremony:{event.pk}", tag, "board/_draw_ceremony.html", load_context)
    return Joined("ceremony", (part,))


def _get_draw(request: HttpRequest, event_id: UUID, draw_id: int) -> tuple[Event, Draw]:
    event = get_visible_event(get_actor(request), event_id)
    # Among the draws of this event only: its visibility says nothing about others.
    draw = list_draws(event).filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    return event, draw


@require_safe
def record(request: HttpRequest, draw_id: int) -> HttpResponse:
    """The record of a draw that was held, one line, as ``competition verify`` takes it."""
    draw = get_draw(get_actor(request), draw_id)
    response = JsonResponse(verify_document(draw), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="draw-{draw.pk}.json"'
    return response
