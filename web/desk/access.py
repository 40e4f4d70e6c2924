"""Loads the event of a page of the desk, and checks that the user may see the page."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from live.tickets import ticket
from tournaments.models import Entry, Event
from tournaments.notices import name_event_topic, name_hall_topic
from tournaments.permissions import Right, list_rights
from tournaments.refusals import NotAllowed
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.stream_access import hold_for_user
from web.actors import get_actor
from web.desk.tabs import find_tab
from web.desk.undo_offers import find_offer

KEPT = "acts_by_event"
"""The attribute of a request that caches the rights of its user."""


def get_managed_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for its managers. Raises NotFound, NotAllowed."""
    return _get_event(request, event_id, Right.MANAGE_EVENTS)


def get_worked_event(request: HttpRequest, event_id: UUID) -> Event:
    """The event, for its managers and referees. Raises NotFound, NotAllowed."""
    return _get_event(request, event_id, Right.WRITE_SHEETS)


def get_managed_entry(request: HttpRequest, entry_id: int) -> Entry:
    """The entry with its event, for the managers of the event. Raises NotFound, NotAllowed."""
    entry = get_visible_entry(get_actor(request), entry_id)
    _check_right(request, entry.event, Right.MANAGE_EVENTS)
    return entry


def _get_event(request: HttpRequest, event_id: UUID, right: Right) -> Event:
    event = get_visible_event(get_actor(request), event_id)
    _check_right(request, event, right)
    return event


def _check_right(request: HttpRequest, event: Event, right: Right) -> None:
    if right not in _load_rights(request, event):
        raise NotAllowed(act=right.value)


def _load_rights(request: HttpRequest, event: Event) -> frozenset[Right]:
    """The rights of the user at this event. They are read once for each request, as the check and
    the page itself both need them."""
    rights_by_event: dict[UUID, frozenset[Right]] = request.__dict__.setdefault(KEPT, {})
    if event.pk not in rights_by_event:
        rights = list_rights(get_actor(request), club_id=event.club_id, event=event)
        rights_by_event[event.pk] = rights
    return rights_by_event[event.pk]


def about(request: HttpRequest, event: Event, page: str) -> dict[str, Any]:
    """The context of every page of an event: its name and its tab, the user's rights, the stream it
    follows, and the offer to undo what the user has just done, though it were at another event."""
    return {
        "event": event,
        "tab": page,
        "main_tab": find_tab(page),
        "manages": manages(request, event),
        "ticket": make_desk_ticket(request, event, list_topics(event)),
        "undo": find_offer(request),
    }


def manages(request: HttpRequest, event: Event) -> bool:
    """Whether the user organizes the event; referees only write its sheets."""
    return Right.MANAGE_EVENTS in _load_rights(request, event)


def make_desk_ticket(request: HttpRequest, event: Event, topics: Sequence[str]) -> str:
    """A ticket for these topics, valid as long as the user has a role at the event."""
    assert request.user.pk is not None, "only pages of users who are signed in have one"
    return ticket(topics, holder=hold_for_user(request.user.pk, event), for_play=True)


def list_topics(event: Event) -> list[str]:
    """The topics that a page of an event follows: the event itself, and every line written at its
    tables, including results."""
    return [name_event_topic(event.pk), name_hall_topic(event.pk)]
