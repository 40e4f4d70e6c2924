"""The rows of webhooks: endpoints, what they are subscribed to, messages and their deliveries."""

import uuid

from django.db import models
from django.db.models import Q

from accounts.authorship import AuthoredModel
from database.fields import FreeTextField
from database.limits import LONGEST_LABEL
from database.updates import UpdatedModel, UpdatedQuerySet

LONGEST_URL = 500
LONGEST_ANSWER = 1000
"""Characters of a receiver's answer that the log keeps."""


class WebhookEndpoint(AuthoredModel):
    """Where messages are sent to. Its author is who created it."""

    class State(models.TextChoices):
        ACTIVE = "ACTIVE"
        PAUSED = "PAUSED"
        """By people; changes are not kept for it."""
        STOPPED = "STOPPED"
        """By the server: it wants nothing more, or nothing could be delivered for about a day."""

    form = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    """Made with the form that creates it."""
    club = models.ForeignKey("tournaments.Club", on_delete=models.CASCADE, related_name="webhooks")
    event = models.ForeignKey(
        "tournaments.Event",
        # The endpoint of a deleted draft is still sent that it was deleted. Nothing else comes to
        # it, and it is deleted with the last of its log (webhooks.services).
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="webhooks",
    )
    """Null: all events of the club."""
    name = FreeTextField(max_length=LONGEST_LABEL)
    url = models.CharField(max_length=LONGEST_URL)
    state = models.CharField(max_length=7, choices=State.choices, default=State.ACTIVE)
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When the server gave up."""
    secret = models.CharField(max_length=200)
    """Encrypted (webhooks.secret_keys)."""
    old_secret = models.CharField(max_length=200, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    """The secret before the last rotation signs too, until this moment."""
    failures = models.PositiveSmallIntegerField(default=0)
    """How often in a row it could not be reached."""
    quiet_until = models.DateTimeField(null=True, blank=True)
    """After failures nothing is sent for a moment, so that an unreachable receiver does not hold
    up the others."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="webhook_state_is_known",
                condition=Q(state__in=("ACTIVE", "PAUSED", "STOPPED")),
            ),
            models.CheckConstraint(
                name="webhook_old_secret_has_an_end",
                condition=Q(old_secret="", old_secret_until__isnull=True)
                | (~Q(old_secret="") & Q(old_secret_until__isnull=False)),
            ),
            models.CheckConstraint(
                name="webhook_stopped_at_a_time",
                condition=Q(state="STOPPED", stopped_at__isnull=False)
                | (~Q(state="STOPPED") & Q(stopped_at__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_of_deleted_event(self) -> bool:
        """Of an endpoint that was read with ``select_related("event")``."""
        return self.event_id is not None and self.event is None


class WebhookSubscription(models.Model):
    """A type of change (live.vocabulary) that an endpoint is notified of."""

    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="subscriptions"
    )
    type = models.CharField(max_length=40)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["endpoint", "type"], name="webhook_type_once_an_endpoint"
            ),
        )

    def __str__(self) -> str:
        return self.type


class WebhookMessage(models.Model):
    """A change as it is sent, to whichever endpoints: the bytes that are signed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    type = models.CharField(max_length=40)
    body = models.TextField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"

    @property
    def header_id(self) -> str:
        """The ``Webhook-Id``: the same in every attempt and for every endpoint."""
        return f"msg_{self.pk.hex}"


class WebhookDelivery(UpdatedModel):
    """A message on its way to an endpoint, and what came of it."""

    class State(models.TextChoices):
        PENDING = "PENDING"
        SENDING = "SENDING"
        """Claimed by a lane of a sender until ``due_at``; then it is due again, for the sender was
        killed. Also at an endpoint that was paused or stopped meanwhile."""
        DELIVERED = "DELIVERED"
        FAILED = "FAILED"

    message = models.ForeignKey(WebhookMessage, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    created_at = models.DateTimeField(db_index=True)
    due_at = models.DateTimeField()
    lane = models.UUIDField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True, blank=True)
    """The last attempt; what follows is of it."""
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """The HTTP status that was answered."""
    error = models.CharField(max_length=40, blank=True)
    """The code of what went wrong; empty after a success."""
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True)
    """The beginning of the answer's body."""

    objects = UpdatedQuerySet["WebhookDelivery"].as_manager()

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = (
            models.CheckConstraint(
                name="webhook_delivery_state_is_known",
                condition=Q(state__in=("PENDING", "SENDING", "DELIVERED", "FAILED")),
            ),
            models.CheckConstraint(
                name="webhook_delivery_in_a_lane",
                condition=Q(state="SENDING", lane__isnull=False)
                | (~Q(state="SENDING") & Q(lane__isnull=True)),
            ),
        )
        indexes = (
            models.Index(
                fields=["due_at", "endpoint"],
                condition=Q(state__in=("PENDING", "SENDING")),
                name="webhook_delivery_due",
            ),
            models.Index(fields=["endpoint", "-id"], name="webhook_delivery_log"),
        )

    def __str__(self) -> str:
        return f"delivery {self.pk} ({self.state})"
