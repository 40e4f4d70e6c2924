"""Further halls of an event, each with tables of its own."""

from datetime import datetime

from accounts.actors import Actor
from database.limits import MOST_TABLES
from database.transactions import atomic_with_retry
from tournaments.models import Event, Group, Hall, Table
from tournaments.permissions import Right, check
from tournaments.refusals import EventStateRefused, HallRefused
from tournaments.services.club.clubs import add_venue
from tournaments.services.registration.entries import ENTRIES_OPEN, check_nothing_promised
from tournaments.services.regulation.regulations import publish_regulation
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event, touch

HALLS_MAY_BE_ADDED = (*ENTRIES_OPEN, Event.State.DRAWN, Event.State.RUNNING)


@atomic_with_retry
def add_hall(
    *,
    event: Event,
    name: str,
    tables: int,
    actor: Actor,
    now: datetime,
    reason: str = "",
    address: str = "",
) -> Hall:
    """One more hall, with as many new tables: their numbers follow those that are there. After the
    start with a ``reason``: it changes the regulation.

    Raises NotAllowed, EventStateRefused, HallRefused, ReasonMissing.
    """
    event = _lock_for_halls(event, actor)
    table_count = event.tables.count()
    if event.state not in ENTRIES_OPEN and not table_count:
        # Without tables nobody is called to one: matches that have begun would have none.
        raise HallRefused("hall_without_tables")
    if not 1 <= tables <= MOST_TABLES - table_count:
        raise HallRefused("hall_too_large", tables=tables, most=MOST_TABLES - table_count)
    if event.state in ENTRIES_OPEN:
        # A draw that is prepared was promised for the event as it is.
        check_nothing_promised(event)
    venue = add_venue(club=event.club, name=name, address=address, actor=actor)
    if venue.pk == event.venue_id or event.halls.filter(venue=venue).exists():
        raise HallRefused("hall_is_there", hall=venue.name)
    table_numbers = range(table_count + 1, table_count + tables + 1)
    Table.objects.bulk_create(Table(event=event, number=number) for number in table_numbers)
    hall = Hall.objects.create(
        event=event, venue=venue, first_table=table_numbers[0], last_table=table_numbers[-1]
    )
    touch(event, now)
    if event.state == Event.State.RUNNING:
        # Pairings wait for tables: those that were added take them at once.
        call_ready(event_id=event.pk, now=now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return hall


@atomic_with_retry
def remove_hall(*, hall: Hall, actor: Actor, now: datetime) -> None:
    """Takes away the last hall with its tables, before the draw. Groups that play there have no
    place of their own any more.

    Raises NotAllowed, EventStateRefused, HallRefused.
    """
    event = _lock_for_halls(hall.event, actor)
    if event.state not in ENTRIES_OPEN:
        raise EventStateRefused("event_is_pinned", state=event.state, fields=["tables"])
    check_nothing_promised(event)
    # Tables are numbered through all halls: without the last ones no number is left out.
    if hall.last_table != event.tables.count():
        raise HallRefused("hall_is_not_the_last", last=event.tables.count())
    event.tables.filter(number__gte=hall.first_table).delete()
    Group.objects.filter(stage__event=event, venue=hall.venue_id).update(
        venue=None, first_table=None, last_table=None
    )
    hall.delete()
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now)


def _lock_for_halls(event: Event, actor: Actor) -> Event:
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    if event.state not in HALLS_MAY_BE_ADDED:
        raise EventStateRefused("event_state", state=event.state)
    return event
