"""Events for those who manage them: what is read here is not shown to others."""

from uuid import UUID

from accounts.actors import Actor
from tournaments.models import Event
from tournaments.permissions import Right, check
from tournaments.selectors.events.events import get_visible_event


def get_event_to_manage(actor: Actor, event_id: UUID) -> Event:
    """The event, for its managers. Raises NotFound, NotAllowed."""
    event = get_visible_event(actor, event_id)
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return event
