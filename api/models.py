"""The answers of requests that may be sent again."""

from django.db import models


class StoredAnswer(models.Model):
    """The answer of a request that came with ``Idempotency-Key``: sent again, it is answered with
    the same bytes and does nothing. Written in the transaction of the request itself."""

    caller = models.CharField(max_length=80)
    """Who sent it: the kind and id of the actor."""
    key = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    """SHA-256 of the address and the body."""
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """None only while the request is still being answered."""
    location = models.CharField(max_length=200, blank=True)
    content = models.TextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["caller", "key"], name="answer_once_a_caller_and_key"),
        )

    def __str__(self) -> str:
        return f"answer of {self.caller} to {self.key}"
