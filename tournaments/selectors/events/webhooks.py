"""Reads the webhooks of clubs and their deliveries."""

from collections.abc import Sequence
from enum import StrEnum
from http import HTTPStatus

from django.db.models import Prefetch, QuerySet

from accounts.actors import Actor
from kernel.canonical import digest
from tournaments.models import Club
from tournaments.permissions import Right, check, list_clubs
from tournaments.refusals import NotFound
from webhooks.delivery import LEASE
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookSubscription


def list_webhooks(actor: Actor, club: Club) -> QuerySet[WebhookEndpoint]:
    """The webhooks of a club with their types, by name. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    return _with_types(WebhookEndpoint.objects.filter(club=club)).order_by("name", "pk")


def get_webhook(actor: Actor, webhook_id: int) -> WebhookEndpoint:
    """A webhook with its types. Raises NotFound, also where the actor has no role in its club, and
    NotAllowed."""
    rows = _with_types(WebhookEndpoint.objects.filter(pk=webhook_id, club__in=list_clubs(actor)))
    endpoint = rows.first()
    if endpoint is None:
        raise NotFound
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    return endpoint


def digest_webhook(endpoint: WebhookEndpoint) -> str:
    """Another text as soon as a webhook has another name, address, event or other types."""
    types = sorted(subscription.type for subscription in endpoint.subscriptions.all())
    event_id = "" if endpoint.event_id is None else str(endpoint.event_id)
    return digest([endpoint.name, endpoint.url, event_id, types])


def get_delivery(actor: Actor, delivery_id: int) -> WebhookDelivery:
    """A delivery of a webhook. Raises NotFound, NotAllowed."""
    rows = WebhookDelivery.objects.select_related("message", "endpoint")
    delivery = rows.filter(pk=delivery_id, endpoint__club__in=list_clubs(actor)).first()
    if delivery is None:
        raise NotFound
    check(actor, Right.MANAGE_EVENTS, club_id=delivery.endpoint.club_id)
    return delivery


def list_deliveries(endpoint: WebhookEndpoint) -> QuerySet[WebhookDelivery]:
    """The log of a webhook, the newest first."""
    return endpoint.deliveries.select_related("message").order_by("-pk")


class StopCause(StrEnum):
    """Why the server has stopped a webhook."""

    UNWANTED = "UNWANTED"
    """Its receiver has answered 410: it wants nothing more."""
    UNDELIVERED = "UNDELIVERED"
    """Nothing could be delivered for about a day."""


def find_stop_cause(endpoint: WebhookEndpoint) -> StopCause | None:
    """Why a webhook was stopped, by its log; None if it is not stopped, or once the log of that day
    is deleted. One query."""
    if endpoint.stopped_at is None:
        return None
    # The attempts whose outcome has stopped it: they are stored within the lease of their lane.
    last_attempts = endpoint.deliveries.filter(
        attempted_at__range=(endpoint.stopped_at - LEASE, endpoint.stopped_at)
    )
    statuses = set(last_attempts.values_list("status", flat=True))
    if HTTPStatus.GONE in statuses:
        return StopCause.UNWANTED
    return StopCause.UNDELIVERED if statuses else None


def list_stopped_webhooks(clubs: Sequence[Club]) -> QuerySet[WebhookEndpoint]:
    """The webhooks of these clubs that the server has given up."""
    stopped = WebhookEndpoint.objects.filter(club__in=clubs, state=WebhookEndpoint.State.STOPPED)
    return stopped.select_related("club").order_by("club__name", "name", "pk")


def _with_types(rows: QuerySet[WebhookEndpoint]) -> QuerySet[WebhookEndpoint]:
    types = Prefetch("subscriptions", WebhookSubscription.objects.order_by("type"))
    return rows.select_related("club", "event").prefetch_related(types)
