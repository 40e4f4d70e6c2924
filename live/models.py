"""The row that announces a change, and the row that no copy of the database has."""

from typing import Final

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


class DatabaseIdentity(models.Model):
    """The one row that a backup leaves out. A database that was restored has none, and gets another
    value when it is migrated, as at every start (``live.computed``)."""

    ONLY: Final = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    value = models.CharField(max_length=32)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(id=1), name="only_one_database_identity"),
        )

    def __str__(self) -> str:
        return self.value
