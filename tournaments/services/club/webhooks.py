"""Creates and changes the webhooks of a club, by those who manage its events."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Club
from tournaments.permissions import Right, check
from tournaments.selectors.events.webhooks import digest_webhook, get_webhook
from tournaments.services.versions import check_seen
from webhooks import services
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.refusals import WebhookEventRefused
from webhooks.services import WebhookPlan


@dataclass(frozen=True, slots=True)
class NewSecret:
    """An endpoint with a secret that is shown now and never again."""

    endpoint: WebhookEndpoint
    secret: str


@atomic_with_retry
def create_webhook(
    *,
    club: Club,
    plan: WebhookPlan,
    actor: Actor,
    now: datetime,
    allows_loopback: bool,
    form: UUID | None = None,
) -> NewSecret:
    """Raises NotAllowed and the refusals of webhooks.services.create_endpoint."""
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    # The club's row is held while its webhooks are counted: two that are created at once must not
    # exceed the limit together.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    _check_event(club.pk, plan)
    endpoint, secret = services.create_endpoint(
        club_id=club.pk,
        plan=plan,
        actor=actor,
        now=now,
        allows_loopback=allows_loopback,
        form=form,
    )
    return NewSecret(endpoint, secret)


def _check_event(club_id: int, plan: WebhookPlan) -> None:
    if plan.event_id is None:
        return
    if not Club.objects.filter(pk=club_id, events=plan.event_id).exists():
        raise WebhookEventRefused


@atomic_with_retry
def change_webhook(
    *,
    endpoint: WebhookEndpoint,
    plan: WebhookPlan,
    actor: Actor,
    allows_loopback: bool,
    seen: str = "",
) -> WebhookEndpoint:
    """``seen``: what the page showed (``digest_webhook``); without it, nothing is compared.

    Raises NotAllowed, ChangedMeanwhile and the refusals of webhooks.services.change_endpoint.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    # Read again under its lock: its caller may have read it before somebody else's change.
    services.lock_endpoint(endpoint)
    stored_webhook = get_webhook(actor, endpoint.pk)
    # That of a deleted event may be renamed.
    if plan.event_id != stored_webhook.event_id:
        _check_event(stored_webhook.club_id, plan)
    services.change_endpoint(endpoint=endpoint, plan=plan, allows_loopback=allows_loopback)
    changed_webhook = get_webhook(actor, endpoint.pk)
    check_seen(seen, before=digest_webhook(stored_webhook), after=digest_webhook(changed_webhook))
    return changed_webhook


@atomic_with_retry
def set_webhook_paused(
    *, endpoint: WebhookEndpoint, paused: bool, actor: Actor, now: datetime
) -> WebhookEndpoint:
    """Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    if paused:
        services.pause_endpoint(endpoint=endpoint)
    else:
        services.resume_endpoint(endpoint=endpoint, now=now)
    return get_webhook(actor, endpoint.pk)


@atomic_with_retry
def rotate_webhook_secret(*, endpoint: WebhookEndpoint, actor: Actor, now: datetime) -> NewSecret:
    """A new secret; the one before signs too for a day. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    _endpoint, secret = services.rotate_secret(endpoint=endpoint, now=now)
    return NewSecret(get_webhook(actor, endpoint.pk), secret)


@atomic_with_retry
def delete_webhook(*, endpoint: WebhookEndpoint, actor: Actor) -> None:
    """Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    services.delete_endpoint(endpoint=endpoint)


@atomic_with_retry
def send_test_message(*, endpoint: WebhookEndpoint, actor: Actor, now: datetime) -> WebhookDelivery:
    """Raises NotAllowed, WebhookStateRefused."""
    check(actor, Right.MANAGE_EVENTS, club_id=endpoint.club_id)
    return services.send_test(endpoint=endpoint, now=now)


@atomic_with_retry
def resend_delivery(*, delivery: WebhookDelivery, actor: Actor, now: datetime) -> WebhookDelivery:
    """Raises NotAllowed, WebhookStateRefused."""
    check(actor, Right.MANAGE_EVENTS, club_id=delivery.endpoint.club_id)
    return services.resend(delivery=delivery, now=now)
