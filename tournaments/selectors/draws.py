"""Reads the draws that were held."""

from django.db.models import QuerySet

from accounts.actors import Actor
from tournaments.models import Draw, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


def draws_of(event: Event) -> QuerySet[Draw]:
    """The draws of an event: the last of a stage counts, the earlier ones stay on show."""
    return Draw.objects.filter(stage__event=event).select_related("stage")


def draw_for(actor: Actor, draw_id: int) -> Draw:
    """The draw of that id. Raises NotFound, also for who may not see its event."""
    draw = Draw.objects.select_related("stage__event").filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    check_visible(actor, draw.stage.event)
    return draw
