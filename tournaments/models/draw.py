"""Draws: committed, held, called off. None of them ever goes away."""

from django.db import models
from django.db.models import Q

from accounts.authorship import (
    AuthoredModel,
    LaterAuthor,
    make_author_id_field,
    make_author_kind_field,
)
from database.fields import FreeTextField
from database.limits import LONGEST_REASON, LONGEST_WORD
from database.updates import UpdatedModel, UpdatedQuerySet
from tournaments.models.bracket import Stage


class DrawQuerySet(UpdatedQuerySet["Draw"]):
    """Draws of a stage."""

    def held_orders(self) -> "DrawQuerySet":
        """Those that were held for the order of a stage, the last first: that one counts."""
        held = self.filter(state=Draw.State.HELD, purpose=Draw.Purpose.ORDER)
        return held.order_by("-number")


class Draw(UpdatedModel, AuthoredModel):
    """A public toss: the commitment first, then the hall's word, then all that anyone needs to hold
    it again. Of those of a stage the last one held counts; all stay visible."""

    class State(models.TextChoices):
        COMMITTED = "COMMITTED"
        HELD = "HELD"
        CALLED_OFF = "CALLED_OFF"

    class Purpose(models.TextChoices):
        ORDER = "ORDER"
        LOTS = "LOTS"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=5, choices=Purpose.choices, default=Purpose.ORDER)
    """The order that a stage is played in, or lots among those who are tied in its ranking."""
    state = models.CharField(max_length=10, choices=State.choices)
    format = models.CharField(max_length=40)
    options = models.JSONField()
    constraints = models.JSONField()
    entries = models.JSONField()
    version = models.PositiveSmallIntegerField(default=1)
    """The version of the drawing itself."""
    secret = models.CharField(max_length=64, blank=True)
    """Not revealed before the word has been said."""
    commitment = models.CharField(max_length=64, blank=True)
    """Empty only of draws that were held before there were commitments."""
    word = models.CharField(max_length=LONGEST_WORD, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    """Computed from the secret and the word, once that has been said."""
    order = models.JSONField(null=True, blank=True)
    reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    """Why it was drawn once more."""
    committed_at = models.DateTimeField()
    said_at = models.DateTimeField(null=True, blank=True)
    """When the word was said."""
    held_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True)
    called_off_reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    called_off_by_kind = make_author_kind_field(blank=True)
    called_off_by_id = make_author_id_field(blank=True)
    called_off_by = LaterAuthor("called_off_by")

    objects = DrawQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="draw_number_once_a_stage"),
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state="COMMITTED"),
                name="one_draw_promised_at_a_time",
            ),
            models.CheckConstraint(
                name="draw_again_needs_a_reason",
                condition=Q(number=1) | Q(purpose="LOTS") | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="draw_held_has_its_order",
                condition=~Q(state="HELD")
                | (Q(order__isnull=False, held_at__isnull=False) & ~Q(seed="")),
            ),
            models.CheckConstraint(
                name="draw_called_off_has_a_reason",
                condition=~Q(state="CALLED_OFF")
                | (Q(called_off_at__isnull=False) & ~Q(called_off_reason="")),
            ),
        )

    def __str__(self) -> str:
        return f"draw {self.number} of stage {self.stage_id}"
