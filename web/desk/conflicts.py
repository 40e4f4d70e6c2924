"""Conflicts of phones on the desk: settled by word of mouth."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.selectors.hall.conflicts import get_conflict
from tournaments.services.undo.hall import settle
from web.actors import get_actor
from web.desk.undo_offers import offer_undo


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settle_conflict(request: HttpRequest, conflict_id: int) -> HttpResponse:
    """Takes a conflict out of the queue."""
    conflict, event = get_conflict(get_actor(request), conflict_id)
    if request.method == "POST":
        steps = settle(conflict=conflict, actor=get_actor(request), now=timezone.now())
        offer_undo(request, _("The conflict is settled"), steps)
    return redirect("desk:event", event.pk)
