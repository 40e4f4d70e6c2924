"""Founds the first club with its owner: how a real installation begins."""

import os
import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from database.limits import LONGEST_PERSON_NAME
from tournaments.models import Club
from tournaments.services.club.clubs import found_club

PASSWORD_VARIABLE = "LABELLA_OWNER_PASSWORD"  # noqa: S105  (its name)


class Command(BaseCommand):
    help = "Found the first club and its owner. What nobody has given is asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email")
        parser.add_argument("--first-name")
        parser.add_argument("--last-name")
        parser.add_argument("--club")

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.exists():
            self.stderr.write("There is a club already: nothing was made.")
            return
        club_name = _ask_for(options, "club", "Name of the club")
        # Not saved before its password is accepted: a refusal leaves nothing behind.
        user = User(
            email=User.objects.normalize_email(_ask_for(options, "email", "Your e-mail")),
            first_name=_ask_for(options, "first_name", "Your first name"),
            last_name=_ask_for(options, "last_name", "Your last name"),
        )
        try:
            validate_email(user.email)
            password = _ask_for_password()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        with transaction.atomic():
            user.save()
            found_club(name=club_name, owner=user, now=timezone.now())
        self.stdout.write(f"{club_name}: sign in as {user.email}")


def _ask_for(options: dict[str, Any], name: str, question: str) -> str:
    given = options[name]
    answer = (given if given is not None else input(f"{question}: ")).strip()
    if not 0 < len(answer) <= LONGEST_PERSON_NAME:
        raise CommandError(f"{question}: between 1 and {LONGEST_PERSON_NAME} characters, please.")
    return answer


def _ask_for_password() -> str:
    """From the environment, from a pipe, or asked for twice without showing it."""
    given = os.environ.get(PASSWORD_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("A password of 10 characters or more: ")
    if getpass("Once more: ") != password:
        raise CommandError("The two passwords differ: please start again.")
    return password
