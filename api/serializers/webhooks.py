"""Webhooks, what they are subscribed to, and their deliveries."""

from typing import Any

from rest_framework import serializers

from api.fields import IsoMomentField, StrictChoiceField, StrictUUIDField
from api.serializers.base import StrictModelSerializer, StrictSerializer
from live.vocabulary import FOR_WEBHOOKS, WEBHOOK_TEST
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookSubscription
from webhooks.services import WebhookPlan


class TypesField(serializers.ListField):
    """The types of changes that an endpoint is notified of."""

    child = StrictChoiceField(choices=FOR_WEBHOOKS)

    def to_representation(self, value: Any) -> list[str]:
        subscriptions: list[WebhookSubscription] = list(value.all())
        return [subscription.type for subscription in subscriptions]


class WebhookSerializer(StrictModelSerializer):
    """Where a club has changes sent to."""

    event = StrictUUIDField(
        source="event_id",
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the only event that it is notified of, which may have been deleted; "
        "null: all events of the club.",
    )
    types = TypesField(
        source="subscriptions",
        allow_empty=False,
        max_length=len(FOR_WEBHOOKS),
        help_text="The changes that it is notified of.",
    )

    class Meta:
        model = WebhookEndpoint
        fields: tuple[str, ...] = (
            *("id", "club", "event", "name", "url", "types"),
            *("state", "stopped_at", "old_secret_until", "created_at"),
        )
        read_only_fields: tuple[str, ...] = (
            *("id", "club", "state", "stopped_at", "old_secret_until", "created_at"),
        )
        extra_kwargs = {
            "id": {"help_text": "The id of the webhook."},
            "club": {"help_text": "The id of its club."},
            "name": {"help_text": "The program that it is for."},
            "url": {"help_text": "An address with https on port 443."},
            "state": {
                "help_text": "ACTIVE, PAUSED (by people) or STOPPED (by the server: its receiver "
                "answered 410, or nothing could be delivered for about a day)."
            },
            "stopped_at": {"help_text": "When it was stopped; null unless it is STOPPED."},
            "old_secret_until": {
                "help_text": "Until when the secret before the last rotation signs too."
            },
            "created_at": {"help_text": "When it was created."},
        }


class WebhookSecretSerializer(WebhookSerializer):
    """A webhook with its new secret, which is not shown again."""

    secret = serializers.CharField(
        read_only=True, help_text="What messages are signed with: `whsec_…`."
    )

    class Meta(WebhookSerializer.Meta):
        fields = (*WebhookSerializer.Meta.fields, "secret")
        read_only_fields = (*WebhookSerializer.Meta.read_only_fields, "secret")


class WebhookDeliverySerializer(StrictSerializer):
    """A message on its way to a webhook, and what came of the last attempt."""

    id = serializers.IntegerField(read_only=True, help_text="The id of the delivery.")
    webhook = serializers.IntegerField(
        source="endpoint_id", read_only=True, help_text="The id of its webhook."
    )
    message = serializers.CharField(
        source="message.header_id", read_only=True, help_text="The `Webhook-Id` of the message."
    )
    type = serializers.ChoiceField(
        source="message.type",
        choices=[*FOR_WEBHOOKS, WEBHOOK_TEST],
        read_only=True,
        help_text="The type of the change.",
    )
    state = serializers.ChoiceField(
        choices=WebhookDelivery.State.values,
        read_only=True,
        help_text="PENDING, SENDING, DELIVERED or FAILED.",
    )
    created_at = IsoMomentField(
        read_only=True, help_text="When it was written: in the transaction of the change."
    )
    due_at = IsoMomentField(read_only=True, help_text="When it is tried next, while it is PENDING.")
    attempts = serializers.IntegerField(
        read_only=True, help_text="How often it was tried, with its end."
    )
    attempted_at = IsoMomentField(
        read_only=True, allow_null=True, help_text="When it was tried last."
    )
    duration_ms = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="How long that took, in milliseconds."
    )
    status = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The HTTP status that was answered."
    )
    error = serializers.CharField(
        read_only=True, help_text="What went wrong, as a code; empty after a success."
    )
    answer = serializers.CharField(read_only=True, help_text="The beginning of what was answered.")


def make_plan(data: dict[str, Any], before: WebhookEndpoint | None = None) -> WebhookPlan:
    """The plan of a validated body; fields that it does not have stay as they are."""
    if before is None:
        return WebhookPlan(data["name"], data["url"], data["subscriptions"], data["event_id"])
    types = [subscription.type for subscription in before.subscriptions.all()]
    return WebhookPlan(
        name=data.get("name", before.name),
        url=data.get("url", before.url),
        types=data.get("subscriptions", types),
        event_id=data.get("event_id", before.event_id),
    )
