"""The calendar of a stage, public: the date and the pairings of each round."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.brackets import pairings_along
from tournaments.selectors.events import visible_event
from tournaments.selectors.road import stage_of
from tournaments.selectors.stages import load_round_counts
from web.actors import actor_of
from web.board.parts import Joined, PagePart, results_tag, results_ticket_for
from web.brackets import Box, boxes_of
from web.paging import page_asked, page_of
from web.rounds import round_states
from web.stages import stage_tabs

MATCHES_A_PAGE = 192


@require_safe
def calendar(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The rounds of one stage, to read and to print."""
    found = visible_event(actor_of(request), event_id)
    stage_of(found, number)
    page = page_asked(request)
    source = reverse("board:calendar_part", args=[found.pk, number])
    context = {
        "event": found,
        "number": number,
        "stages": stage_tabs(found),
        "ticket": results_ticket_for(found),
        "source": f"{source}?{urlencode({'page': page})}",
        "part": _calendar(found, number, page).html,
    }
    return render(request, "board/calendar.html", context)


@require_safe
def calendar_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The rounds alone."""
    found = visible_event(actor_of(request), event_id)
    stage_of(found, number)
    return _calendar(found, number, page_asked(request)).answer(request)


def _calendar(event: Event, number: int, page: int) -> Joined:
    tag = results_tag(event.pk, f"s{number}", f"p{page}")
    resource = f"calendar:{event.pk}"
    part = PagePart(resource, tag, "board/_calendar.html", lambda: _context(event, number, page))
    return Joined("live", (part,))


def _context(event: Event, number: int, page: int) -> Mapping[str, Any]:
    rounds = [row for row in round_states(load_round_counts(event)) if row.stage == number]
    size = max(1, MATCHES_A_PAGE // max((row.pairings for row in rounds), default=1))
    at, pages = page_of(page, len(rounds), size)
    shown = rounds[at * size :][:size]
    found = pairings_along((row.id, 1, row.pairings) for row in shown)
    boxes: dict[int, list[Box]] = defaultdict(list)
    for box in boxes_of(event, [each for row in shown for each in found[row.id]], rounds):
        boxes[box.pairing.round].append(box)
    return {
        "event": event,
        "rounds": [(row, boxes[row.id]) for row in shown],
        "page": at,
        "pages": pages,
    }
