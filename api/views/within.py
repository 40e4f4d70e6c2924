"""Viewsets of lists within one event, which the query must name: ``?event=``."""

from rest_framework.mixins import ListModelMixin

from api.viewsets import ApiViewSet
from api.within import WithinEvent


class EventQueryViewSet(WithinEvent, ListModelMixin, ApiViewSet):
    """A resource whose list is that of the event in the query."""
