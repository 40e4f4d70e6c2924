"""The sites of others that may show a club's public pages inside their own."""

from django.db import models
from django.db.models import Q

from database.limits import LONGEST_ORIGIN
from tournaments.models.club import Club


class EmbeddingSite(models.Model):
    """A site that may frame the embedded views of a club's events, by its origin: scheme, host and
    port, as ``tournaments.origins`` writes them. It is sent in a header, so the database takes no
    character that would end the value there."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="embedding_sites")
    origin = models.CharField(max_length=LONGEST_ORIGIN)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "origin"], name="embedding_site_once_a_club"),
            models.CheckConstraint(
                name="embedding_site_is_an_origin",
                condition=(Q(origin__startswith="https://") | Q(origin__startswith="http://"))
                & ~Q(origin__contains=" ")
                & ~Q(origin__contains=";")
                & ~Q(origin__contains=",")
                & ~Q(origin__contains="*"),
            ),
        )

    def __str__(self) -> str:
        return self.origin
