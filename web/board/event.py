"""The page of an event: the current state of the hall, the reader's own table, the rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event, Hall
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.hall.halls import list_halls
from web.actors import get_actor
from web.board.hall import BoardHall, load_hall
from web.board.parts import (
    EventReader,
    HallPart,
    Joined,
    PagePart,
    digest_search,
    get_hall_versions,
    make_hall_ticket,
)
from web.forecast import build_forecast_view, find_time_slot
from web.places import SharedPlaces, group_by_places
from web.searching import read_search

MOST_BANDS = 5


@require_safe
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One event. ``?q=`` looks for a player's or a pair's table."""
    event = get_visible_event(get_actor(request), event_id)
    sought = read_search(request)
    is_open = event.is_not_drawn
    halls: Sequence[Hall] = ()
    # After the draw the regulation tells them: this page is read by the whole hall.
    if is_open:
        halls = list_halls(event.pk)
    source = reverse("board:now", args=[event.pk])
    if sought:
        source += f"?{urlencode({'q': sought})}"
    context = {
        "event": event,
        "sought": sought,
        "ticket": make_hall_ticket(event, get_actor(request)),
        "source": source,
        "part": _build_part(event.pk, lambda: event, sought).html,
        "drawn": not is_open,
        "halls": halls,
        "is_open": is_open,
    }
    return render(request, "board/event.html", context)


@require_safe
def event_now(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The live part of the page alone."""
    read_event = EventReader(request, event_id)
    return _build_part(event_id, read_event, read_search(request)).answer_to_all(
        request, read_event
    )


def _build_part(event_id: UUID, read_event: Callable[[], Event], sought: str) -> Joined:
    """The part that is the same for all readers, below that about the entries searched for."""
    hall_reader = _HallReader(read_event, sought)
    versions, slot = get_hall_versions(event_id), find_time_slot(timezone.now())
    shared_part = HallPart(
        f"now:{event_id}",
        versions,
        (slot,),
        "board/_now.html",
        hall_reader.load_shared_context,
        read_event,
    )
    if not sought:
        return Joined("live", (shared_part,))
    # The search is part of the cache's key: readers who look for the same pair share its part.
    key = digest_search(sought)
    own_part = PagePart(
        f"mine:{event_id}:{key}", versions.tag(), "board/_mine.html", hall_reader.load_own_context
    )
    return Joined("live", (own_part, shared_part), key)


@dataclass
class _HallReader:
    """Loads the hall once for both parts, and not at all if both are cached."""

    read_event: Callable[[], Event]
    sought: str

    @cached_property
    def event(self) -> Event:
        return self.read_event()

    @cached_property
    def hall(self) -> BoardHall:
        return load_hall(self.event, sought=self.sought)

    def load_shared_context(self) -> Mapping[str, Any]:
        standings = self.hall.standings
        bands: Sequence[SharedPlaces] = ()
        if standings is not None:
            bands = group_by_places(standings)[:MOST_BANDS]
        return {
            "hall": self.hall,
            "event": self.event,
            "bands": bands,
            "winner": self.hall.winner,
            "at": timezone.now(),
            "forecast": build_forecast_view(
                self.event, self.hall.rounds, timezone.now(), with_chart=False
            ),
        }

    def load_own_context(self) -> Mapping[str, Any]:
        return {"event": self.event, "mine": self.hall.mine, "sought": self.sought}
