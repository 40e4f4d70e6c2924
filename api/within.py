"""Lists within one event, which the address must name: ``?event=``."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar

from django.forms import IntegerField
from django_filters import rest_framework as filters

from api.reading import LARGEST_ID, read_uuid
from api.resource import Listing
from tournaments.models import Event
from tournaments.selectors.events import visible_event


class IdFilter(filters.NumberFilter):  # type: ignore[misc]
    """A filter by the id of a row: a whole number that a database knows."""

    field_class = IntegerField

    def __init__(self, field_name: str | None = None) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST_ID)


LONGEST_SEARCH = 120


class TextFilter(filters.CharFilter):  # type: ignore[misc]
    """A text to look for. The form refuses NUL by itself."""

    def __init__(self, field_name: str | None = None, **more: Any) -> None:
        super().__init__(field_name, max_length=LONGEST_SEARCH, **more)


Rows = TypeVar("Rows")


class EventOnly(filters.FilterSet):  # type: ignore[misc]
    """Names the event; the list is cut to it already."""

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
