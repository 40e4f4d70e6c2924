"""What lets a phone write at a table, and what it may ask for: codes, devices, calls."""

import uuid

from django.db import models
from django.db.models import Q

from competition.hall.codes import LENGTH
from tournaments.models.bracket import Pairing, Round
from tournaments.models.club import Player
from tournaments.models.event import Event, Table


class TableCode(models.Model):
    """A code on the card in the middle of a table: good for the event, or for one round of it,
    until it is revoked. It is stored in clear text, because the card can be printed again."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="table_codes")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="codes")
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="table_codes"
    )
    code = models.CharField(max_length=LENGTH, unique=True)
    """What is typed. Never given out twice: an old card says that it is old."""
    secret = models.CharField(max_length=32, unique=True)
    """What the QR carries."""
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(revoked_at__isnull=True, round__isnull=True),
                name="table_has_one_code",
            ),
            models.UniqueConstraint(
                fields=["table", "round"],
                condition=Q(revoked_at__isnull=True, round__isnull=False),
                name="table_has_one_code_a_round",
            ),
        )

    def __str__(self) -> str:
        return f"code of table {self.table_id}"


class Device(models.Model):
    """A phone that came in by a code. Its token is stored hashed; ``player`` is who says that it
    is his."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.ForeignKey(TableCode, on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="devices"
    )
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


class RefereeCall(models.Model):
    """A call for the referee, open until a referee answers it or the table withdraws it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="referee_calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="referee_calls")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="referee_calls"
    )
    author_kind = models.CharField(max_length=8)
    author_id = models.CharField(max_length=64)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_kind = models.CharField(max_length=8, blank=True)
    answered_by = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(answered_at__isnull=True),
                name="table_calls_the_referee_once",
            ),
        )

    def __str__(self) -> str:
        return f"call of table {self.table_id}"
