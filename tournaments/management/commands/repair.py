"""Repairs derived data, names every change, and keeps a copy of what it replaces."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.models import Event
from tournaments.services.trust.repairs import repair_event


class Command(BaseCommand):
    help = "Repair snapshots of matches and slots from the lines. Lines are never changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", type=UUID, help="the id of one event; all without it")

    def handle(self, *args: Any, **options: Any) -> None:
        events = Event.objects.order_by("created_at", "pk")
        if options["event"]:
            events = events.filter(pk=options["event"])
            if not events:
                raise CommandError("There is no such event.")
        folder = Path(settings.VAR) / "repairs"
        count = 0
        for event in events:
            for repair in repair_event(event=event, folder=folder, now=timezone.now()):
                count += 1
                row = f"{repair.table} {repair.row}, {repair.column}"
                self.stdout.write(f"event {event.pk}: {row}: {repair.before!r} -> {repair.after!r}")
        if count:
            self.stdout.write(f"{count} changes; what was replaced is kept in {folder}")
        else:
            self.stdout.write("nothing to repair")
