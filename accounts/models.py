"""The user, known by an e-mail address, and the tokens of programs."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from knox.models import AbstractAuthToken

from database.fields import FreeTextField
from database.limits import LONGEST_LABEL, LONGEST_PERSON_NAME


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

    email = models.EmailField(max_length=254, unique=True)
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
    (accounts.public_ids). Reads only, unless it was asked to write. A revoked one
    stays, so that what it wrote still has an author."""

    name = FreeTextField(max_length=LONGEST_LABEL)
    may_write = models.BooleanField(default=False)
    within = models.CharField(max_length=48, blank=True)
    """What its rights end at: ``club:7``, ``event:`` and its id; nothing: all that its user may."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
