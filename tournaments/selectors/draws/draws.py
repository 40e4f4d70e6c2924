"""Reads the draws that were held."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.actors import Actor
from competition.draw.apart import MeetingAgain, find_early_meetings
from competition.formats import format_named
from competition.plan import Entrant
from competition.stages.stage import plan_stage
from tournaments.models import Draw, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.standings.fields import list_drawn_groups


def list_draws(event: Event) -> QuerySet[Draw]:
    """The draws of an event: the last of a stage counts, the earlier ones stay visible."""
    return Draw.objects.filter(stage__event=event).select_related("stage")


def find_drawn_at(event: Event) -> datetime | None:
    """When the draw of the first stage that counts was held."""
    held_draws = Draw.objects.held_orders().filter(stage__event=event, stage__number=1)
    return held_draws.values_list("held_at", flat=True).first()


def get_draw(actor: Actor, draw_id: int) -> Draw:
    """The draw of that id. Raises NotFound, also for who may not see its event."""
    draw = Draw.objects.select_related("stage__event").filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    check_visible(actor, draw.stage.event)
    return draw


def find_meetings_again(draw: Draw) -> tuple[MeetingAgain, ...]:
    """Who has met in an earlier stage and could not be kept apart by a draw that was held. No
    query."""
    after_a_stage = any("mates" in entry or "met" in entry for entry in draw.entries)
    if draw.state != Draw.State.HELD or draw.purpose != Draw.Purpose.ORDER or not after_a_stage:
        return ()
    entrants = [Entrant(**entry) for entry in draw.entries]
    format_ = format_named(draw.format)
    groups = tuple(tuple(group) for group in list_drawn_groups(draw.order or ()))
    plan = plan_stage(format_, format_.options(draw.options), groups, entrants)
    return find_early_meetings(plan, entrants)
