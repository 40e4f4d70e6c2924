"""The address of an event as a proof: who sends the id of an event by link has been given its link.

Rows have small numbers that anybody can count through; the id of an event cannot be guessed. So a
request for a row of an event by link names the event as well: ``?event=``, as lists do.
"""

from uuid import UUID

from django.http import HttpRequest

from tournaments.models import Event

PARAMETER = "event"
LONGEST_ID = 36


def read_event_link(request: HttpRequest) -> UUID | None:
    """The event that the address of a request names, in its path or as ``?event=``."""
    match = request.resolver_match
    in_path = match.kwargs.get("event_id") if match is not None else None
    if isinstance(in_path, UUID):
        return in_path
    try:
        return UUID(request.GET.get(PARAMETER, "")[:LONGEST_ID])
    except ValueError:
        return None


def link_query(event: Event) -> str:
    """What is added to the address of a row of the event, so that its readers may follow it."""
    if event.visibility != Event.Visibility.LINK:
        return ""
    return name_event(event)


def name_event(event: Event) -> str:
    """The query that names the event, for an address that outlives its visibility: one on paper
    still leads to its match when the event is shown by link later."""
    return f"?{PARAMETER}={event.pk}"
