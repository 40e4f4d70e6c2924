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
from tournaments.selectors.events.events import visible_event
from tournaments.selectors.events.stage_sequence import stage_of
from tournaments.selectors.stages.brackets import pairings_along
from tournaments.selectors.stages.stages import load_round_counts
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
    event = visible_event(actor_of(request), event_id)
    stage_of(event, number)  # raises NotFound
    page = page_asked(request)
    source = reverse("board:calendar_part", args=[event.pk, number])
    context = {
        "event": event,
        "number": number,
        "stages": stage_tabs(event),
        "ticket": results_ticket_for(event, actor_of(request)),
        "source": f"{source}?{urlencode({'page': page})}",
        "part": _build_part(event, number, page).html,
    }
    return render(request, "board/calendar.html", context)


@require_safe
def calendar_part(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The rounds alone."""
    event = visible_event(actor_of(request), event_id)
    stage_of(event, number)  # raises NotFound
    return _build_part(event, number, page_asked(request)).answer(request)


def _build_part(event: Event, number: int, page: int) -> Joined:
    def load_context() -> Mapping[str, Any]:
        rounds = [row for row in round_states(load_round_counts(event)) if row.stage == number]
        # Whole rounds on a page, as many as it has room for, and at least one.
        largest = max((row.pairings for row in rounds), default=1)
        size = max(1, MATCHES_A_PAGE // largest)
        shown_page = page_of(page, rounds, size)

        pairings_by_round = pairings_along((row.id, 1, row.pairings) for row in shown_page)
        pairings = list(chain.from_iterable(pairings_by_round.values()))
        boxes_by_round: dict[int, list[Box]] = defaultdict(list)
        for box in boxes_of(event, pairings, rounds):
            boxes_by_round[box.pairing.round].append(box)
        return {
            "event": event,
            "rounds": [(row, boxes_by_round[row.id]) for row in shown_page],
            "page": shown_page,
        }

    tag = results_tag(event.pk, f"s{number}", f"p{page}")
    part = PagePart(f"calendar:{event.pk}", tag, "board/_calendar.html", load_context)
    return Joined("live", (part,))
