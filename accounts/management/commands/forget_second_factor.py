"""Switches off the second step of an account whose phone and spare codes are lost."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User


class Command(BaseCommand):
    """``forget_second_factor EMAIL``: afterwards the password alone is enough."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise CommandError(f"Nobody signs in with {email}.")
        count, _ = Authenticator.objects.filter(user=user).delete()
        said = "is switched off" if count else "was not on"
        self.stdout.write(f"The second step of {user.email} {said}.")
