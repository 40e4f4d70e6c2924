"""Reads protests."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.actors import Actor
from tournaments.models import Event, Protest
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


@dataclass(frozen=True, slots=True)
class ProtestCounts:
    """How many protests an event has, and how many of them wait for a decision."""

    all: int
    open: int


def list_protests(event: Event) -> QuerySet[Protest]:
    """The protests of an event, the newest first, with their matches."""
    return event.protests.select_related("pairing__match").order_by("-pk")


def open_protests(event: Event) -> QuerySet[Protest]:
    """The protests that wait for a decision, the oldest first."""
    return event.protests.filter(decision="").order_by("pk")


def count_protests(event: Event) -> ProtestCounts:
    """One query."""
    decisions = list(event.protests.values_list("decision", flat=True))
    return ProtestCounts(len(decisions), decisions.count(""))


def get_protest(actor: Actor, protest_id: int) -> Protest:
    """The protest of that id with its event. Raises NotFound, also for who may not see it."""
    protest = (
        Protest.objects.select_related("event__club", "pairing__match")
        .filter(pk=protest_id)
        .first()
    )
    if protest is None:
        raise NotFound
    check_visible(actor, protest.event)
    return protest
