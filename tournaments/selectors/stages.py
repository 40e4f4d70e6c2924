"""Reads stages and rounds for who may see their event."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.actors import Actor
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.brackets import CLOSED


def stage_for(actor: Actor, stage_id: int) -> Stage:
    """The stage of that id. Raises NotFound."""
    stage = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if stage is None:
        raise NotFound
    check_visible(actor, stage.event)
    return stage


def counted(rounds: QuerySet[Round]) -> QuerySet[Round, dict[str, Any]]:
    """Rounds as rows, with how many pairings they have and how many are still ``open``."""
    rows: QuerySet[Round, Any] = rounds.annotate(
        pairing_count=Count("pairings"),
        open_count=Count("pairings", filter=~Q(pairings__state__in=CLOSED)),
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


def round_of(event: Event, round_id: int) -> Round:
    """A round of this event. Raises NotFound."""
    round_ = Round.objects.filter(pk=round_id, group__stage__event=event).first()
    if round_ is None:
        raise NotFound
    return round_


def shape_of(round_: Round) -> tuple[int, int]:
    """How many rounds the section of a round has, and how many pairings the round: what its name
    hangs on. Two queries."""
    length = Round.objects.filter(group=round_.group_id, section=round_.section).count()
    return length, round_.pairings.count()


@dataclass(frozen=True, slots=True)
class RoundCount:
    """A round with what its name hangs on, and how far it is."""

    id: int
    group: int
    section: str
    number: int
    pairings: int
    byes: int
    open: int


def counted_rounds(event: Event) -> tuple[RoundCount, ...]:
    """All rounds of an event in the order of play. One query."""
    rows = Round.objects.filter(group__stage__event=event).annotate(
        count=Count("pairings"),
        byes=Count("pairings", filter=Q(pairings__state=Pairing.State.BYE)),
        open=Count("pairings", filter=~Q(pairings__state__in=CLOSED)),
    )
    ordered = rows.order_by("group__stage__number", "group__number", "order")
    names = ("pk", "group", "section", "number", "count", "byes", "open")
    return tuple(RoundCount(*row) for row in ordered.values_list(*names))


def open_rounds(event: Event) -> list[int]:
    """The ids of the rounds in which something is still to be played, in the order of play."""
    open_pairings = Pairing.objects.filter(round=OuterRef("pk")).exclude(state__in=CLOSED)
    rows = Round.objects.filter(Exists(open_pairings), group__stage__event=event)
    return list(rows.order_by("group__number", "order").values_list("pk", flat=True))
