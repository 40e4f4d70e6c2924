"""The rounds of an event, one by one: pairings, tables and results."""

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
from tournaments.selectors.stages.brackets import load_pairings_along
from web.actors import get_actor
from web.anchors import build_last_anchor_view
from web.board.parts import EventReader, HallPart, Joined, get_hall_versions, make_hall_ticket
from web.brackets import build_boxes
from web.numbers import parse_number
from web.paging import cut_page, read_page_number
from web.rounds import load_rounds

MATCHES_A_PAGE = 64
LONGEST_ID = 18


@require_safe
def rounds(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One round: the current one, or ``?round=``."""
    event = get_visible_event(get_actor(request), event_id)
    round_id = parse_number(request.GET.get("round"), digits=LONGEST_ID)
    page = read_page_number(request)
    query = urlencode({"round": round_id or "", "page": page})
    context = {
        "event": event,
        "ticket": make_hall_ticket(event, get_actor(request)),
        "source": f"{reverse('board:rounds_part', args=[event.pk])}?{query}",
        "part": _build_part(event.pk, lambda: event, round_id, page).html,
        "anchor": build_last_anchor_view(event),
    }
    return render(request, "board/rounds.html", context)


@require_safe
def rounds_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The round alone."""
    read_event = EventReader(request, event_id)
    round_id = parse_number(request.GET.get("round"), digits=LONGEST_ID)
    page = read_page_number(request)
    return _build_part(event_id, read_event, round_id, page).answer_to_all(request, read_event)


def _build_part(
    event_id: UUID, read_event: Callable[[], Event], round_id: int | None, page: int
) -> Joined:
    def load_context() -> Mapping[str, Any]:
        event = read_event()
        rounds = load_rounds(event)
        round_ = rounds.current_or_last
        if round_ is None:
            # Nothing is drawn yet.
            return {"event": event, "rounds": (), "chosen": None, "boxes": ()}
        # The requested round; by default the first with open matches, or the last of all.
        round_ = rounds.by_id.get(round_id or 0, round_)
        # Only the pairings of this page are loaded, by their numbers.
        shown_page = cut_page(page, range(round_.pairings), MATCHES_A_PAGE)
        stretch = (round_.id, shown_page.start_index(), shown_page.end_index())
        pairings = load_pairings_along([stretch])[round_.id]
        return {
            "event": event,
            "rounds": rounds,
            "chosen": round_,
            "boxes": build_boxes(event, pairings, rounds),
            "page": shown_page,
        }

    part = HallPart(
        f"round:{event_id}",
        get_hall_versions(event_id),
        (f"r{round_id}", f"p{page}"),
        "board/_round.html",
        load_context,
        read_event,
    )
    return Joined("live", (part,))
