"""Reads the halls of an event."""

from uuid import UUID

from kernel.canonical import digest
from tournaments.models import Event, Hall
from tournaments.refusals import NotFound


def list_halls(event_id: UUID) -> list[Hall]:
    """The further halls of an event with their venues, by their tables. One query."""
    halls = Hall.objects.filter(event=event_id).select_related("venue")
    return list(halls.order_by("first_table"))


def get_hall(event: Event, hall_id: int) -> Hall:
    """A hall of this event. Raises NotFound."""
    hall = Hall.objects.select_related("event", "venue").filter(pk=hall_id, event=event).first()
    if hall is None:
        raise NotFound
    return hall


def digest_hall_name(hall: Hall) -> str:
    """Another text as soon as a hall has another name."""
    return digest(hall.venue.name)
