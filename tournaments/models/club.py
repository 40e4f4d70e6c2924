"""The club, its venues and players, and who may do what in it."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower

from database.fields import FreeTextField
from database.limits import (
    EARLIEST_BIRTH_YEAR,
    LATEST_BIRTH_YEAR,
    LONGEST_ADDRESS,
    LONGEST_PERSON_NAME,
    LONGEST_TITLE,
)
from database.updates import UpdatedModel, UpdatedQuerySet


class Club(models.Model):
    """A club (circolo) with its events, players and roles."""

    name = FreeTextField(max_length=LONGEST_TITLE)
    slug = models.SlugField(max_length=60, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Venue(models.Model):
    """A place where a club plays."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = FreeTextField(max_length=LONGEST_TITLE)
    address = FreeTextField(max_length=LONGEST_ADDRESS, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint("club", Lower("name"), name="venue_name_once_a_club"),
        )

    def __str__(self) -> str:
        return self.name


class Player(UpdatedModel):
    """A person who plays at a club's events. Lines and draws hold ids; anchors cover the names of
    those who have played, so that a changed name is found."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    first_name = FreeTextField(max_length=LONGEST_PERSON_NAME, blank=True)
    last_name = FreeTextField(max_length=LONGEST_PERSON_NAME)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)

    anonymised_at = models.DateTimeField(null=True, blank=True)
    """When the name was replaced by a number, at the person's wish."""

    objects = UpdatedQuerySet["Player"].as_manager()

    class Meta:
        indexes = (
            models.Index(fields=["club", "last_name", "first_name"], name="player_by_name"),
            models.Index(Lower("last_name"), name="player_by_surname"),
        )
        constraints = (
            models.CheckConstraint(
                name="player_born_in_living_memory",
                condition=Q(birth_year__isnull=True)
                | Q(birth_year__range=(EARLIEST_BIRTH_YEAR, LATEST_BIRTH_YEAR)),
            ),
        )

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class RoleQuerySet(models.QuerySet["Role"]):
    """Roles of a club."""

    def in_force(self) -> "RoleQuerySet":
        """Without those of referees who are bound to tables that are all gone."""
        has_tables = Exists(Role.objects.filter(pk=OuterRef("pk"), tables__isnull=False))
        return self.filter(Q(at_tables_only=False) | has_tables)


class Role(models.Model):
    """What a user may do in a club: owner (the club, its people), organizer (its events),
    referee (all lines of a sheet)."""

    class Kind(models.TextChoices):
        OWNER = "OWNER"
        ORGANIZER = "ORGANIZER"
        REFEREE = "REFEREE"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles"
    )
    kind = models.CharField(max_length=9, choices=Kind.choices)
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    """A referee's role may be bound to one event."""
    group = models.ForeignKey(
        "tournaments.Group", on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    """It may further be bound to one group of that event."""
    at_tables_only = models.BooleanField(default=False)
    """Or it is bound to some tables of the event: it stays bound when these are taken away."""
    tables = models.ManyToManyField("tournaments.Table", blank=True, related_name="roles")

    objects = RoleQuerySet.as_manager()

    class Meta:
        constraints = (
            # Nulls are never equal in a unique constraint, so roles without an event, and those
            # without a group, need one each.
            models.UniqueConstraint(
                fields=["club", "user", "kind"],
                condition=Q(event__isnull=True),
                name="role_once_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "user", "event"],
                condition=Q(group__isnull=True),
                name="role_once_an_event",
            ),
            models.UniqueConstraint(fields=["user", "group"], name="role_once_a_group"),
            models.CheckConstraint(
                name="role_bound_only_for_referees",
                condition=Q(event__isnull=True) | Q(kind="REFEREE"),
            ),
            models.CheckConstraint(
                name="role_bound_to_a_group_of_its_event",
                condition=Q(group__isnull=True) | Q(event__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of club {self.club_id}"


class Invitation(models.Model):
    """A link by which one person takes up a role, once; of its secret only the digest is kept.

    ``taken_by`` is a foreign key and no author (accounts.authorship): only a signed-in user can
    take up a role, and the same user may open the link again."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(max_length=9, choices=Role.Kind.choices)
    event = models.ForeignKey(
        "tournaments.Event",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
    )
    group = models.ForeignKey(
        "tournaments.Group",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
    )
    at_tables_only = models.BooleanField(default=False)
    tables = models.ManyToManyField("tournaments.Table", blank=True, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    note = FreeTextField(max_length=LONGEST_TITLE, blank=True)
    """The recipient, in the words of the user who made it."""
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations_taken",
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="invitation_bound_only_for_referees",
                condition=Q(event__isnull=True) | Q(kind="REFEREE"),
            ),
            models.CheckConstraint(
                name="invitation_bound_to_a_group_of_its_event",
                condition=Q(group__isnull=True) | Q(event__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"invitation to club {self.club_id}"

    def is_open_at(self, now: datetime) -> bool:
        """Whether its link still gives the role: nobody has taken it, and it has not ended."""
        return self.taken_at is None and self.ends_at > now
