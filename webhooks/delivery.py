"""Claims deliveries that are due, sends them, and stores what came of them.

A claim is a lease: of a sender that is killed, the deliveries are due again a little later, and the
receiver knows by the id what it has already. An endpoint has a few lanes; a lane sends its claim
over one connection.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import structlog
from django.db.models import Min, Q, QuerySet

from database.transactions import atomic_with_retry
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.refusals import WebhookUrlRefused
from webhooks.schedule import LONGEST_QUIET, Draw, find_quiet_time, schedule_next_attempt
from webhooks.secret_keys import SecretUnreadable, decrypt_secret
from webhooks.sending import DEADLINE, Lane, SendOutcome
from webhooks.signatures import make_signed_headers
from webhooks.targets import Resolver, parse_target, resolve_name

log = structlog.get_logger(__name__)

State = WebhookDelivery.State
LANES: Final = 2
"""At most this many messages are sent to an endpoint at the same time, by all processes."""
BATCH: Final = 16
BATCH_TIME: Final = timedelta(seconds=30)
"""After this time a lane begins no further message of its claim."""
LEASE: Final = 2 * (BATCH_TIME + timedelta(seconds=DEADLINE))
MOST_CANDIDATES: Final = 32
FURTHEST: Final = timedelta(hours=8)
"""No delivery that waits is due later than this, unless the clock was set back."""


@dataclass(frozen=True, slots=True)
class DeliveryClaim:
    """What one lane has claimed."""

    endpoint: WebhookEndpoint
    lane: UUID
    deliveries: Sequence[WebhookDelivery]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One delivery that was tried."""

    delivery: WebhookDelivery
    outcome: SendOutcome
    at: datetime


@dataclass(frozen=True, slots=True)
class SendRules:
    """What differs between an installation, a development machine and a test."""

    allows_loopback: bool
    draw: Draw
    clock: Callable[[], datetime]
    resolve: Resolver = resolve_name
    deadline: float = DEADLINE


def send_next_batch(rules: SendRules) -> int | None:
    """Claims what is due at one endpoint and sends it. Returns how many messages were tried; None
    if nothing is due."""
    claim = claim_deliveries(now=rules.clock())
    if claim is None:
        return None
    attempts = list(send_claim(claim, rules))
    store_attempts(claim, attempts, now=rules.clock(), draw=rules.draw)
    return len(attempts)


def claim_deliveries(*, now: datetime) -> DeliveryClaim | None:
    """The next lane's work: the endpoint that has waited longest and has a free lane."""
    sendable = WebhookDelivery.objects.filter(_is_due(now), _is_sendable("endpoint__", now))
    waiting = sendable.values("endpoint").annotate(first=Min("due_at")).order_by("first")
    for endpoint_id in waiting.values_list("endpoint", flat=True)[:MOST_CANDIDATES]:
        claim = _claim_for_endpoint(endpoint_id, now)
        if claim is not None:
            return claim
    return None


def _is_due(now: datetime) -> Q:
    is_late = Q(due_at__lte=now) | Q(due_at__gt=now + FURTHEST)
    # A lease that ends later than any that begins now is one from before the clock was set back.
    is_left = Q(state=State.SENDING, due_at__gt=now + LEASE)
    return (is_late | is_left) & Q(state__in=(State.PENDING, State.SENDING))


def is_left_behind(now: datetime) -> Q:
    """Whether a delivery waits, or its lease has ended without an outcome."""
    return Q(state=State.PENDING) | Q(state=State.SENDING) & _is_due(now)


def _is_sendable(prefix: str, now: datetime) -> Q:
    loud = {
        f"{prefix}quiet_until__isnull": True,
        f"{prefix}quiet_until__lte": now,
        f"{prefix}quiet_until__gt": now + LONGEST_QUIET,  # the clock was set back
    }
    is_loud = Q(*loud.items(), _connector=Q.OR)
    return is_loud & Q(**{f"{prefix}state": WebhookEndpoint.State.ACTIVE})


@atomic_with_retry
def _claim_for_endpoint(endpoint_id: int, now: datetime) -> DeliveryClaim | None:
    # The row of the endpoint is the lock among senders. One that another sender holds is skipped:
    # that one claims what is due.
    endpoint = (
        WebhookEndpoint.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(_is_sendable("", now), pk=endpoint_id)
        .first()
    )
    if endpoint is None:
        return None
    # A lane whose lease has ended is not counted: what it had claimed is due again.
    sending = endpoint.deliveries.filter(state=State.SENDING).exclude(_is_due(now))
    if sending.values("lane").distinct().count() >= LANES:
        return None
    due = endpoint.deliveries.filter(_is_due(now)).select_related("message")
    deliveries = list(due.order_by("pk")[:BATCH])
    if not deliveries:
        return None
    lane = uuid4()
    claimed = WebhookDelivery.objects.filter(pk__in=[row.pk for row in deliveries])
    claimed.update(state=State.SENDING, lane=lane, due_at=now + LEASE)
    return DeliveryClaim(endpoint, lane, deliveries)


def send_claim(claim: DeliveryClaim, rules: SendRules) -> Iterator[Attempt]:
    """Sends what a lane has claimed, until its time is over, the receiver cannot be reached, or it
    wants nothing more."""
    began = rules.clock()
    try:
        target = parse_target(claim.endpoint.url, allows_loopback=rules.allows_loopback)
        secrets = find_valid_secrets(claim.endpoint, now=began)
    except (WebhookUrlRefused, SecretUnreadable) as error:
        code = "url_refused" if isinstance(error, WebhookUrlRefused) else "secret_unreadable"
        yield Attempt(claim.deliveries[0], SendOutcome(code, 0), began)
        return
    lane = Lane(target, resolve=rules.resolve, deadline=rules.deadline)
    try:
        for delivery in claim.deliveries:
            now = rules.clock()
            if now - began > BATCH_TIME:
                return
            message = delivery.message
            body = message.body.encode()
            headers = make_signed_headers(
                secrets=secrets, message_id=message.header_id, body=body, now=now
            )
            outcome = lane.send(headers, body)
            yield Attempt(delivery, outcome, now)
            if outcome.is_gone or (outcome.error and outcome.is_of_endpoint):
                # The rest is not wanted, or would fail too, each after its deadline.
                return
    finally:
        lane.close()


def find_valid_secrets(endpoint: WebhookEndpoint, *, now: datetime) -> list[str]:
    """The secrets that sign now, the newest first. Raises SecretUnreadable."""
    stored = [endpoint.secret]
    if endpoint.old_secret_until is not None and endpoint.old_secret_until > now:
        stored.append(endpoint.old_secret)
    return [decrypt_secret(secret) for secret in stored]


@atomic_with_retry
def store_attempts(
    claim: DeliveryClaim, attempts: Sequence[Attempt], *, now: datetime, draw: Draw
) -> None:
    """Stores outcomes; what the lane has claimed and not tried is due again, except where the
    endpoint is stopped. Deliveries whose lease has ended and that another lane has claimed are left
    to it."""
    endpoint = (
        WebhookEndpoint.objects.select_for_update(no_key=True).filter(pk=claim.endpoint.pk).first()
    )
    if endpoint is None:
        return  # deleted meanwhile, with its deliveries
    own = endpoint.deliveries.filter(lane=claim.lane)
    still_own = set(own.values_list("pk", flat=True))
    own_attempts = [attempt for attempt in attempts if attempt.delivery.pk in still_own]
    for attempt in own_attempts:
        _store_attempt(attempt, now, draw)
    if len(attempts) < len(claim.deliveries):
        own.update(state=State.PENDING, lane=None, due_at=now)

    if attempts:
        last = attempts[-1].outcome
        if last.error and last.is_of_endpoint:
            endpoint.failures = min(endpoint.failures + 1, 1000)
            endpoint.quiet_until = now + find_quiet_time(endpoint.failures)
            endpoint.save(update_fields=["failures", "quiet_until"])
        elif endpoint.failures:
            # It has answered, be it with a refusal: the others may be sent at once.
            endpoint.failures, endpoint.quiet_until = 0, None
            endpoint.save(update_fields=["failures", "quiet_until"])
    if endpoint.state == WebhookEndpoint.State.ACTIVE and _must_stop(endpoint, own_attempts, now):
        endpoint.state, endpoint.stopped_at = WebhookEndpoint.State.STOPPED, now
        endpoint.save(update_fields=["state", "stopped_at"])
        log.warning("webhook stopped", webhook=endpoint.pk, club=endpoint.club_id)
    if endpoint.state == WebhookEndpoint.State.STOPPED:
        # Nothing waits at a stopped endpoint. What another lane is sending is left to it: it knows
        # the outcome, and comes here too.
        drop_waiting(endpoint.deliveries.filter(state=State.PENDING))


def _must_stop(endpoint: WebhookEndpoint, attempts: Sequence[Attempt], now: datetime) -> bool:
    """Whether the receiver wants nothing more, or has taken nothing for about a day: a message was
    given up, and since it was created none was delivered. One that takes others is not stopped
    because of a message that it never accepts."""
    if any(attempt.outcome.is_gone for attempt in attempts):
        return True
    given_up = [each.delivery for each in attempts if each.delivery.state == State.FAILED]
    if not given_up:
        return False
    since = max(delivery.created_at for delivery in given_up)
    delivered = endpoint.deliveries.filter(state=State.DELIVERED, attempted_at__range=(since, now))
    return not delivered.exists()


def _store_attempt(attempt: Attempt, now: datetime, draw: Draw) -> None:
    delivery, outcome = attempt.delivery, attempt.outcome
    delivery.attempts += 1
    delivery.attempted_at, delivery.lane = attempt.at, None
    delivery.duration_ms, delivery.status = outcome.duration_ms, outcome.status
    delivery.error, delivery.answer = outcome.error, outcome.answer
    if not outcome.error:
        delivery.state = State.DELIVERED
    else:
        # A receiver that wants nothing more (410) is not tried again.
        due_at = None
        if not outcome.is_gone:
            due_at = schedule_next_attempt(
                created_at=delivery.created_at,
                attempts=delivery.attempts,
                now=now,
                draw=draw,
                at_least=timedelta(seconds=outcome.retry_after),
            )
        delivery.state = State.FAILED if due_at is None else State.PENDING
        delivery.due_at = due_at or now
    delivery.save(update_fields=_OF_ATTEMPT)


_OF_ATTEMPT = (
    *("state", "lane", "due_at", "attempts", "attempted_at"),
    *("duration_ms", "status", "error", "answer"),
)


def drop_waiting(deliveries: QuerySet[WebhookDelivery]) -> int:
    """Marks deliveries as failed that are not tried any more."""
    return deliveries.update(state=State.FAILED, lane=None, error="not_sent")
