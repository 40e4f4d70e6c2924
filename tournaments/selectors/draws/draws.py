"""Reads the draws that were held."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.actors import Actor
from competition.draw.apart import MeetingAgain, find_early_meetings
from competition.formats import format_named
from competition.plan import Entrant
from competition.stages.stage import plan_stage
from tournaments.models import Draw, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


def list_draws(event: Event) -> QuerySet[Draw]:
    """The draws of an event: the last of a stage counts, the earlier ones stay visible."""
    return Draw.objects.filter(stage__event=event).select_related("stage")


def find_drawn_at(event: Event) -> datetime | None:
    """When the draw of the first stage that counts was held."""
    held_draws = list_draws(event).filter(
        stage__number=1, state=Draw.State.HELD, purpose=Draw.Purpose.ORDER
    )
    return held_draws.order_by("pk").values_list("held_at", flat=True).last()


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
    # A stage with a single group keeps its order as a plain list.
    drawn_order: list[Any] = draw.order or []
    if not drawn_order or not isinstance(drawn_order[0], list):
        drawn_order = [drawn_order]
    groups = tuple(tuple(members) for members in drawn_order)
    plan = plan_stage(format_, format_.options(draw.options), groups, entrants)
    return find_early_meetings(plan, entrants)
