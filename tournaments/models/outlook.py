"""What was counted of a stage's outlook, kept for its version."""

from django.db import models

from tournaments.models.bracket import Stage


class StageOutlook(models.Model):
    """The outlook of a stage at a version of its results and of its event. It follows from them,
    and may be thrown away at any time."""

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="outlook")
    version = models.PositiveIntegerField()
    event_version = models.PositiveIntegerField()
    rows = models.JSONField()
    """Entry by entry: fate, code and params, group, whether it is exact, share."""
    counted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"outlook of stage {self.stage_id} at version {self.version}"
