"""The webhooks of a club: created, tested, paused, rotated, deleted, and their log."""

from collections.abc import Sequence
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tournaments.selectors.events.clubs import get_own_club
from tournaments.selectors.events.webhooks import (
    find_stop_cause,
    get_delivery,
    get_webhook,
    list_deliveries,
    list_webhooks,
)
from tournaments.services.club.webhooks import (
    change_webhook,
    create_webhook,
    delete_webhook,
    resend_delivery,
    rotate_webhook_secret,
    send_test_message,
    set_webhook_paused,
)
from web.actors import get_actor
from web.desk.posting import get_posted_data, posted_from
from web.desk.resending import read_seen, shown_to_resend
from web.desk.webhook_forms import WebhookForm
from web.paging import choose_page
from web.refusals import find_status
from webhooks.models import WebhookDelivery, WebhookEndpoint

DELIVERIES_A_PAGE = 25


@login_required
@cache_control(private=True, no_store=True)
def webhooks(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The webhooks of a club, and a form for a new one, whose secret is shown only once."""
    actor = get_actor(request)
    club = get_own_club(actor, club_slug)
    rows = list_webhooks(actor, club)
    form = WebhookForm(club, get_posted_data(request))
    new_webhook = None
    if form.is_valid():
        with shown_to_resend(form):
            new_webhook = create_webhook(
                club=club,
                plan=form.make_plan(),
                actor=actor,
                now=timezone.now(),
                allows_loopback=settings.WEBHOOKS_ALLOW_LOOPBACK,
                form=form.cleaned_data["key"],
            )
            # A fresh form has a new key: what it sends is another webhook.
            form = WebhookForm(club)
    context = {
        "club": club,
        # Read only here, so that a new one is among them.
        "webhooks": list(rows),
        "form": form,
        "made": new_webhook,
        "tab": "events",
    }
    return render(request, "desk/webhooks.html", context, status=find_status(form))


@login_required
@cache_control(private=True, no_store=True)
def webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """A webhook with its settings and its log."""
    endpoint = get_webhook(get_actor(request), webhook_id)
    data = get_posted_data(request)
    form = WebhookForm(endpoint.club, data, endpoint=endpoint)
    if form.is_valid():
        with shown_to_resend(form, tells_stored=True):
            change_webhook(
                endpoint=endpoint,
                plan=form.make_plan(),
                actor=get_actor(request),
                allows_loopback=settings.WEBHOOKS_ALLOW_LOOPBACK,
                seen=read_seen(form),
            )
            messages.success(request, _("The webhook is changed."))
            return redirect("desk:webhook", endpoint.pk)
    context = _describe_webhook(request, endpoint) | {"form": form}
    return render(request, "desk/webhook.html", context, status=find_status(form))


def _describe_webhook(request: HttpRequest, endpoint: WebhookEndpoint) -> dict[str, Any]:
    now = timezone.now()
    # After a change both secrets sign for a while, so that receivers can change theirs.
    old_until = endpoint.old_secret_until
    return {
        "webhook": endpoint,
        "stop_cause": find_stop_cause(endpoint),
        "club": endpoint.club,
        "old_secret_until": old_until if old_until and old_until > now else None,
        "page": choose_page(
            # A queryset, so that only the page is read.
            request,
            cast("Sequence[WebhookDelivery]", list_deliveries(endpoint)),
            DELIVERIES_A_PAGE,
        ),
        "tab": "events",
    }


@login_required
@posted_from("desk:webhook", "webhook_id")
@cache_control(private=True, no_store=True)
def rotate(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Makes a new secret and shows it once."""
    actor = get_actor(request)
    endpoint = get_webhook(actor, webhook_id)
    rotated_webhook = rotate_webhook_secret(endpoint=endpoint, actor=actor, now=timezone.now())
    form = WebhookForm(rotated_webhook.endpoint.club, endpoint=rotated_webhook.endpoint)
    context = _describe_webhook(request, rotated_webhook.endpoint) | {
        "form": form,
        "made": rotated_webhook,
    }
    return render(request, "desk/webhook.html", context)


@login_required
@posted_from("desk:webhook", "webhook_id")
def pause(request: HttpRequest, webhook_id: int, *, paused: bool) -> HttpResponse:
    """Pauses or resumes a webhook."""
    actor = get_actor(request)
    endpoint = get_webhook(actor, webhook_id)
    set_webhook_paused(endpoint=endpoint, paused=paused, actor=actor, now=timezone.now())
    return redirect("desk:webhook", endpoint.pk)


@login_required
@posted_from("desk:webhook", "webhook_id")
def send_test(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Sends a test message; what comes of it is in the log."""
    actor = get_actor(request)
    endpoint = get_webhook(actor, webhook_id)
    send_test_message(endpoint=endpoint, actor=actor, now=timezone.now())
    messages.success(request, _("A test is on its way: reload the log in a moment."))
    return redirect("desk:webhook", endpoint.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def send_again(request: HttpRequest, delivery_id: int) -> HttpResponse:
    """Sends a message of the log again."""
    actor = get_actor(request)
    delivery = get_delivery(actor, delivery_id)
    if request.method == "POST":
        resend_delivery(delivery=delivery, actor=actor, now=timezone.now())
        messages.success(request, _("It is sent again: reload the log in a moment."))
    return redirect("desk:webhook", delivery.endpoint_id)


@login_required
def delete(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """What is lost with a webhook; then deletes it."""
    actor = get_actor(request)
    endpoint = get_webhook(actor, webhook_id)
    if request.method == "POST":
        delete_webhook(endpoint=endpoint, actor=actor)
        messages.success(request, _("The webhook is deleted."))
        return redirect("desk:webhooks", endpoint.club.slug)
    context = {"webhook": endpoint, "club": endpoint.club, "tab": "events"}
    return render(request, "desk/webhook_delete.html", context)
