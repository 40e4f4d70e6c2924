"""The outbox: a change becomes a message and its deliveries in the transaction of the change."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction

from database.statements import Query, fetch_together
from live.vocabulary import ChangeType, Id, make_links
from webhooks.models import WebhookDelivery, WebhookMessage
from webhooks.statements import ACTIVE_SUBSCRIPTIONS

log = structlog.get_logger(__name__)

SEND: Final = "webhooks.send"
"""The name of the task that wakes the sender; the task imports this module's siblings."""
MOST_BODY_BYTES: Final = 4096
"""Bodies consist of ids, states and addresses, so none comes near this."""
WAKE_EXPIRES: Final = 60


@dataclass(frozen=True, slots=True)
class Change:
    """Something that has changed: its type, the version of the type's subject (None: it has none),
    and the ids and data that the type states."""

    kind: ChangeType
    version: int | None
    ids: Mapping[str, Id] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)


def write_changes(
    *changes: Change, event_id: UUID, now: datetime, together_with: Sequence[Query] = ()
) -> None:
    """Adds changes of an event to the outbox of each endpoint that is subscribed to them. Called in
    the transaction of the change itself. One query where nobody is subscribed. ``together_with``:
    what the caller writes in the same message to the database."""
    if not changes:
        fetch_together(*together_with)
        return
    find_subscriptions = ACTIVE_SUBSCRIPTIONS.with_parameters(event_id)
    subscriptions, *_ = fetch_together(find_subscriptions, *together_with)
    endpoints: dict[str, list[int]] = {}
    for type_name, endpoint_id in subscriptions:
        endpoints.setdefault(type_name, []).append(endpoint_id)
    messages: list[WebhookMessage] = []
    rows: list[tuple[WebhookMessage, int]] = []
    for change in changes:
        subscribers = endpoints.get(change.kind.name, [])
        if subscribers:
            # One message for all its receivers: its id and its bytes are the same for each.
            message = make_message(change, event_id=event_id, now=now)
            messages.append(message)
            rows += [(message, endpoint) for endpoint in subscribers]
    if messages:
        add_deliveries(rows, now=now, messages=messages)


def make_message(change: Change, *, event_id: UUID, now: datetime) -> WebhookMessage:
    """The message of a change, not stored yet."""
    ids: dict[str, Id] = {"event": str(event_id), **change.ids}
    document = {
        "type": change.kind.name,
        "created": format_moment(now),
        "version": change.version,
        **ids,
        "links": make_links(change.kind, ids),
        "data": dict(change.data),
    }
    return build_message(change.kind.name, document, now)


def build_message(type_name: str, document: Mapping[str, Any], now: datetime) -> WebhookMessage:
    """A message with its id in the body."""
    message = WebhookMessage(type=type_name, created_at=now)
    body = json.dumps({"id": message.header_id, **document}, separators=(",", ":"))
    assert len(body) <= MOST_BODY_BYTES, type_name
    message.body = body
    return message


def format_moment(moment: datetime) -> str:
    """As ``2026-12-13T19:00:00.000000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def add_deliveries(
    rows: Sequence[tuple[WebhookMessage, int]],
    *,
    now: datetime,
    messages: Sequence[WebhookMessage] = (),
) -> list[WebhookDelivery]:
    """Stores new messages and a delivery for each row of a message and an endpoint, and wakes the
    sender after the commit."""
    WebhookMessage.objects.bulk_create(messages)
    deliveries = WebhookDelivery.objects.bulk_create(
        WebhookDelivery(message=message, endpoint_id=endpoint_id, created_at=now, due_at=now)
        for message, endpoint_id in rows
    )
    transaction.on_commit(wake_sender, robust=True)
    return deliveries


def wake_sender() -> None:
    """Wakes a sender. Failing is harmless: beat wakes one every few seconds."""
    try:
        current_app.send_task(SEND, expires=WAKE_EXPIRES)
    except Exception as error:  # noqa: BLE001  (each broker has its own)
        log.warning("webhooks wait: broker does not answer", error=str(error))
