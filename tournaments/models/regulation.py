"""The regulation of an event: the club's own articles, and the versions that were published."""

from django.db import models
from django.db.models import Q

from accounts.authorship import AuthoredModel
from database.fields import FreeTextField
from database.limits import LONGEST_ARTICLE, LONGEST_REASON
from tournaments.models.event import Event


class Article(models.Model):
    """An article in the club's own words, behind those of its chapter."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="articles")
    position = models.PositiveSmallIntegerField()
    chapter = models.CharField(max_length=20)
    """A key of ``competition.regulation.CHAPTERS``."""
    text = FreeTextField(max_length=LONGEST_ARTICLE)
    text_en = FreeTextField(max_length=LONGEST_ARTICLE, blank=True)
    """In English; empty: as it is."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event", "position"], name="article_position_once_an_event"
            ),
            models.CheckConstraint(name="article_has_a_text", condition=~Q(text="")),
        )

    def __str__(self) -> str:
        return f"article {self.position} of event {self.event_id}"


class RegulationVersion(AuthoredModel):
    """The settings of an event as they were published. It is never changed; the last one with
    ``frozen_at`` is the one that play began by, and a later one says why it differs."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="regulations")
    number = models.PositiveSmallIntegerField()
    facts = models.JSONField()
    """The document of ``competition.regulation.RegulationFacts``."""
    reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    made_at = models.DateTimeField()
    frozen_at = models.DateTimeField(null=True, blank=True)
    """When play began by it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event", "number"], name="regulation_version_once_an_event"
            ),
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(frozen_at__isnull=False),
                name="regulation_frozen_once_an_event",
            ),
        )

    def __str__(self) -> str:
        return f"regulation {self.number} of event {self.event_id}"
