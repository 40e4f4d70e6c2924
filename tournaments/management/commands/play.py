"""Plays out an event, or a round of it, with simulated players."""

import time
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts.actors import SYSTEM
from tournaments.http_writer import HttpWriter
from tournaments.models import Event
from tournaments.playing import Writer, play_out
from tournaments.services.results.simulation import ServiceWriter


class Command(BaseCommand):
    help = "Play out a running event with simulated players who hold real cards and play legally."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "event", nargs="?", help="the event's id; the newest running one if left out"
        )
        parser.add_argument("--rounds", type=int, help="stop after this number of rounds")
        parser.add_argument("--hands", type=int, help="stop after this number of hands")
        parser.add_argument("--pace", type=float, default=0.0, help="seconds between two hands")
        parser.add_argument("--random", type=int, help="the same number plays the same cards")
        parser.add_argument(
            "--http", metavar="ADDRESS", help="play through the API at this address"
        )
        parser.add_argument("--token", default="", help="with --http: a token that may write")

    def handle(self, *args: Any, **options: Any) -> None:
        running_events = Event.objects.filter(state=Event.State.RUNNING)
        event_id = options["event"]
        writer: Writer
        if options["http"]:
            if not event_id or not options["token"]:
                raise CommandError("--http needs the event's id and --token")
            writer = HttpWriter(options["http"], event_id, options["token"])
        elif event_id is None:
            newest_event = running_events.order_by("-created_at").first()
            if newest_event is None:
                raise CommandError("no event is running: draw one and start it")
            writer = ServiceWriter(newest_event.pk, SYSTEM)
        else:
            try:
                event = running_events.get(pk=event_id)
            except (Event.DoesNotExist, ValidationError) as error:
                raise CommandError(f"no running event has the id {event_id}") from error
            writer = ServiceWriter(event.pk, SYSTEM)
        played = play_out(
            writer,
            Random(options["random"]),
            most_hands=options["hands"],
            rounds=options["rounds"],
            between=lambda: time.sleep(options["pace"]) if options["pace"] else None,
        )
        self.stdout.write(f"{played.matches} matches, {played.hands} hands")
