"""Viewsets of what is in one event or one stage, which the address names."""

from functools import cached_property

from rest_framework.mixins import ListModelMixin

from api.filters import EventQueryFilter
from api.reading import read_uuid
from api.viewsets import ApiViewSet
from tournaments.models import Event, Stage
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.stages import get_stage


class EventQueryViewSet(ListModelMixin, ApiViewSet):
    """A resource whose list is that of the event in the query: ``?event=``."""

    filterset_class: type[EventQueryFilter] = EventQueryFilter

    @cached_property
    def event(self) -> Event:
        """The event in the query. Raises QueryRefused, NotFound."""
        event_id = read_uuid(self.request.query_params.get("event"), field="event")
        return get_visible_event(self.actor, event_id)


class InEventViewSet(ApiViewSet):
    """A resource below ``events/{event_id}/``."""

    @cached_property
    def event(self) -> Event:
        """The event in the path. Raises NotFound."""
        return get_visible_event(self.actor, self.kwargs["event_id"])


class InStageViewSet(ApiViewSet):
    """A resource below ``stages/{stage_id}/``."""

    @cached_property
    def stage(self) -> Stage:
        """The stage in the path. Raises NotFound."""
        return get_stage(self.actor, self.kwargs["stage_id"])
