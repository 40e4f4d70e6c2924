"""The import of a list of entries: uploaded, read by a worker, previewed, and then entered."""

import uuid

from django.db import models
from django.db.models import Q

from database.fields import FreeTextField
from database.limits import LONGEST_FILE_NAME, LONGEST_SHEET_NAME
from tournaments.models.event import Event


class EntryImport(models.Model):
    """One uploaded list. Nothing is entered before ``written_at``; the rows are kept for a day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="imports")
    name = FreeTextField(max_length=LONGEST_FILE_NAME)
    content = models.BinaryField()
    sheet = FreeTextField(max_length=LONGEST_SHEET_NAME, blank=True)
    """The sheet of the workbook to read; by default the first."""
    sheets = models.JSONField(default=list)
    rows = models.JSONField(null=True, blank=True)
    """``[[line, [cell, …]], …]`` once a worker has read the file."""
    columns = models.JSONField(default=dict)
    """By field: the number of its column, from 0."""
    heads_line = models.PositiveIntegerField(null=True, blank=True)
    """The line of the row that names the columns; those above it are titles. None: no row does."""
    surname_first = models.BooleanField(default=False)
    """How names are written that stand in one cell."""
    uploaded_at = models.DateTimeField()
    written_at = models.DateTimeField(null=True, blank=True)
    entered = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=["uploaded_at"], name="entry_import_by_age"),)
        constraints = (
            models.CheckConstraint(
                name="entry_import_written_once_read",
                condition=Q(written_at__isnull=True) | Q(rows__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"list {self.name}"
