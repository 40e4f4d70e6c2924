"""Lists within one event, which the address must name: ``?event=``."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from django_filters import rest_framework as filters

from api.reading import read_uuid
from api.resource import Listing
from tournaments.models import Event
from tournaments.selectors.events.events import visible_event

Rows = TypeVar("Rows")


class EventOnly(filters.FilterSet):  # type: ignore[misc]
    """Names the event; the list is cut to it already."""

    # The view has found the event; this filter requires it, and describes it in the document.
    event = filters.UUIDFilter(required=True, method="keep")

    class Meta:
        fields: Sequence[str] = ()

    def keep(self, rows: Rows, name: str, value: object) -> Rows:
        return rows


class WithinEvent(Listing):
    """A list within the event of the address. Raises NotFound for who may not see the event."""

    filterset_class: type[filters.FilterSet] = EventOnly

    @cached_property
    def event(self) -> Event:
        event_id = read_uuid(self.request.query_params.get("event"), field="event")
        return visible_event(self.actor, event_id)
