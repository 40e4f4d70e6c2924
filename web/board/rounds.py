"""The rounds of an event, one by one: pairings, tables and results."""

from collections.abc import Callable, Mapping, Sequence
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
from tournaments.selectors.stages import load_round_counts
from web.actors import actor_of
from web.anchors import last_anchor_view
from web.board.parts import EventReader, HallPart, Joined, hall_versions, ticket_for
from web.brackets import boxes_of
from web.paging import page_asked, page_of
from web.rounds import RoundState, round_states

MATCHES_A_PAGE = 64
LONGEST_ID = 18


@require_safe
def rounds(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One round: that which is on, or ``?round=``."""
    found = visible_event(actor_of(request), event_id)
    chosen, page = _round_asked(request), page_asked(request)
    asked = urlencode({"round": chosen or "", "page": page})
    context = {
        "event": found,
        "ticket": ticket_for(found),
        "source": f"{reverse('board:rounds_part', args=[found.pk])}?{asked}",
        "part": _round(found.pk, lambda: found, chosen, page).html,
        "anchor": last_anchor_view(found),
    }
    return render(request, "board/rounds.html", context)


@require_safe
def rounds_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The round alone."""
    read_event = EventReader(request, event_id)
    chosen, page = _round_asked(request), page_asked(request)
    return _round(event_id, read_event, chosen, page).answer_to_all(request, read_event)


def _round(
    event_id: UUID, read_event: Callable[[], Event], chosen: int | None, page: int
) -> Joined:
    part = HallPart(
        f"round:{event_id}",
        hall_versions(event_id),
        (f"r{chosen}", f"p{page}"),
        "board/_round.html",
        lambda: _context(read_event(), chosen, page),
        read_event,
    )
    return Joined("live", (part,))


def _context(event: Event, chosen: int | None, page: int) -> Mapping[str, Any]:
    rounds = round_states(load_round_counts(event))
    round_ = _choose_round(rounds, chosen)
    if round_ is None:
        return {"event": event, "rounds": (), "chosen": None, "boxes": ()}
    at, pages = page_of(page, round_.pairings, MATCHES_A_PAGE)
    first = at * MATCHES_A_PAGE + 1
    found = pairings_along([(round_.id, first, first + MATCHES_A_PAGE - 1)])[round_.id]
    boxes = boxes_of(event, found, rounds)
    return {
        "event": event,
        "rounds": rounds,
        "chosen": round_,
        "boxes": boxes,
        "page": at,
        "pages": pages,
    }


def _choose_round(rounds: Sequence[RoundState], chosen: int | None) -> RoundState | None:
    """The round that was asked for; else the first in which something is left to play, or the
    last of all."""
    asked = (round_ for round_ in rounds if round_.id == chosen)
    left = (round_ for round_ in rounds if round_.open)
    return next(asked, None) or next(left, None) or (rounds[-1] if rounds else None)


def _round_asked(request: HttpRequest) -> int | None:
    asked = request.GET.get("round", "")
    is_id = asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_ID
    return int(asked) if is_id else None
