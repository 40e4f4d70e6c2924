"""The first page of the desk: the events of the user's clubs."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.permissions import list_clubs
from tournaments.selectors.events.clubs import list_managed_clubs, list_owned_clubs
from tournaments.selectors.events.events import list_events_worked_at
from tournaments.selectors.events.webhooks import list_stopped_webhooks
from web.actors import get_actor
from web.desk.trouble import find_trouble
from webhooks.models import WebhookEndpoint


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which the user has a role, the newest first."""
    actor = get_actor(request)
    clubs = list(list_clubs(actor))  # also those in which the user has a role at one event only
    managed = list(list_managed_clubs(actor))
    stopped_webhooks: Iterable[WebhookEndpoint] = ()
    if managed:
        stopped_webhooks = list_stopped_webhooks(managed)
    context = {
        "clubs": clubs,
        "owned": list_owned_clubs(actor),
        "managed": managed,
        "stopped_webhooks": stopped_webhooks,
        "events": list_events_worked_at(actor),
        "tab": "events",
        "trouble": find_trouble(actor, now=timezone.now()),
    }
    return render(request, "desk/home.html", context)
