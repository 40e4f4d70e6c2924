"""Stages, their draws, and the pairings that slots join."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import models
from django.db.models import F, Q

from database.fields import FreeTextField
from database.limits import LONGEST_LABEL
from database.updates import UpdatedModel, UpdatedQuerySet
from scoring.models import Match
from tournaments.models.club import Venue
from tournaments.models.event import Entry, Event, Table


class Stage(models.Model):
    """A part of an event with a format of its own."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = FreeTextField(max_length=LONGEST_LABEL, blank=True)
    """As the organizer calls it; empty: as its format is called."""
    format = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    constraints = models.JSONField(default=dict)
    match_format = models.JSONField(null=True, blank=True)
    """The document of its matches' format, where it is not that of the event."""
    cut = models.JSONField(null=True, blank=True)
    """Who of an earlier stage plays here (competition.cuts.cut); None: all entries."""
    metrics = models.JSONField(default=list)
    """By what it ranks, in order; empty: as its format says."""
    ranking = models.JSONField(default=dict)
    """The options of its ranking: what a win, a bye, an unplayed round is worth."""
    calendar = models.JSONField(null=True, blank=True)
    """By which the rounds that are made later take their dates (competition.calendar)."""
    version = models.PositiveIntegerField(default=0)
    """Rises with each result: what is computed from results is kept by it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once_an_event"),
        )

    def __str__(self) -> str:
        return f"stage {self.number} ({self.format})"

    @property
    def match_document(self) -> Mapping[str, Any]:
        """How its matches are played."""
        document: Mapping[str, Any] = self.match_format or self.event.match_format
        return document

    @property
    def number_before(self) -> int | None:
        """The number of the stage that it takes its entrants from; None: it takes all entries."""
        if self.cut is None:
            return None
        number: int = self.cut["stage"]
        return number


class Group(models.Model):
    """A parallel group of a stage: a girone, a draw, a venue."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(default=1)
    name = FreeTextField(max_length=LONGEST_LABEL, blank=True)
    """As the organizer calls it; empty: a letter."""
    venue = models.ForeignKey(
        Venue, on_delete=models.SET_NULL, null=True, blank=True, related_name="groups"
    )
    """Where it plays, if not where the event is."""
    first_table = models.PositiveSmallIntegerField(null=True, blank=True)
    last_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The tables that it has for itself; none: it plays wherever a table is free."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="group_number_once_a_stage"),
            models.CheckConstraint(
                name="group_has_tables_from_first_to_last",
                condition=Q(first_table__isnull=True, last_table__isnull=True)
                | Q(first_table__gte=1, last_table__gte=F("first_table")),
            ),
        )

    def __str__(self) -> str:
        return f"group {self.number}"

    @property
    def venue_name(self) -> str:
        """Where it plays; empty: where the event is. For groups that were read with their
        venues."""
        if self.venue is None:
            return ""
        return self.venue.name


PLAY_OFF: Final = "play_off"
"""The section of the play-offs of a group: they settle ties and count for nothing else."""

BY_HAND: Final = {"code": "forced_pairing", "params": {}}
"""The reason of a pairing that the organizer made after the round was paired."""


class RoundQuerySet(UpdatedQuerySet["Round"]):
    """Rounds of a stage."""

    def without_play_offs(self) -> "RoundQuerySet":
        """Those that the ranking of the stage counts."""
        return self.exclude(section=PLAY_OFF)


class PairingQuerySet(UpdatedQuerySet["Pairing"]):
    """Pairings of a stage."""

    def without_play_offs(self) -> "PairingQuerySet":
        """Those that the ranking of the stage counts."""
        return self.exclude(round__section=PLAY_OFF)

    def still_open(self) -> "PairingQuerySet":
        """Those in which something is left to play."""
        return self.exclude(state__in=Pairing.CLOSED_STATES)


class Round(UpdatedModel):
    """A round of a section of a group; ``number`` from 1 within its section."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds")
    section = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField()
    """Its place in the order of play, over all sections."""
    date = models.DateField(null=True, blank=True)
    """When it is played, where that is not the date of the event."""

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["group", "section", "number"], name="round_number_once_a_section"
            ),
        )

    def __str__(self) -> str:
        return f"{self.section} {self.number}"


class Pairing(UpdatedModel):
    """The slots that meet. A bye has no match; ids rise in the order of play, and locks are taken
    in that order."""

    class State(models.TextChoices):
        WAITING = "WAITING"
        READY = "READY"
        CALLED = "CALLED"
        DECIDED = "DECIDED"
        BYE = "BYE"
        NOT_NEEDED = "NOT_NEEDED"

    PLAYABLE_STATES: Final = (State.READY, State.CALLED)
    """All its entries are known, and its match is still to be decided."""
    OPEN_STATES: Final = (State.WAITING, *PLAYABLE_STATES)
    """Its match is still to be decided, whether its entries are known or not."""
    NOT_PLAYED_STATES: Final = (State.BYE, State.NOT_NEEDED)
    """Nothing is played in it: a bye, or a match that is not needed."""
    CLOSED_STATES: Final = (State.DECIDED, *NOT_PLAYED_STATES)
    """Nothing is left to play in it."""
    SEATED_STATES: Final = (*PLAYABLE_STATES, State.DECIDED)
    """All its entries are known: its match is decided, or can be played."""

    class Absence(models.TextChoices):
        BYE = "bye"
        HALF_BYE = "half_bye"
        ABSENT = "absent"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    code = models.CharField(max_length=40)
    """Its id in the plan: ``main-1-3``."""
    number = models.PositiveIntegerField()
    """Its place in its round, from 1."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    absence = models.CharField(max_length=8, choices=Absence.choices, default=Absence.BYE)
    """Of a bye: the reason."""
    only_if = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="decides_on"
    )
    only_if_slot = models.PositiveSmallIntegerField(null=True, blank=True)
    """Played only if that slot of that pairing has won it."""
    why = models.JSONField(null=True, blank=True)
    """Why these meet, where the format chose them: code and params."""
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

    objects = PairingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_once_a_round"),
            # As ``selectors.hall.tables.ON``: two calls at once cannot take the same table.
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
                name="pairing_only_if_a_slot_won",
                condition=Q(only_if__isnull=True, only_if_slot__isnull=True)
                | Q(only_if__isnull=False, only_if_slot__isnull=False),
            ),
            models.CheckConstraint(
                name="pairing_bye_has_no_match",
                condition=Q(state="BYE", match__isnull=True)
                | (~Q(state="BYE") & Q(match__isnull=False)),
            ),
        )
        # Every view of the hall asks for the called and the ready pairings of an event.
        indexes = (models.Index(fields=["event", "state"], name="pairing_by_state"),)

    def __str__(self) -> str:
        return self.code

    @property
    def table_number(self) -> int | None:
        """For pairings that were read with their tables."""
        if self.table is None:
            return None
        return self.table.number

    def choose_table(self, free_tables: Sequence[Table]) -> Table | None:
        """The first of these tables where it may play. A pairing that was decided and is open again
        goes back to its own table, if that is free: its players and its sheet are there."""
        group, possible = self.round.group, free_tables
        if group.first_table is not None and group.last_table is not None:
            first, last = group.first_table, group.last_table
            possible = [table for table in free_tables if first <= table.number <= last]
        for table in possible:
            if table.pk == self.table_id:
                return table
        if not possible:
            return None
        return possible[0]

    def is_unneeded_after(self, match: Match) -> bool:
        """Whether it is conditional and not needed, because the match of ``only_if`` had another
        winner."""
        return self.only_if_slot is not None and match.winner not in (None, self.only_if_slot)


class Slot(UpdatedModel):
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

    objects = UpdatedQuerySet["Slot"].as_manager()

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
