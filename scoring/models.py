"""The match and the lines of its sheet."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.db import models
from django.db.models import Q

from accounts.authorship import AuthoredModel
from scoring.core.chain import START
from scoring.core.lines import KINDS

Result: TypeAlias = tuple[str, int | None, Mapping[str, Any] | None]
"""State, winner, and the tally."""


class Match(models.Model):
    """One match. All but ``format`` is derived from its lines, in the transaction that adds one."""

    class State(models.TextChoices):
        OPEN = "OPEN"
        WON = "WON"
        DRAWN = "DRAWN"

    format = models.JSONField()
    state = models.CharField(max_length=5, choices=State.choices, default=State.OPEN)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    begun = models.BooleanField(default=False)
    signed = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default=START)
    snapshot = models.JSONField(default=dict)
    tally = models.JSONField(null=True, blank=True)
    """What rankings use of a decided match: by side the ``sum`` of all totals, ``wins`` and
    ``feats``; ``hands``, and whether it was a ``forfeit``. Kept small, as a ranking reads thousands
    of them."""

    class Meta:
        verbose_name_plural = "matches"
        constraints = (
            models.CheckConstraint(
                name="match_open_won_or_drawn",
                condition=(
                    Q(state="WON", winner__isnull=False)
                    | Q(state__in=("OPEN", "DRAWN"), winner__isnull=True)
                ),
            ),
            models.CheckConstraint(
                name="match_decided_only_by_lines",
                condition=Q(state="OPEN") | Q(version__gt=0),
            ),
        )

    def __str__(self) -> str:
        return f"match {self.pk}, version {self.version}"

    @property
    def decided(self) -> bool:
        return self.state != self.State.OPEN

    @property
    def result(self) -> Result:
        """What the outside depends on: whether the match is decided, and the data for rankings."""
        return self.state, self.winner, self.tally


class Line(AuthoredModel):
    """One line of a sheet: never changed, never deleted."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="lines")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in KINDS])
    data = models.JSONField()
    device = models.CharField(max_length=64, blank=True)
    key = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    arrived_at = models.DateTimeField()
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["match", "n"], name="line_number_once_a_match"),
            models.UniqueConstraint(fields=["match", "key"], name="line_key_once_a_match"),
            models.CheckConstraint(name="line_counts_from_one", condition=Q(n__gte=1)),
        )

    def __str__(self) -> str:
        return f"line {self.n} ({self.kind})"
