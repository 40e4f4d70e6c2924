"""What an organizer says before a round is paired, and what it then was paired from."""

from django.db import models
from django.db.models import Q

from database.fields import FreeTextField
from database.limits import LONGEST_REASON
from tournaments.models.bracket import Round, Stage
from tournaments.models.event import Entry


class Absence(models.Model):
    """An entry that does not play a round of a stage: it asked for a rest, or it is not there."""

    class Kind(models.TextChoices):
        HALF_BYE = "half_bye"
        ABSENT = "absent"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "entry", "round"], name="absence_once_a_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of entry {self.entry_id} in round {self.round}"


class PairingConstraint(models.Model):
    """Two entries that must meet in one round, or must not meet at all, with the reason."""

    class Kind(models.TextChoices):
        FORCED = "forced"
        FORBIDDEN = "forbidden"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of a forced one."""
    reason = FreeTextField(max_length=LONGEST_REASON)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="wish_of_two_entries", condition=~Q(first=models.F("second"))
            ),
            models.CheckConstraint(
                name="wish_forced_in_one_round",
                condition=Q(kind="forced", round__isnull=False)
                | Q(kind="forbidden", round__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.first_id} and {self.second_id}"


class PairedFrom(models.Model):
    """What a round of a group was paired from, as it was then: a later wish, penalty, club or
    correction leaves it alone, so that anyone derives the same round again."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="paired_from")
    document = models.JSONField()
    """That of the notation's ``pair``."""

    class Meta:
        verbose_name_plural = "paired from"

    def __str__(self) -> str:
        return f"document of round {self.round_id}"
