"""The files that workers have made, until they are old."""

from django.db import models

from tournaments.models import Event


class PrintedFile(models.Model):
    """A PDF that took too long for a request. A new one replaces that of the same choices."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="printed_files")
    layout = models.CharField(max_length=20)
    choices = models.CharField(max_length=40)
    """The chosen round and paper (printing.orders.PrintChoices.key)."""
    language = models.CharField(max_length=8)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    """Of the content, in bytes."""
    pages = models.PositiveIntegerField()
    results = models.PositiveIntegerField()
    """How many results the event had: the file is stale when it has more."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event", "layout", "choices", "language"],
                name="printed_file_once_a_choice",
            ),
        )
        indexes = (models.Index(fields=["made_at"], name="printed_file_by_age"),)

    def __str__(self) -> str:
        return f"{self.layout} of event {self.event_id}"
