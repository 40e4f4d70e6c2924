"""Events to be held again: the shapes that a club keeps."""

from django.db import models
from django.db.models.functions import Lower

from database.fields import FreeTextField
from database.limits import LONGEST_TITLE
from tournaments.models.club import Club


class EventTemplate(models.Model):
    """The settings of an event under a name, to create others from."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="event_templates")
    name = FreeTextField(max_length=LONGEST_TITLE)
    shape = models.JSONField()
    """The document of ``competition.event_shape.EventShape``."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint("club", Lower("name"), name="template_name_once_a_club"),
        )

    def __str__(self) -> str:
        return self.name
