"""The event, its entries and its tables."""

import uuid

from django.db import models
from django.db.models import F, Q

from database.fields import FreeTextField
from database.limits import LONGEST_TITLE
from tournaments.models.club import Club, Player, Venue


class Event(models.Model):
    """One competition. What it is played by is pinned when it is drawn: a later change of the
    club's habits never rewrites history."""

    class State(models.TextChoices):
        DRAFT = "DRAFT"
        OPEN = "OPEN"
        DRAWN = "DRAWN"
        RUNNING = "RUNNING"
        FINISHED = "FINISHED"
        ARCHIVED = "ARCHIVED"

    class Visibility(models.TextChoices):
        PUBLIC = "PUBLIC"
        LINK = "LINK"
        CLUB = "CLUB"

    class Names(models.TextChoices):
        FULL = "FULL"
        INITIAL = "INITIAL"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    venue = models.ForeignKey(
        Venue, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    name = FreeTextField(max_length=LONGEST_TITLE)
    date = models.DateField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    visibility = models.CharField(
        max_length=6, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    names = models.CharField(max_length=7, choices=Names.choices, default=Names.FULL)
    match_format = models.JSONField()
    """The document of the matches' format (scoring.core.format), in every stage that has none of
    its own."""
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    rules = models.JSONField(default=dict)
    """What the club decides, formats and games apart (competition.regulation.HouseRules)."""
    version = models.PositiveIntegerField(default=0)
    """Rises with every change of the event or its entries."""
    created_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["club", "-date"], name="event_by_date"),)

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A competitor: one, two or more players, in order."""

    class State(models.TextChoices):
        ENTERED = "ENTERED"
        WITHDRAWN = "WITHDRAWN"
        DISQUALIFIED = "DISQUALIFIED"
        REPLACED = "REPLACED"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    club_name = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    """Where the pair comes from, as written; clubmates are kept apart by it."""
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    """The group of the first stage in which it must play; None: it is drawn."""
    paid = models.BooleanField(default=False)
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    replaced_by = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaces"
    )
    entered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=["event", "seed"], condition=Q(state="ENTERED"), name="seed_once_an_event"
            ),
            models.CheckConstraint(
                name="seed_counts_from_one", condition=Q(seed__isnull=True) | Q(seed__gte=1)
            ),
            models.CheckConstraint(
                name="entry_replaced_by_another",
                condition=(Q(state="REPLACED", replaced_by__isnull=False) & ~Q(replaced_by=F("id")))
                | (~Q(state="REPLACED") & Q(replaced_by__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return f"entry {self.pk}"


class EntryPlayer(models.Model):
    """A player of an entry. ``event`` is repeated here, so that a constraint of the database can
    prevent entering a player twice."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=True)
    """False once the entry has been withdrawn before the draw, or replaced: the player is free."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["event", "player"],
                condition=Q(counts=True),
                name="player_entered_once_an_event",
            ),
            models.UniqueConstraint(fields=["entry", "position"], name="position_once_an_entry"),
        )

    def __str__(self) -> str:
        return f"player {self.player_id} of entry {self.entry_id}"


class Table(models.Model):
    """A table of an event, by its number in the hall."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="table_number_once_an_event"),
        )

    def __str__(self) -> str:
        return f"table {self.number}"
