"""Lists within one event, which the address must name: ``?event=``."""

from functools import cached_property

from api.filters import EventQueryFilter
from api.reading import read_uuid
from api.resource import Listing
from tournaments.models import Event
from tournaments.selectors.events.events import visible_event


class WithinEvent(Listing):
    """A list within the event of the address. Raises NotFound for who may not see the event."""

    filterset_class: type[EventQueryFilter] = EventQueryFilter

    @cached_property
    def event(self) -> Event:
        event_id = read_uuid(self.request.query_params.get("event"), field="event")
        return visible_event(self.actor, event_id)
