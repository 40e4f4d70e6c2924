"""What lets a phone write at a table, and what it may ask for: codes, devices, calls, conflicts."""

import uuid

from django.db import models
from django.db.models import Q

from accounts.authorship import (
    AuthoredModel,
    LaterAuthor,
    make_author_id_field,
    make_author_kind_field,
)
from competition.hall.codes import LENGTH
from scoring.models import Match
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
            # Nulls are never equal in a unique constraint, so codes for the whole event and those
            # for one round need one each.
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


class RefereeCall(AuthoredModel):
    """A call for the referee, open until a referee answers it or the table withdraws it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="referee_calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="referee_calls")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="referee_calls"
    )
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by_kind = make_author_kind_field(blank=True)
    answered_by_id = make_author_id_field(blank=True)
    answered_by = LaterAuthor("answered_by")

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


class SheetConflict(models.Model):
    """A line of a phone that was refused because another one had its place on the sheet. It is over
    with the next line that the phone writes there, or when it is settled at the desk."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="conflicts")
    device = models.CharField(max_length=64)
    """The phone, as its lines have it."""
    version = models.PositiveIntegerField()
    """Of the sheet, when the line was refused."""
    met_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by_kind = make_author_kind_field(blank=True)
    settled_by_id = make_author_id_field(blank=True)
    settled_by = LaterAuthor("settled_by")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "device", "version"], name="conflict_once_a_version"
            ),
        )

    def __str__(self) -> str:
        return f"conflict on match {self.match_id}, version {self.version}"
