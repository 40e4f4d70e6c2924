"""What was changed by hand after a draw. The draw itself is never rewritten."""

from django.db import models
from django.db.models import F, Q

from accounts.authorship import AuthoredModel
from database.fields import FreeTextField
from database.limits import LONGEST_REASON
from kernel.violations import Violation, read_violations
from tournaments.models.draw import Draw
from tournaments.models.event import Entry


class DrawChange(AuthoredModel):
    """A change by hand of what was drawn, or of a round that was paired: public, with its reason.
    It is never deleted: a change that is undone is followed by the one that undoes it."""

    class Kind(models.TextChoices):
        SWAP = "SWAP"
        BYE = "BYE"
        PRELIMINARY = "PRELIMINARY"

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="changes")
    """The draw that counted then: one that is held later begins without changes."""
    number = models.PositiveSmallIntegerField()
    """The changes of a draw are applied in this order."""
    kind = models.CharField(max_length=11, choices=Kind.choices)
    """Two change places, or the first came late: it took the place of a bye opposite the other, or
    plays the other a preliminary match."""
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of a swap in a stage that pairs round by round; null in a bracket."""
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="draw_changes")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    reason = FreeTextField(max_length=LONGEST_REASON)
    at = models.DateTimeField()
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    """The swap that this one takes back."""
    agreed = models.JSONField(default=list)
    """The warnings that the organizer had read: codes with params."""
    matches = models.JSONField(default=list)
    """The matches that it made, each with its pairing: lists of two ids."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["draw", "number"], name="draw_change_number_once"),
            models.CheckConstraint(name="draw_change_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="draw_change_of_two_entries", condition=~Q(entry=F("other"))
            ),
            models.CheckConstraint(
                name="draw_change_undoes_by_a_swap",
                condition=Q(undoes__isnull=True) | Q(kind="SWAP"),
            ),
            models.CheckConstraint(
                name="draw_change_of_a_round_is_a_swap",
                condition=Q(round__isnull=True) | Q(kind="SWAP"),
            ),
        )

    def __str__(self) -> str:
        return f"change {self.number} of draw {self.draw_id}"

    @property
    def warnings(self) -> tuple[Violation, ...]:
        """What it breaks: what the organizer had read before he agreed."""
        return read_violations(self.agreed)
