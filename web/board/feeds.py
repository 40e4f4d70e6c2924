"""Calendars to subscribe to (RFC 5545): of an event, and of a club's public events."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import icalendar
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from live.kept import answer_from_cache, make_tag
from tournaments.models import Event
from tournaments.selectors.events.clubs import get_public_club
from tournaments.selectors.events.events import get_visible_event, list_events_to_announce
from tournaments.selectors.stages.stages import load_round_counts_by_event
from web.actors import get_actor
from web.board.calendar_entries import CalendarEntry, list_calendar_entries
from web.board.parts import digest_search
from web.rounds import load_rounds, make_rounds

KIND = "text/calendar; charset=utf-8"
PRODUCT = "-//La Bella//La Bella//EN"
LOOKS_AGAIN = timedelta(hours=1)
EVENING = timedelta(hours=4)
"""How long an entry with a start hour is shown: nobody knows when an event ends."""
PAST = timedelta(days=400)
"""How far a club's calendar goes back."""


@require_safe
def event_calendar(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The dates of one event, for all who may see it."""
    event = get_visible_event(get_actor(request), event_id)
    entries = list(list_calendar_entries(event, load_rounds(event)))
    return _answer_calendar(request, f"ics:{event.pk}", event.name, [event], entries)


@require_safe
def club_calendar(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The public events of a club, with their rounds. Four queries."""
    club = get_public_club(club_slug)
    events = list_events_to_announce(club.pk, timezone.localdate() - PAST)
    rounds = load_round_counts_by_event(events)
    entries: list[CalendarEntry] = []
    for event in events:
        entries += list_calendar_entries(event, make_rounds(rounds[event.pk]))
    return _answer_calendar(request, f"ics:club:{club.pk}", club.name, events, entries)


def _answer_calendar(
    request: HttpRequest,
    resource: str,
    name: str,
    events: Sequence[Event],
    entries: Sequence[CalendarEntry],
) -> HttpResponse:
    """304 to a reader that has this calendar. Its tag comes from the entries themselves, because
    they show more than one version covers: names of places, the club."""
    stamps = {event.pk: event.created_at for event in events}
    addresses = {}
    for event in events:
        page = reverse("board:event", args=[event.pk])
        addresses[event.pk] = request.build_absolute_uri(page)
    tag = make_tag("ics", digest_search(repr((name, entries, sorted(addresses.values())))))
    response = answer_from_cache(
        request,
        tag=tag,
        resource=resource,
        make=lambda: build_calendar(name, entries, stamps, addresses),
        content_type=KIND,
    )
    response["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return response


def build_calendar(
    name: str,
    entries: Iterable[CalendarEntry],
    stamps: dict[UUID, datetime],
    addresses: dict[UUID, str],
) -> bytes:
    """The calendar as iCalendar. ``stamps`` and ``addresses``: when each event was created, and
    its public page."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    # Declared as text: icalendar escapes properties that it does not know only then.
    calendar.add("name", icalendar.vText(name))
    calendar.add("x-wr-calname", icalendar.vText(name))
    calendar.add("x-wr-timezone", settings.TIME_ZONE)
    calendar.add("refresh-interval", LOOKS_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        component = icalendar.Event()
        component.add("uid", str(entry.uid))
        component.add("sequence", entry.sequence)
        # Of the creation, so that the same version is always the same bytes: SEQUENCE tells the
        # newer.
        component.add("dtstamp", stamps[entry.event])
        component.add("summary", entry.title)
        if entry.start is None:
            component.add("dtstart", entry.date)
        else:
            start = datetime.combine(entry.date, entry.start, ZoneInfo(settings.TIME_ZONE))
            component.add("dtstart", start)
            component.add("dtend", start + EVENING)
        if entry.place:
            component.add("location", entry.place)
        if entry.notes:
            component.add("description", entry.notes)
        component.add("url", addresses[entry.event])
        component.add("status", entry.status)
        component.add("transp", entry.transparency)
        calendar.add_component(component)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())
