"""The user, known by an e-mail address, and the tokens of programs."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from knox.models import AbstractAuthToken

from accounts.actors import TokenAccess, TokenScope
from database.fields import FreeTextField
from database.limits import LONGEST_EMAIL, LONGEST_LABEL, LONGEST_PERSON_NAME


class UserManager(BaseUserManager["User"]):
    """Makes users by their address."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """A user with a usable password if one is given."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save()
        return user

    def create_superuser(self, email: str, password: str, **fields: object) -> "User":
        """A user who may enter the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account: owners, organizers, referees. Players need none."""

    email = models.EmailField(max_length=LONGEST_EMAIL, unique=True)
    first_name = FreeTextField(max_length=LONGEST_PERSON_NAME, blank=True)
    last_name = FreeTextField(max_length=LONGEST_PERSON_NAME, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.UniqueConstraint(Lower("email"), name="user_email_once_whatever_its_case"),
        )

    def __str__(self) -> str:
        return self.full_name or self.email

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class Token(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A program's key, stored hashed; ``token_key`` is its public id, and no part of it
    (accounts.public_ids). Reads only, unless more was chosen. A revoked one
    stays, so that what it wrote still has an author."""

    name = FreeTextField(max_length=LONGEST_LABEL)
    access = models.CharField(max_length=8, choices=TokenAccess.choices, default=TokenAccess.READ)
    club = models.ForeignKey(
        "tournaments.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """Its scope: its rights end at this club, or at this event. It is deleted with them, for a
    token without a scope may all that its user may (docs/explanation/decisions/0035)."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="token_scope_is_a_club_or_an_event",
                condition=Q(club__isnull=True) | Q(event__isnull=True),
            ),
            models.CheckConstraint(
                name="token_access_is_known", condition=Q(access__in=TokenAccess.values)
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> TokenScope:
        return TokenScope(self.club_id, self.event_id)
