"""Stages, their draws, and the pairings that slots join."""

from django.db import models
from django.db.models import F, Q

from scoring.models import Match
from tournaments.models.event import Entry, Event, Table


class Stage(models.Model):
    """A part of an event with a format of its own."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    constraints = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    """Rises with each result: what is computed from results is kept by it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once_an_event"),
        )

    def __str__(self) -> str:
        return f"stage {self.number} ({self.format})"


class Draw(models.Model):
    """A draw as it was held: all that anyone needs to hold it again. The last one counts, the
    earlier ones stay on show."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    format = models.CharField(max_length=40)
    options = models.JSONField()
    constraints = models.JSONField()
    entries = models.JSONField()
    order = models.JSONField()
    version = models.PositiveSmallIntegerField(default=1)
    """The version of the drawing itself."""
    reason = models.CharField(max_length=500, blank=True)
    author_kind = models.CharField(max_length=8)
    author_id = models.CharField(max_length=64)
    held_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="draw_number_once_a_stage"),
            models.CheckConstraint(
                name="draw_again_needs_a_reason", condition=Q(number=1) | ~Q(reason="")
            ),
        )

    def __str__(self) -> str:
        return f"draw {self.number} of stage {self.stage_id}"


class Group(models.Model):
    """A parallel group of a stage: a girone, a draw, a venue."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="group_number_once_a_stage"),
        )

    def __str__(self) -> str:
        return f"group {self.number}"


class Round(models.Model):
    """A round of a section of a group; ``number`` from 1 within its section."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds")
    section = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField()
    """Its place in the order of play, over all sections."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["group", "section", "number"], name="round_number_once_a_section"
            ),
        )

    def __str__(self) -> str:
        return f"{self.section} {self.number}"


class Pairing(models.Model):
    """The slots that meet. A bye has no match; ids rise in the order of play, and locks are taken
    in that order."""

    class State(models.TextChoices):
        WAITING = "WAITING"
        READY = "READY"
        CALLED = "CALLED"
        DECIDED = "DECIDED"
        BYE = "BYE"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    code = models.CharField(max_length=40)
    """Its id in the plan: ``main-1-3``."""
    number = models.PositiveIntegerField()
    """Its place in its round, from 1."""
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing"
    )
    table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="pairings"
    )
    holds_table = models.BooleanField(default=False)
    """Decided at the table itself, which stays with it until the signatures are there."""
    called_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_once_a_round"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state="CALLED") | Q(holds_table=True),
                name="table_has_one_pairing_at_a_time",
            ),
            models.CheckConstraint(
                name="pairing_holds_a_table_only_when_decided",
                condition=Q(holds_table=False) | Q(state="DECIDED", table__isnull=False),
            ),
            models.CheckConstraint(
                name="pairing_bye_has_no_match",
                condition=Q(state="BYE", match__isnull=True)
                | (~Q(state="BYE") & Q(match__isnull=False)),
            ),
        )
        indexes = (models.Index(fields=["event", "state"], name="pairing_by_state"),)

    def __str__(self) -> str:
        return self.code


class Slot(models.Model):
    """One place in a pairing: its side, where it is filled from, which entry fills it."""

    class Source(models.TextChoices):
        ENTRY = "ENTRY"
        WINNER_OF = "WINNER_OF"
        LOSER_OF = "LOSER_OF"
        BYE = "BYE"

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slots")
    position = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=9, choices=Source.choices)
    source_pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="feeds"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="slots"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["pairing", "position"], name="position_once_a_pairing"),
            models.UniqueConstraint(fields=["pairing", "entry"], name="entry_once_a_pairing"),
            models.CheckConstraint(
                name="slot_fed_by_a_pairing_or_not",
                condition=Q(source__in=("WINNER_OF", "LOSER_OF"), source_pairing__isnull=False)
                | Q(source="ENTRY", source_pairing__isnull=True, entry__isnull=False)
                | Q(source="BYE", source_pairing__isnull=True, entry__isnull=True),
            ),
            models.CheckConstraint(
                name="slot_never_fed_by_its_own_pairing",
                condition=Q(source_pairing__isnull=True) | ~Q(source_pairing=F("pairing")),
            ),
        )

    def __str__(self) -> str:
        return f"slot {self.position} of pairing {self.pairing_id}"
