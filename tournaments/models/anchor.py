"""Anchors of an event: signed digests over all that was recorded before."""

from django.db import models
from django.db.models import Q

from tournaments.models.event import Event


class Anchor(models.Model):
    """One anchor; it is never changed. ``changes``: the items that are new or changed since the
    one before (competition.trust.anchors)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="anchors")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    reached = models.PositiveIntegerField(default=0)
    """How many draws were held and rounds played out by then, and how the event had ended: when it
    is another number, the next anchor is due."""
    previous = models.CharField(max_length=64)
    changes = models.JSONField()
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=86)
    key = models.CharField(max_length=64)
    """The public key of the signature, in hex."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="anchor_number_once_an_event"),
            models.CheckConstraint(name="anchor_counts_from_one", condition=Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"anchor {self.number} of event {self.event_id}"
