"""Reads events."""

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.actors import PUBLIC, Actor
from database.compiled import CompiledQuery
from tournaments.models import Club, Entry, Event, Stage, Table
from tournaments.permissions import Right, check_visible, list_own_events, list_visible_events, may
from tournaments.refusals import NotFound
from tournaments.selectors.stage_facts import make_stage_facts

MOST_SHOWN = 100
MOST_ANNOUNCED = 300


def get_visible_event(actor: Actor, event_id: UUID) -> Event:
    """The event of that id, with the facts of its stages (``make_stage_facts``). Raises NotFound,
    also for who may not see it."""
    event = select_event_with_facts.fetch_one(event_id)
    if event is None:
        raise NotFound
    check_visible(actor, event)
    return event


@CompiledQuery
def select_event_with_facts(event_id: UUID) -> QuerySet[Event]:
    events = Event.objects.select_related("club", "venue").annotate(**make_stage_facts("pk"))
    return events.filter(pk=event_id)


def list_events_to_announce(club_id: int, since: date) -> list[Event]:
    """The public events of a club from that day on, in the order of their dates."""
    # Where there are too many, the latest are kept: those are still to come.
    rows = list_visible_events(PUBLIC).filter(club=club_id, date__gte=since)
    newest_first = rows.select_related("club", "venue").order_by("-date", "-created_at")
    return list(reversed(newest_first[:MOST_ANNOUNCED]))


def is_of_the_club(actor: Actor, event: Event) -> bool:
    """Whether the actor works at the event, and so is shown what is not public."""
    return may(actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event)


def annotate_events(events: QuerySet[Event]) -> QuerySet[Event]:
    """Events with what lists and documents show of them: club and venue, the ``format``,
    ``format_options`` and ``constraints`` of the first stage, ``entry_count``, ``table_count``."""
    first_stage = Stage.objects.filter(event=OuterRef("pk"), number=1)
    entries = Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.ENTERED)
    tables = Table.objects.filter(event=OuterRef("pk"))
    return events.select_related("club", "venue").annotate(
        format=Subquery(first_stage.values("format")),
        format_options=Subquery(first_stage.values("options")),
        constraints=Subquery(first_stage.values("constraints")),
        entry_count=_count_rows(entries),
        table_count=_count_rows(tables),
    )


def _count_rows(rows: QuerySet[Any]) -> Coalesce:
    counts_by_event = rows.order_by().values("event").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts_by_event), 0)


def list_events_of_clubs(clubs: Iterable[Club]) -> list[Event]:
    """The last events of these clubs, the newest first, each with its number of entries."""
    return _sort_newest_first(Event.objects.filter(club__in=list(clubs)))


def list_events_worked_at(actor: Actor) -> list[Event]:
    """The last events at which the actor has a role, as ``list_events_of_clubs`` has them."""
    return _sort_newest_first(list_own_events(actor))


def _sort_newest_first(events: QuerySet[Event]) -> list[Event]:
    entries = Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.ENTERED)
    rows = events.select_related("club", "venue").annotate(entry_count=_count_rows(entries))
    return list(rows.order_by("-date", "-created_at")[:MOST_SHOWN])


def list_public_events() -> list[Event]:
    """The last public events, the newest first."""
    public = list_visible_events(PUBLIC).select_related("club", "venue")
    return list(public.order_by("-date", "-created_at")[:MOST_SHOWN])
