"""Which event a page of the desk is about, and whether one may be here."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest

from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import event_topic, hall_topic
from tournaments.permissions import Right, acts_of
from tournaments.refusals import NotAllowed
from tournaments.selectors.events import visible_event
from web.actors import actor_of

KEPT = "acts_by_event"
"""Where a request keeps what its sender may do."""


def get_managed_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for its managers. Raises NotFound, NotAllowed."""
    return _event(request, event_id, Right.MANAGE_EVENTS)


def get_worked_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for its managers and referees. Raises NotFound, NotAllowed."""
    return _event(request, event_id, Right.WRITE_SHEETS)


def _event(request: HttpRequest, event_id: UUID, act: Right) -> Event:
    event = visible_event(actor_of(request), event_id)
    if act not in _acts(request, event):
        raise NotAllowed(act=act.value)
    return event


def _acts(request: HttpRequest, event: Event) -> frozenset[Right]:
    """What one may do at this event, asked once a request."""
    known: dict[UUID, frozenset[Right]] = request.__dict__.setdefault(KEPT, {})
    if event.pk not in known:
        known[event.pk] = acts_of(actor_of(request), club_id=event.club_id, event=event)
    return known[event.pk]


def about(request: HttpRequest, event: Event, tab: str) -> dict[str, Any]:
    """What every page of an event shows: where one is, and what one may do there."""
    return {
        "event": event,
        "tab": tab,
        "manages": manages(request, event),
        "ticket": ticket(topics_of(event)),
    }


def manages(request: HttpRequest, event: Event) -> bool:
    """Whether the sender organizes the event, and does not keep its sheets alone."""
    return Right.MANAGE_EVENTS in _acts(request, event)


def topics_of(event: Event) -> list[str]:
    """What a page of an event follows: the event itself, and every line that is written at its
    tables, results among them."""
    return [event_topic(event.pk), hall_topic(event.pk)]
