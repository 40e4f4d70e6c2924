"""Further halls of an event, each with tables of its own."""

from collections.abc import Collection
from datetime import datetime

from accounts.actors import Actor
from database.limits import MOST_TABLES
from database.transactions import atomic_with_retry
from tournaments.models import Event, Group, Hall, Table, Venue
from tournaments.permissions import Right, check
from tournaments.refusals import EventStateRefused, HallRefused
from tournaments.selectors.hall.halls import digest_hall_name, get_hall
from tournaments.services.club.clubs import add_venue
from tournaments.services.registration.entries import check_nothing_committed
from tournaments.services.regulation.regulations import publish_regulation
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import check_seen, lock_event, touch

HALLS_MAY_BE_ADDED = (*Event.NOT_DRAWN_STATES, *Event.CURRENT_STATES)
HALLS_MAY_BE_RENAMED = (*HALLS_MAY_BE_ADDED, Event.State.FINISHED)


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
    event = _lock_for_halls(event, actor, HALLS_MAY_BE_ADDED)
    table_count = event.tables.count()
    if not event.is_not_drawn and not table_count:
        # Without tables nobody is called to one: matches that have begun would have none.
        raise HallRefused("hall_without_tables")
    if not 1 <= tables <= MOST_TABLES - table_count:
        raise HallRefused(
            "hall_too_large", field="tables", tables=tables, most=MOST_TABLES - table_count
        )
    if event.is_not_drawn:
        # A draw that is prepared was committed to for the event as it is.
        check_nothing_committed(event)
    venue = add_venue(club=event.club, name=name, address=address, actor=actor)
    _check_is_free(event, venue)
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
    event = _lock_for_halls(hall.event, actor, HALLS_MAY_BE_ADDED)
    if not event.is_not_drawn:
        raise EventStateRefused("event_is_pinned", state=event.state, fields=["tables"])
    check_nothing_committed(event)
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


@atomic_with_retry
def rename_hall(
    *, hall: Hall, name: str, actor: Actor, now: datetime, reason: str = "", seen: str = ""
) -> Hall:
    """Gives a hall another name; its tables and its groups stay. Like the venue of the event until
    the event is archived, and after the start with a ``reason``. ``seen``: what the page showed
    (``digest_hall_name``); without it, nothing is compared.

    Raises NotAllowed, EventStateRefused, HallRefused, NotFound, ReasonMissing, ChangedMeanwhile.
    """
    event = _lock_for_halls(hall.event, actor, HALLS_MAY_BE_RENAMED)
    # Read again under the lock: somebody may have renamed or removed it.
    hall = get_hall(event, hall.pk)
    old_venue = hall.venue
    if old_venue.name == name:
        return hall
    version_before = digest_hall_name(hall)
    same_name = event.club.venues.filter(name__iexact=name).exclude(pk=old_venue.pk)
    # Anything but this event's hall and its groups.
    is_used_elsewhere = (
        old_venue.events.exists()
        or old_venue.halls.exclude(event=event).exists()
        or old_venue.groups.exclude(stage__event=event).exists()
    )
    if is_used_elsewhere or same_name.exists():
        # Other events were announced at the old venue, and their regulations name it.
        hall.venue = add_venue(club=event.club, name=name, address="", actor=actor)
        _check_is_free(event, hall.venue)
        hall.save(update_fields=["venue"])
        groups = Group.objects.filter(stage__event=event, venue=old_venue)
        groups.update(venue=hall.venue)
    else:
        old_venue.name = name
        old_venue.save(update_fields=["name"])
    check_seen(seen, before=version_before, after=digest_hall_name(hall))
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return hall


def _check_is_free(event: Event, venue: Venue) -> None:
    """Raises HallRefused for a venue that is one of the event already."""
    if venue.pk == event.venue_id or event.halls.filter(venue=venue).exists():
        raise HallRefused("hall_is_there", field="name", hall=venue.name)


def _lock_for_halls(event: Event, actor: Actor, states: Collection[str]) -> Event:
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    if event.state not in states:
        raise EventStateRefused("event_state", state=event.state)
    return event
