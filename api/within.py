"""Lists within one event, which the address must name: ``?event=``."""

from functools import cached_property

from api.filters import EventQueryFilter
from api.reading import read_uuid
from api.viewsets import ApiView
from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event


class WithinEvent(ApiView):
    """A view whose list is that of the event in the query."""

    filterset_class: type[EventQueryFilter] = EventQueryFilter

    @cached_property
    def event(self) -> Event:
        """The event in the query. Raises QueryRefused, NotFound."""
        event_id = read_uuid(self.request.query_params.get("event"), field="event")
        return get_visible_event(self.actor, event_id)
