"""Makes the demo club with its evening, once."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from tournaments.demo import make_demo
from tournaments.models import Club


class Command(BaseCommand):
    help = "Make the demo club with a 64-pair evening in progress, if there is no club yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the logins as JSON")
        parser.add_argument("--random", type=int, help="the same number makes the same evening")

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.exists():
            self.stderr.write("There is a club already: nothing was made.")
            return
        with transaction.atomic():
            demo = make_demo(now=timezone.now(), random=Random(options["random"]))
        logins = [asdict(login) for login in demo.logins]
        if options["json"]:
            event = {
                "id": str(demo.event.pk),
                "name": demo.event.name,
                "url_path": f"/events/{demo.event.pk}/",
            }
            self.stdout.write(json.dumps({"logins": logins, "event": event}))
            return
        for login in logins:
            self.stdout.write(f"{login['role']:10} {login['email']:32} {login['password']}")
