"""The page of an event: what is played now, where one's table is, how it is played."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.events import visible_event
from web.actors import actor_of
from web.board.hall import Hall, hall_of
from web.board.parts import EventReader, HallPart, Joined, PagePart, hall_versions, ticket_for
from web.places import bands_of
from web.searching import sought_in

MOST_BANDS = 5
BEFORE_THE_DRAW = (Event.State.DRAFT, Event.State.OPEN)


@require_safe
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One event. ``?q=`` looks for a player's or a pair's table."""
    found = visible_event(actor_of(request), event_id)
    sought = sought_in(request)
    source = reverse("board:now", args=[found.pk])
    context = {
        "event": found,
        "sought": sought,
        "ticket": ticket_for(found),
        "source": f"{source}?{urlencode({'q': sought})}" if sought else source,
        "part": _now(found.pk, lambda: found, sought).html,
        "drawn": found.state not in BEFORE_THE_DRAW,
    }
    return render(request, "board/event.html", context)


@require_safe
def now(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Its living part alone."""
    read_event = EventReader(request, event_id)
    return _now(event_id, read_event, sought_in(request)).answer_to_all(request, read_event)


def _now(event_id: UUID, read_event: Callable[[], Event], sought: str) -> Joined:
    """What all see, under what is about those that are sought."""
    reading = _HallReading(read_event, sought)
    versions = hall_versions(event_id)
    shared = HallPart(
        f"now:{event_id}", versions, (), "board/_now.html", reading.shared, read_event
    )
    if not sought:
        return Joined("live", (shared,))
    key = sha256(sought.encode()).hexdigest()[:16]
    mine = PagePart(f"mine:{event_id}:{key}", versions.tag(), "board/_mine.html", reading.mine)
    return Joined("live", (mine, shared), key)


@dataclass
class _HallReading:
    """Reads the hall once, for whichever of the parts is not kept."""

    read_event: Callable[[], Event]
    sought: str

    @cached_property
    def event(self) -> Event:
        return self.read_event()

    @cached_property
    def hall(self) -> Hall:
        return hall_of(self.event, sought=self.sought)

    def shared(self) -> Mapping[str, Any]:
        standings = self.hall.standings
        return {
            "hall": self.hall,
            "event": self.event,
            "bands": bands_of(standings)[:MOST_BANDS] if standings else (),
            "winner": standings.winner if standings else None,
            "at": timezone.now(),
        }

    def mine(self) -> Mapping[str, Any]:
        return {"event": self.event, "mine": self.hall.mine, "sought": self.sought}
