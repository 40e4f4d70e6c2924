"""The address in the QR code of an entry: it leads the organizers of the event to its check-in."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.addresses import read_client_address
from accounts.limits import Limit
from competition.hall.codes import find_check_in_code
from tournaments.models import Entry
from tournaments.permissions import Right, may
from tournaments.refusals import NotFound
from tournaments.selectors.registration.entries import find_entry_by_check_in_code
from web.actors import get_actor
from web.errors import too_many_requests

GUESSES: Final = Limit("check-in-address", 30)
"""The codes of one address that are of no entry, in ten minutes."""


@require_safe
@cache_control(private=True, no_store=True)
def open_check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Goes to the check-in of an entry. Everybody else gets a page that says what the code is for,
    and nothing about the entry.

    No page that is reached from here has the code in its address: the sign-in goes on to the
    entry by its number, which is no secret.
    """
    now, address = timezone.now(), read_client_address(request)
    if wait := GUESSES.wait(address, now):
        return too_many_requests(request, wait)
    found = find_check_in_code(code)
    entry: Entry | None = None
    if found:
        entry = find_entry_by_check_in_code(found)
    if entry is None:
        GUESSES.failed(address, now)
        raise NotFound
    event = entry.event
    if may(get_actor(request), Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        return redirect("desk:check_in", entry.pk)
    return render_for_the_desk(request, entry.pk)


def render_for_the_desk(request: HttpRequest, entry_id: int, status: int = 200) -> HttpResponse:
    """The page for who may not check in an entry: show this at the desk."""
    page = render(request, "board/check_in.html", {"entry_id": entry_id}, status=status)
    page["Referrer-Policy"] = "no-referrer"
    return page
