"""Says who has moved up from the waiting list."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.registration.names import load_entry_names

MOST_SENTENCES = 3
"""Pairs that have a sentence each; more are counted and named in one."""


def announce_moved_up(request: HttpRequest, event: Event, now: datetime) -> None:
    """Says who has got a place from the waiting list at this moment."""
    moved_entries = list(
        event.entries.filter(moved_up_at=now).order_by("pk").values_list("pk", flat=True)
    )
    if not moved_entries:
        return
    names = load_entry_names(event, moved_entries).list_labels(moved_entries)
    if len(names) <= MOST_SENTENCES:
        for name in names:
            message = _("From the waiting list: %(names)s.") % {"names": name}
            messages.success(request, message)
        return
    message = _("%(count)s move up from the waiting list: %(names)s.")
    messages.success(request, message % {"count": len(names), "names": ", ".join(names)})
