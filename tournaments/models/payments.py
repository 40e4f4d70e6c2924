"""The money of the entries: what was taken, and what was given back."""

from django.db import models
from django.db.models import Q

from accounts.authorship import (
    AuthoredModel,
    LaterAuthor,
    make_author_id_field,
    make_author_kind_field,
)
from database.fields import FreeTextField
from database.limits import LONGEST_REASON
from database.updates import UpdatedModel, UpdatedQuerySet
from tournaments.models.event import Entry


class Payment(UpdatedModel, AuthoredModel):
    """Money that an entry has paid, or (below zero) got back; the author has the cash. It is never
    changed or deleted: one that was noted by mistake is cancelled, and counts no more."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="payments")
    cents = models.IntegerField(null=True, blank=True)
    """None: not said, where no fee is known."""
    settles = models.BooleanField(default=False)
    """Whether nothing is left to pay with it, whatever the fee is."""
    reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    key = models.CharField(max_length=48, blank=True)
    """Of the form: sent twice, it is one payment."""
    made_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by_kind = make_author_kind_field(blank=True)
    cancelled_by_id = make_author_id_field(blank=True)
    cancelled_by = LaterAuthor("cancelled_by")

    objects = UpdatedQuerySet["Payment"].as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="payment_has_an_amount_or_settles",
                condition=Q(cents__isnull=False) | Q(settles=True),
            ),
            models.CheckConstraint(
                name="refund_settles_nothing", condition=Q(settles=False) | ~Q(cents__lt=0)
            ),
            # The last guard against a form that is sent twice.
            models.UniqueConstraint(
                fields=["entry", "key"], condition=~Q(key=""), name="payment_key_once_an_entry"
            ),
        )

    def __str__(self) -> str:
        return f"payment {self.pk} of entry {self.entry_id}"
