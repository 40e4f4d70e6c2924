"""The first page of the desk: the events of one's clubs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.permissions import clubs_of
from tournaments.selectors.clubs import clubs_owned_by
from tournaments.selectors.events import events_worked_at
from web.actors import actor_of
from web.desk.trouble import find_trouble


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which one has a role, the newest first."""
    actor = actor_of(request)
    clubs = list(clubs_of(actor))
    context = {
        "clubs": clubs,
        "owned": clubs_owned_by(actor),
        "events": events_worked_at(actor),
        "tab": "events",
        "trouble": find_trouble(actor, now=timezone.now()),
    }
    return render(request, "desk/home.html", context)
