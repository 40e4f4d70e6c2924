"""The row that says that something has changed."""

from django.db import models


class Notice(models.Model):
    """Word that a topic has reached a version. It never carries the content."""

    topic = models.CharField(max_length=80)
    version = models.PositiveIntegerField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.topic} is at {self.version}"
