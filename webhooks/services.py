"""Creates and changes endpoints. Who may do this is asked by tournaments.services.club.webhooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused
from live.vocabulary import FOR_WEBHOOKS, WEBHOOK_TEST
from webhooks.delivery import drop_waiting, is_left_behind
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookMessage, WebhookSubscription
from webhooks.outbox import add_deliveries, build_message, format_moment, wake_sender
from webhooks.refusals import (
    WebhookLimitReached,
    WebhookNotFound,
    WebhookStateRefused,
    WebhookTypesRefused,
)
from webhooks.schedule import GIVEN_UP_AFTER
from webhooks.secret_keys import decrypt_secret, encrypt_secret, make_secret
from webhooks.targets import parse_target

MOST_ENDPOINTS: Final = 10
"""For each club."""
KEPT: Final = timedelta(days=30)
OLD_SECRET_IS_VALID: Final = timedelta(days=1)
State = WebhookEndpoint.State


@dataclass(frozen=True, slots=True)
class WebhookPlan:
    """What people say of an endpoint. ``event_id``: None for all events of the club."""

    name: str
    url: str
    types: Sequence[str]
    event_id: UUID | None = None

    def describes(self, endpoint: WebhookEndpoint) -> bool:
        """Whether an endpoint is as this says."""
        types = {subscription.type for subscription in endpoint.subscriptions.all()}
        is_same_target = (endpoint.url, endpoint.event_id) == (self.url, self.event_id)
        return is_same_target and endpoint.name == self.name and types == set(self.types)


@atomic_with_retry
def create_endpoint(
    *,
    club_id: int,
    plan: WebhookPlan,
    actor: Actor,
    now: datetime,
    allows_loopback: bool,
    form: UUID | None = None,
) -> tuple[WebhookEndpoint, str]:
    """An endpoint and its secret. ``form`` was made with the form: sent twice, it is one endpoint.
    The caller holds the row of the club.

    Raises WebhookUrlRefused, WebhookTypesRefused, WebhookLimitReached, and FormReused for a form
    that has made another endpoint, or one that was changed since.
    """
    if form:
        sent_before = WebhookEndpoint.objects.filter(form=form, club=club_id).first()
        if sent_before is not None:
            if not plan.describes(sent_before):
                raise FormReused
            return sent_before, decrypt_secret(sent_before.secret)
    parse_target(plan.url, allows_loopback=allows_loopback)
    _check_types(plan.types)
    # Two requests at the same time cannot both pass: the caller holds the row of the club.
    if WebhookEndpoint.objects.filter(club=club_id).count() >= MOST_ENDPOINTS:
        raise WebhookLimitReached(most=MOST_ENDPOINTS)
    secret = make_secret()
    endpoint = WebhookEndpoint.objects.create(
        form=form or uuid4(),
        club_id=club_id,
        event_id=plan.event_id,
        name=plan.name,
        url=plan.url,
        secret=encrypt_secret(secret),
        created_at=now,
        **make_author_columns(actor),
    )
    _write_subscriptions(endpoint, plan.types)
    return endpoint, secret


@atomic_with_retry
def change_endpoint(
    *, endpoint: WebhookEndpoint, plan: WebhookPlan, allows_loopback: bool
) -> WebhookEndpoint:
    """Raises WebhookUrlRefused, WebhookTypesRefused."""
    parse_target(plan.url, allows_loopback=allows_loopback)
    _check_types(plan.types)
    endpoint = lock_endpoint(endpoint)
    # The failures of the old address say nothing about the new one.
    if endpoint.url != plan.url:
        endpoint.failures, endpoint.quiet_until = 0, None
    endpoint.name, endpoint.url, endpoint.event_id = plan.name, plan.url, plan.event_id
    endpoint.save(update_fields=["name", "url", "event", "failures", "quiet_until"])
    endpoint.subscriptions.exclude(type__in=plan.types).delete()
    _write_subscriptions(endpoint, plan.types)
    return endpoint


def lock_endpoint(endpoint: WebhookEndpoint) -> WebhookEndpoint:
    """The row as it is now, held to the end of the transaction. Raises WebhookNotFound."""
    locked_endpoints = WebhookEndpoint.objects.select_for_update(no_key=True)
    locked_endpoint = locked_endpoints.filter(pk=endpoint.pk).first()
    if locked_endpoint is None:
        raise WebhookNotFound
    return locked_endpoint


def _check_types(types: Sequence[str]) -> None:
    unknown = sorted(set(types) - set(FOR_WEBHOOKS))
    if unknown:
        raise WebhookTypesRefused("webhook_types_unknown", types=unknown)
    if not types:
        raise WebhookTypesRefused


def _write_subscriptions(endpoint: WebhookEndpoint, types: Sequence[str]) -> None:
    WebhookSubscription.objects.bulk_create(
        [WebhookSubscription(endpoint=endpoint, type=name) for name in sorted(set(types))],
        ignore_conflicts=True,
    )


@atomic_with_retry
def pause_endpoint(*, endpoint: WebhookEndpoint) -> WebhookEndpoint:
    """Sends nothing more, and keeps no changes for later."""
    endpoint = lock_endpoint(endpoint)
    if endpoint.state == State.ACTIVE:
        endpoint.state = State.PAUSED
        endpoint.save(update_fields=["state"])
    return endpoint


@atomic_with_retry
def resume_endpoint(*, endpoint: WebhookEndpoint, now: datetime) -> WebhookEndpoint:
    """Sends again. Deliveries that have waited for longer than a day are not sent."""
    endpoint = lock_endpoint(endpoint)
    if endpoint.state != State.ACTIVE:
        endpoint.state, endpoint.stopped_at = State.ACTIVE, None
        endpoint.failures, endpoint.quiet_until = 0, None
        endpoint.save(update_fields=["state", "stopped_at", "failures", "quiet_until"])
        left_behind = endpoint.deliveries.filter(is_left_behind(now))
        drop_waiting(left_behind.filter(created_at__lt=now - GIVEN_UP_AFTER))
        # Of the rest each is tried now, whatever its schedule was.
        left_behind.update(state=WebhookDelivery.State.PENDING, lane=None, due_at=now)
        transaction.on_commit(wake_sender, robust=True)
    return endpoint


@atomic_with_retry
def rotate_secret(*, endpoint: WebhookEndpoint, now: datetime) -> tuple[WebhookEndpoint, str]:
    """A new secret; the one before signs too for a day. Rotated again within that day, the oldest
    of the three stays: it is the one that the receiver knows for sure."""
    endpoint = lock_endpoint(endpoint)
    if endpoint.old_secret_until is None or endpoint.old_secret_until <= now:
        endpoint.old_secret = endpoint.secret
    endpoint.old_secret_until = now + OLD_SECRET_IS_VALID
    secret = make_secret()
    endpoint.secret = encrypt_secret(secret)
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return endpoint, secret


@atomic_with_retry
def delete_endpoint(*, endpoint: WebhookEndpoint) -> None:
    """With its deliveries."""
    # Its row first, as a sender locks it before the deliveries, which Django deletes first. FOR
    # UPDATE, since it is deleted: no delivery may come to refer to it meanwhile.
    found = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint.pk).first()
    if found is not None:
        found.delete()


@atomic_with_retry
def send_test(*, endpoint: WebhookEndpoint, now: datetime) -> WebhookDelivery:
    """Sends a message of the type ``webhook.test``. Raises WebhookStateRefused."""
    if endpoint.state != State.ACTIVE:
        raise WebhookStateRefused
    document = {
        "type": WEBHOOK_TEST,
        "created": format_moment(now),
        "version": None,
        "event": None,
        "links": {},
        "data": {"webhook": endpoint.pk},
    }
    message = build_message(WEBHOOK_TEST, document, now)
    (delivery,) = add_deliveries([(message, endpoint.pk)], now=now, messages=[message])
    return delivery


@atomic_with_retry
def resend(*, delivery: WebhookDelivery, now: datetime) -> WebhookDelivery:
    """Sends a message again, as another delivery with the same id: a receiver that has it already
    ignores it. Raises WebhookStateRefused."""
    if delivery.endpoint.state != State.ACTIVE:
        raise WebhookStateRefused
    (again,) = add_deliveries([(delivery.message, delivery.endpoint_id)], now=now)
    return again


def delete_old_deliveries(*, now: datetime) -> int:
    """Deletes deliveries after 30 days, messages that have none left, and endpoints of deleted
    events that have none left. Returns the number of deliveries."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT)
    count, _per_model = old.delete()
    WebhookMessage.objects.filter(created_at__lt=now - KEPT, deliveries__isnull=True).delete()
    # A condition on the name joins the row of the event; the id of a deleted one is still there.
    with_their_event = WebhookEndpoint.objects.filter(event__name__isnull=False)
    of_deleted_events = WebhookEndpoint.objects.filter(event_id__isnull=False)
    of_deleted_events = of_deleted_events.exclude(pk__in=with_their_event.values("pk"))
    of_deleted_events.filter(deliveries__isnull=True).delete()
    return count
