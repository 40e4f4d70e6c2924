"""Which event a page of the desk is about, and whether one may be here."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest

from tournaments.models import Event
from tournaments.permissions import Act, check, may
from tournaments.selectors.events import visible_event
from web.actors import actor_of


def managed_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for whoever manages it. Raises NotFound, NotAllowed."""
    actor = actor_of(request)
    event = visible_event(actor, event_id)
    check(actor, Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return event


def worked_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for whoever manages it or keeps its sheets. Raises NotFound, NotAllowed."""
    actor = actor_of(request)
    event = visible_event(actor, event_id)
    check(actor, Act.WRITE_SHEETS, club_id=event.club_id, event=event)
    return event


def about(request: HttpRequest, event: Event, tab: str) -> dict[str, Any]:
    """What every page of an event shows: where one is, and what one may do there."""
    manages = may(actor_of(request), Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return {"event": event, "tab": tab, "manages": manages}
