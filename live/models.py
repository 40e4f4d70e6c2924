"""The row that announces a change."""

from django.db import models


class Notice(models.Model):
    """A topic has reached a version. A notice never carries the content: readers of the same topic
    may see different parts of it, and ask for theirs. News for programs have ids and numbers that
    every reader of the event may see, in their topic (``live.news``)."""

    topic = models.CharField(max_length=80)
    version = models.PositiveIntegerField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.topic} is at {self.version}"
