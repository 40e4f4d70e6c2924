"""What referees and organizers rule beside the sheets: penalties, protests, prizes, voided matches,
decisions that a correction leaves open."""

from django.db import models
from django.db.models import F, Q

from accounts.authorship import (
    AuthoredModel,
    LaterAuthor,
    make_author_id_field,
    make_author_kind_field,
)
from database.fields import FreeTextField
from database.limits import LONGEST_PRIZE, LONGEST_REASON, LONGEST_TITLE
from database.updates import UpdatedModel, UpdatedQuerySet
from scoring.models import Match
from tournaments.models.bracket import Pairing, Stage
from tournaments.models.event import Entry, Event


class Penalty(UpdatedModel, AuthoredModel):
    """Points off an entry's ranking in a stage, or a disqualification from the event. It is never
    deleted: cancelled, it says why."""

    class Kind(models.TextChoices):
        POINTS = "POINTS"
        DISQUALIFIED = "DISQUALIFIED"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="penalties"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    points = models.PositiveIntegerField(default=0)
    metric = models.CharField(max_length=40, blank=True)
    """Of what; empty: of what the stage ranks by first."""
    voids = models.BooleanField(default=False)
    """Of a disqualification: whether its results no longer count for anybody."""
    article = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    reason = FreeTextField(max_length=LONGEST_REASON)
    key = models.CharField(max_length=48, blank=True)
    """Of the form: sent twice, it is one penalty."""
    given_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    cancelled_by_kind = make_author_kind_field(blank=True)
    cancelled_by_id = make_author_id_field(blank=True)
    cancelled_by = LaterAuthor("cancelled_by")

    objects = UpdatedQuerySet["Penalty"].as_manager()

    class Meta:
        verbose_name_plural = "penalties"
        constraints = (
            models.CheckConstraint(name="penalty_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="penalty_of_points_in_a_stage",
                condition=Q(kind="POINTS", stage__isnull=False, points__gte=1, voids=False)
                | Q(kind="DISQUALIFIED", stage__isnull=True, points=0),
            ),
            models.CheckConstraint(
                name="penalty_cancelled_with_a_reason",
                condition=Q(cancelled_at__isnull=True) | ~Q(cancelled_reason=""),
            ),
            # The last guard against a form that is sent twice.
            models.UniqueConstraint(
                fields=["event", "key"], condition=~Q(key=""), name="penalty_key_once_an_event"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of entry {self.entry_id}"


class Protest(UpdatedModel, AuthoredModel):
    """What an entry objects to, and what was decided. It is never deleted and decides nothing by
    itself: a result is corrected on its sheet, a penalty is given as any other."""

    class Decision(models.TextChoices):
        UPHELD = "UPHELD"
        REJECTED = "REJECTED"
        WITHDRAWN = "WITHDRAWN"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="protests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="protests")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.SET_NULL, null=True, blank=True, related_name="protests"
    )
    """The match that it is about, if it is about one."""
    article = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    text = FreeTextField(max_length=LONGEST_REASON)
    filed_at = models.DateTimeField()
    decision = models.CharField(max_length=9, choices=Decision.choices, blank=True)
    decision_reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by_kind = make_author_kind_field(blank=True)
    decided_by_id = make_author_id_field(blank=True)
    decided_by = LaterAuthor("decided_by")

    objects = UpdatedQuerySet["Protest"].as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(name="protest_has_a_text", condition=~Q(text="")),
            models.CheckConstraint(
                name="protest_decided_with_a_reason",
                condition=Q(decision="", decided_at__isnull=True)
                | (~Q(decision="") & ~Q(decision_reason="") & Q(decided_at__isnull=False)),
            ),
        )

    def __str__(self) -> str:
        return f"protest of entry {self.entry_id}"

    @property
    def match_id(self) -> int | None:
        """The match that it is about, if it is about one. For rows read with their pairings."""
        if self.pairing is None:
            return None
        return self.pairing.match_id


class Prize(models.Model):
    """What the entries on some places get: 1, 2, 3, 4, 5–8, 9–16."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    text = FreeTextField(max_length=LONGEST_PRIZE)
    announced = models.JSONField(null=True, default=None)
    """Who had it when the event was closed: the ids of the ``entries``, and of those among them
    who ``shared`` it. Null: it was not announced yet."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["event", "first"], name="prize_once_a_place"),
            models.CheckConstraint(
                name="prize_from_first_to_last", condition=Q(first__gte=1, last__gte=F("first"))
            ),
        )

    def __str__(self) -> str:
        return f"prize of places {self.first} to {self.last}"


class VoidedMatch(AuthoredModel):
    """A match that was played and no longer counts, because a correction has put another entry into
    its pairing. Its sheet is kept."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="set_aside")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="set_aside")
    reason = FreeTextField(max_length=LONGEST_REASON)
    at = models.DateTimeField()
    seats = models.JSONField(default=list)
    """The ids of the entries that sat there, by the position of their slots."""

    def __str__(self) -> str:
        return f"match {self.match_id} of pairing {self.pairing_id}"


class PendingDecision(UpdatedModel):
    """What could not follow a correction: the organizer decides, and what was decided stays."""

    class Kind(models.TextChoices):
        PLAYED_ON = "PLAYED_ON"
        CUT_MOVED = "CUT_MOVED"
        ROUND_PAIRED = "ROUND_PAIRED"
        PRIZES_MOVED = "PRIZES_MOVED"

    class Decision(models.TextChoices):
        LEFT = "LEFT"
        REPLAYED = "REPLAYED"
        DRAWN_AGAIN = "DRAWN_AGAIN"
        SWAPPED = "SWAPPED"
        TAKEN_BACK = "TAKEN_BACK"
        KEPT = "KEPT"
        AWARDED = "AWARDED"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="questions")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="questions"
    )
    """A match has begun with an entry that should no longer be in it: a pending decision for each
    such entry."""
    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="questions"
    )
    """Drawn, or paired, from a ranking that reads otherwise by now."""
    comes = models.JSONField(default=list)
    goes = models.JSONField(default=list)
    """The ids of the entries that by now should be there, and that should not."""
    changed = models.JSONField(default=list)
    """For a stage: the entries that a draw would treat differently now
    (competition.draw.drawn_from). For prizes: the entries with another prize than announced
    (competition.prizes)."""
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round of the stage that was paired from such a ranking."""
    asked_at = models.DateTimeField()
    decision = models.CharField(max_length=11, choices=Decision.choices, blank=True)
    reason = FreeTextField(max_length=LONGEST_REASON, blank=True)
    decided_by_kind = make_author_kind_field(blank=True)
    decided_by_id = make_author_id_field(blank=True)
    decided_by = LaterAuthor("decided_by")
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = UpdatedQuerySet["PendingDecision"].as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="question_decided_with_a_reason",
                condition=Q(decision="", decided_at__isnull=True)
                | (~Q(decision="") & ~Q(reason="") & Q(decided_at__isnull=False)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of event {self.event_id}"

    @property
    def match_id(self) -> int | None:
        """The match that it is about, as it is now; None if it is about a stage or prizes. For rows
        read with their pairings."""
        if self.pairing is None:
            return None
        return self.pairing.match_id

    @property
    def entries(self) -> set[int]:
        """The ids of all entries that it names."""
        return {*self.comes, *self.goes, *(each["entry"] for each in self.changed)}
