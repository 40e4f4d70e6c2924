"""The first page of the desk: the events of the user's clubs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.permissions import clubs_of
from tournaments.selectors.events.clubs import clubs_managed_by, clubs_owned_by
from tournaments.selectors.events.events import events_worked_at
from tournaments.selectors.events.webhooks import stopped_webhooks_of
from web.actors import actor_of
from web.desk.trouble import find_trouble


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which the user has a role, the newest first."""
    actor = actor_of(request)
    clubs = list(clubs_of(actor))  # also those in which the user has a role at one event only
    managed = list(clubs_managed_by(actor))
    context = {
        "clubs": clubs,
        "owned": clubs_owned_by(actor),
        "managed": managed,
        "stopped_webhooks": stopped_webhooks_of(managed) if managed else (),
        "events": events_worked_at(actor),
        "tab": "events",
        "trouble": find_trouble(actor, now=timezone.now()),
    }
    return render(request, "desk/home.html", context)
