"""The page of an event: what is played now, where one's table is, how it is played."""

from collections.abc import Mapping
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
from web.board.parts import Joined, Part, hall_tag, ticket_for
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
        "part": _now(found, sought).html,
        "drawn": found.state not in BEFORE_THE_DRAW,
    }
    return render(request, "board/event.html", context)


@require_safe
def now(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Its living part alone."""
    found = visible_event(actor_of(request), event_id)
    return _now(found, sought_in(request)).answer(request)


def _now(event: Event, sought: str) -> Joined:
    """What all see, under what is about those that are sought."""
    reading = _Reading(event, sought)
    tag = hall_tag(event.pk)
    shared = Part(f"now:{event.pk}", tag, "board/_now.html", reading.shared)
    if not sought:
        return Joined("live", (shared,))
    key = sha256(sought.encode()).hexdigest()[:16]
    mine = Part(f"mine:{event.pk}:{key}", tag, "board/_mine.html", reading.mine)
    return Joined("live", (mine, shared), key)


@dataclass
class _Reading:
    """Reads the hall once, for whichever of the parts is not kept."""

    event: Event
    sought: str

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
