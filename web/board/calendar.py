"""The calendar of a stage, public: the date and the pairings of each round."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import chain
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.brackets import load_pairings_along
from tournaments.selectors.stages.stages import get_stage_by_number
from web.actors import get_actor
from web.board.parts import Joined, PagePart, make_results_tag, make_results_ticket
from web.brackets import Box, build_boxes
from web.paging import cut_page, read_page_number
from web.rounds import RoundStretch, load_rounds
from web.stages import build_stage_tabs

MATCHES_A_PAGE = 192


@require_safe
def calendar(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The rounds of one stage, to read and to print."""
    event = get_visible_event(get_actor(request), event_id)
    get_stage_by_number(event, number)  # raises NotFound
    page = read_page_number(request)
    source = reverse("board:calendar_part", args=[event.pk, number])
    context = {
        "event": event,
        "number": number,
        "stages": build_stage_tabs(event),
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": f"{source}?{urlencode({'page': page})}",
        "part": _build_part(event, number, page).html,
    }
    return render(request, "board/calendar.html", context)


@require_safe
def calendar_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The rounds alone."""
    event = get_visible_event(get_actor(request), event_id)
    get_stage_by_number(event, number)  # raises NotFound
    return _build_part(event, number, read_page_number(request)).answer(request)


def _build_part(event: Event, number: int, page: int) -> Joined:
    def load_context() -> Mapping[str, Any]:
        rounds = load_rounds(event).of_stage(number)
        shown_page = cut_page(page, rounds.divide_into_pages(MATCHES_A_PAGE), 1)
        shown_stretches: list[RoundStretch] = []
        for stretches in shown_page:
            shown_stretches += stretches

        pairings_by_round = load_pairings_along(
            (row.id, first, last) for row, first, last in shown_stretches
        )
        pairings = list(chain.from_iterable(pairings_by_round.values()))
        boxes_by_round: dict[int, list[Box]] = defaultdict(list)
        for box in build_boxes(event, pairings, rounds):
            boxes_by_round[box.pairing.round].append(box)
        shown_rounds = []
        for row, first, last in shown_stretches:
            shown_rounds.append((row, first, last, boxes_by_round[row.id]))
        return {"event": event, "rounds": shown_rounds, "page": shown_page}

    tag = make_results_tag(event.pk, f"s{number}", f"p{page}")
    part = PagePart(f"calendar:{event.pk}", tag, "board/_calendar.html", load_context)
    return Joined("live", (part,))
