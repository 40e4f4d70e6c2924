"""The event, its entries and its tables."""

import secrets
import uuid
from typing import Final

from django.db import models
from django.db.models import F, Q

from accounts.authorship import LaterAuthor, make_author_id_field, make_author_kind_field
from competition.hall.codes import CHECK_IN_LENGTH, make_check_in_code
from database.fields import FreeTextField
from database.limits import LONGEST_NOTE, LONGEST_PHONE, LONGEST_REASON, LONGEST_TITLE
from database.updates import UpdatedModel, UpdatedQuerySet
from scoring.core.format import read_stored_format
from tournaments.models.club import Club, Player, Venue


class Event(UpdatedModel):
    """One competition. What it is played by is pinned when it is drawn: a later change of the
    club's habits never rewrites history."""

    class State(models.TextChoices):
        DRAFT = "DRAFT"
        OPEN = "OPEN"
        DRAWN = "DRAWN"
        RUNNING = "RUNNING"
        FINISHED = "FINISHED"
        ARCHIVED = "ARCHIVED"
        CANCELLED = "CANCELLED"

    NOT_DRAWN_STATES: Final = (State.DRAFT, State.OPEN)
    """Its first draw is still to come: it has no matches yet, and its entries can change."""
    CURRENT_STATES: Final = (State.DRAWN, State.RUNNING)
    """It is drawn and not over: its matches are played now, or soon."""
    FINISHED_STATES: Final = (State.FINISHED, State.ARCHIVED)
    """It was played to its end, or is in the archive, where cancelled events are too."""
    OVER_STATES: Final = (*FINISHED_STATES, State.CANCELLED)
    """Nothing more is played: it has ended, or is not held."""
    READ_ONLY_STATES: Final = (State.ARCHIVED, State.CANCELLED)
    """Its plan, its draws and its results stay as they are."""

    class Visibility(models.TextChoices):
        PUBLIC = "PUBLIC"
        LINK = "LINK"
        CLUB = "CLUB"

    class Names(models.TextChoices):
        FULL = "FULL"
        INITIAL = "INITIAL"

    class Recorded(models.TextChoices):
        """What is written of a match (competition.standings.recorded)."""

        HANDS = "HANDS"
        TOTALS = "TOTALS"
        GAMES = "GAMES"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    venue = models.ForeignKey(
        Venue, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    name = FreeTextField(max_length=LONGEST_TITLE)
    date = models.DateField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    visibility = models.CharField(
        max_length=6, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    names = models.CharField(max_length=7, choices=Names.choices, default=Names.FULL)
    recorded = models.CharField(max_length=6, choices=Recorded.choices, default=Recorded.HANDS)
    """What the desk asks for first. It limits no sheet: a match that was begun by hands may end
    with totals, and the other way round."""
    match_format = models.JSONField()
    """The document of the matches' format (scoring.core.format), in every stage that has none of
    its own."""
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    """The deadline that the public page states. It stops nobody who organizes the event: who
    rings ten minutes later is entered by hand."""
    contact = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    """Whom the public may call, as written: a name and a number."""
    notes = FreeTextField(max_length=LONGEST_NOTE, blank=True)
    """What the public page tells besides."""
    cancelled_from = models.CharField(max_length=9, choices=State.choices, blank=True)
    """The state in which a cancelled event was, and to which it returns if it is held after all;
    kept in the archive."""
    cancelled_why = FreeTextField(max_length=LONGEST_REASON, blank=True)
    rules = models.JSONField(default=dict)
    """What the club decides, formats and games apart (competition.regulation.HouseRules): the
    start hour and the fee among them."""
    version = models.PositiveIntegerField(default=0)
    """Rises with every change of the event or its entries."""
    created_at = models.DateTimeField()

    objects = UpdatedQuerySet["Event"].as_manager()

    class Meta:
        indexes = (models.Index(fields=["club", "-date"], name="event_by_date"),)
        constraints = (
            models.CheckConstraint(
                name="event_cancelled_with_a_reason",
                condition=~Q(state="CANCELLED") | (~Q(cancelled_from="") & ~Q(cancelled_why="")),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def venue_name(self) -> str:
        """Where it is held; empty: at the club itself. For events that were read with their
        venues."""
        if self.venue is None:
            return ""
        return self.venue.name

    @property
    def is_cancelled(self) -> bool:
        """Whether it is not held; it may be in the archive by now."""
        return self.cancelled_from != ""

    @property
    def entry_size(self) -> int:
        """How many players an entry has: they play together at one side of a table."""
        return read_stored_format(self.match_format).players_a_side

    @property
    def is_singles(self) -> bool:
        """Whether an entry is one player, and not a pair or a team."""
        return self.entry_size == 1

    @property
    def has_many_sides(self) -> bool:
        """Whether more than two sides sit at a table: nobody wins by a forfeit there, so a match
        that an entry leaves is void."""
        return read_stored_format(self.match_format).sides > 2

    @property
    def takes_rulings(self) -> bool:
        """Whether penalties and protests can be written: from the draw until it is archived."""
        return self.state in (*self.CURRENT_STATES, self.State.FINISHED)

    @property
    def is_not_drawn(self) -> bool:
        """Whether its first draw is still to come: it has no matches yet."""
        return self.state in self.NOT_DRAWN_STATES

    @property
    def is_current(self) -> bool:
        """Whether it is drawn and not over: its matches are played now, or soon."""
        return self.state in self.CURRENT_STATES

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end, or is in the archive."""
        return self.state in self.FINISHED_STATES

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: it has ended, or is not held."""
        return self.state in self.OVER_STATES

    @property
    def is_read_only(self) -> bool:
        """Whether its plan, its draws and its results stay as they are."""
        return self.state in self.READ_ONLY_STATES


def draw_check_in_code() -> str:
    """A random code for a new entry."""
    return make_check_in_code(secrets.randbelow)


class Entry(UpdatedModel):
    """A competitor: one, two or more players, in order."""

    class State(models.TextChoices):
        ENTERED = "ENTERED"
        WAITLISTED = "WAITLISTED"
        """The event was full: it gets the next place that is free before the draw."""
        WITHDRAWN = "WITHDRAWN"
        DISQUALIFIED = "DISQUALIFIED"
        REPLACED = "REPLACED"

    EXPECTED_STATES: Final = (State.ENTERED, State.WAITLISTED)
    """Its players are expected in the hall: it has a place, or waits for one."""
    GONE_STATES: Final = (State.WITHDRAWN, State.DISQUALIFIED)
    """It has left the event: it loses the matches that it has not played."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    club_name = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    """Where the pair comes from, as written; clubmates are kept apart by it."""
    has_corrected_club = models.BooleanField(default=False)
    """Whether ``club_name`` was corrected after a draw had taken it."""
    club_as_drawn = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    """The name that the draw has taken, of an entry whose name was corrected since."""
    phone = FreeTextField(max_length=LONGEST_PHONE, blank=True)
    """How the pair is reached; only for those who organize the event."""
    notes = FreeTextField(max_length=LONGEST_REASON, blank=True)
    """What else there is to know; only for those who organize the event."""
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    """The group of the first stage in which it must play; None: it is drawn."""
    check_in_code = models.CharField(
        max_length=CHECK_IN_LENGTH, unique=True, default=draw_check_in_code, editable=False
    )
    """What the QR code of its receipt leads to. It names the entry and lets nobody in."""
    paid = models.BooleanField(default=False)
    """Whether nothing is left to pay. This and the next columns follow from the payments, in the
    transaction that writes one."""
    paid_cents = models.PositiveIntegerField(null=True, blank=True)
    """What was paid, less what was given back; None: not said."""
    paid_to_kind = make_author_kind_field(blank=True)
    paid_to_id = make_author_id_field(blank=True)
    paid_to = LaterAuthor("paid_to")
    present_at = models.DateTimeField(null=True, blank=True)
    """When the pair presented itself at the desk, and who noted that."""
    present_by_kind = make_author_kind_field(blank=True)
    present_by_id = make_author_id_field(blank=True)
    present_by = LaterAuthor("present_by")
    moved_up_at = models.DateTimeField(null=True, blank=True)
    """When it got a place, after it had waited for one."""
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    """Follows from what keeps the entry out (``tournaments/services/entry_states.py``)."""
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    """When the organizer withdrew it: one cause of its state, beside its penalties and results."""
    replaced_by = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaces"
    )
    entered_at = models.DateTimeField()

    objects = UpdatedQuerySet["Entry"].as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = (
            # A withdrawn entry keeps its seed, and another one may get it.
            models.UniqueConstraint(
                fields=["event", "seed"], condition=Q(state="ENTERED"), name="seed_once_an_event"
            ),
            models.CheckConstraint(
                name="withdrawn_entry_is_out",
                condition=Q(withdrawn_at__isnull=True) | Q(state__in=("WITHDRAWN", "DISQUALIFIED")),
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

    @property
    def is_expected(self) -> bool:
        """Whether its players are expected in the hall: it has a place, or waits for one."""
        return self.state in self.EXPECTED_STATES

    @property
    def drawn_club(self) -> str | None:
        """The club by which draws keep the entry apart from others; None: no club."""
        name = self.club_name
        if self.has_corrected_club:
            name = self.club_as_drawn
        return name.strip().casefold() or None


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


class Hall(models.Model):
    """A further hall of an event, with the tables that stand in it. All other tables are in the
    event's own venue."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="halls")
    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="halls")
    first_table = models.PositiveSmallIntegerField()
    last_table = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "venue"], name="hall_once_an_event"),
            models.CheckConstraint(
                name="hall_has_tables",
                condition=Q(first_table__gte=1, last_table__gte=F("first_table")),
            ),
        )

    def __str__(self) -> str:
        return f"hall {self.pk} of event {self.event_id}"
