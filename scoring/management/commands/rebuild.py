"""Derives every match again from its lines, and proves every chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.models import Match
from scoring.selectors import broken_at
from scoring.services import rebuild


class Command(BaseCommand):
    help = "Derive all matches again from their lines; exits with 1 if anything differed."

    def handle(self, *args: Any, **options: Any) -> None:
        count = differences = 0
        for match in Match.objects.order_by("pk").iterator():
            count += 1
            differing = rebuild(match_id=match.pk)
            broken = broken_at(list(match.lines.order_by("n")))
            if differing:
                self.stdout.write(f"match {match.pk}: set right: {', '.join(differing)}")
            if broken is not None:
                self.stdout.write(f"match {match.pk}: the chain breaks at line {broken}")
            differences += bool(differing) + (broken is not None)
        if differences:
            raise CommandError(f"{count} matches, {differences} differences")
        self.stdout.write(f"{count} matches, no difference")
