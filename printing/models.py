"""The files that workers have made, until they are old."""

from django.db import models

from printing.orders import KEY_LENGTH, PrintKey
from tournaments.models import Event


class PrintedFile(models.Model):
    """A PDF that took too long for a request. A new one replaces that of the same key
    (printing.orders.PrintKey)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="printed_files")
    layout = models.CharField(max_length=20)
    choices = models.CharField(max_length=40)
    """The chosen round and paper (printing.orders.PrintChoices.key)."""
    language = models.CharField(max_length=8)
    addresses = models.CharField(max_length=KEY_LENGTH, default="")
    """The addresses in its QR codes (printing.orders.PaperAddresses.key)."""
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    """Of the content, in bytes."""
    pages = models.PositiveIntegerField()
    results = models.PositiveIntegerField()
    """How many results the event had."""
    results_version = models.PositiveBigIntegerField(default=0)
    """The versions of all its stages together: every result, and every correction of one, raises
    them. The file is stale when they have risen."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event", "layout", "choices", "language", "addresses"],
                name="printed_file_once_a_key",
            ),
        )
        indexes = (models.Index(fields=["made_at"], name="printed_file_by_age"),)

    def __str__(self) -> str:
        return f"{self.layout} of event {self.event_id}"

    @property
    def key(self) -> PrintKey:
        """What tells it from the other files of its event."""
        return PrintKey(self.layout, self.language, self.choices, self.addresses)
