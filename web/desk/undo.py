"""Takes back what was done just now."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from kernel.refusals import Refusal
from tournaments.refusals import NotAllowed, NotFound
from tournaments.services.undo.offers import read_steps
from tournaments.services.undo.undo import undo
from web.actors import get_actor
from web.desk.access import get_worked_event
from web.desk.posting import posted_from
from web.desk.undo_offers import withdraw_offer
from web.refusals import word_refusal_fully


@login_required
@posted_from("desk:event", "event_id")
def take_back(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Takes back the act that was offered, and returns to the page from which it was asked."""
    event = get_worked_event(request, event_id)
    steps = read_steps(request.POST.get("token", ""))
    # Before the act, which may be refused: an offer is used once.
    withdraw_offer(request)
    try:
        undo(steps=steps, actor=get_actor(request), now=timezone.now())
    # These have pages of their own; every other refusal is a message on the next page.
    except (NotAllowed, NotFound):
        raise
    except Refusal as refusal:
        messages.error(request, " ".join(word_refusal_fully(refusal)))
    else:
        messages.success(request, _("Taken back."))
    next_url = request.POST.get("next", "")
    # The address was posted: one of another site is not followed. It is used as it is, as
    # ``redirect`` would take one without a slash for the name of a page.
    is_ours = url_has_allowed_host_and_scheme(next_url, allowed_hosts=None)
    if next_url.startswith("/") and is_ours:
        return HttpResponseRedirect(next_url)
    return redirect("desk:event", event.pk)
