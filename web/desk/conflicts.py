"""Conflicts of phones on the desk: settled by word of mouth."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournaments.selectors.hall.conflicts import conflict_for
from tournaments.services.hall.conflicts import settle_conflict
from web.actors import actor_of


@login_required
@require_POST
def settle(request: HttpRequest, conflict_id: int) -> HttpResponse:
    """Takes a conflict out of the queue."""
    conflict, event = conflict_for(actor_of(request), conflict_id)
    settle_conflict(conflict=conflict, actor=actor_of(request), now=timezone.now())
    return redirect("desk:event", event.pk)
