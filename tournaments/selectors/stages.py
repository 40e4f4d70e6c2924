"""Reads stages and rounds for who may see their event."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.actors import Actor
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


def stage_for(actor: Actor, stage_id: int) -> Stage:
    """The stage of that id. Raises NotFound."""
    stage = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if stage is None:
        raise NotFound
    check_visible(actor, stage.event)
    return stage


def counted(rounds: QuerySet[Round]) -> QuerySet[Round, dict[str, Any]]:
    """Rounds as rows, with how many pairings they have and how many are still ``open``."""
    closed = (Pairing.State.DECIDED, Pairing.State.BYE)
    rows: QuerySet[Round, Any] = rounds.annotate(
        pairing_count=Count("pairings"),
        open_count=Count("pairings", filter=~Q(pairings__state__in=closed)),
    ).values(
        "pk",
        "group__stage__event_id",
        "group__stage_id",
        "group__number",
        "section",
        "number",
        "order",
        "pairing_count",
        "open_count",
    )
    return rows


def round_for(actor: Actor, round_id: int) -> dict[str, Any]:
    """The round of that id, as a row of ``counted``. Raises NotFound."""
    event = Event.objects.filter(stages__groups__rounds=round_id).first()
    if event is None:
        raise NotFound
    check_visible(actor, event)
    return counted(Round.objects.filter(pk=round_id)).get()
