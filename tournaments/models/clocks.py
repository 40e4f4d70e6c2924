"""When a round starts and shall end, and the tables that have more time."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from tournaments.models.bracket import Pairing, Round

MOST_EXTRA_MINUTES = 120


class RoundClock(models.Model):
    """The start of a round and its target time, as the organizer has set them."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    starts_at = models.DateTimeField(null=True, blank=True)
    target_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="round_starts_before_its_target",
                condition=Q(starts_at__isnull=True)
                | Q(target_at__isnull=True)
                | Q(target_at__gt=F("starts_at")),
            ),
        )

    def __str__(self) -> str:
        return f"clock of round {self.round_id}"


class ExtraTime(models.Model):
    """Minutes that the table of a pairing has beyond the target time of its round."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="extra_time")
    minutes = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EXTRA_MINUTES)]
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="extra_time_within_bounds",
                condition=Q(minutes__gte=1, minutes__lte=MOST_EXTRA_MINUTES),
            ),
        )

    def __str__(self) -> str:
        return f"{self.minutes} more minutes for pairing {self.pairing_id}"
