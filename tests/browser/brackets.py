"""Makes events whose brackets and walls are looked at, and plays some of their rounds.

Run on the server by ``manage.py shell``; prints what it has made as one line of JSON."""

import json
import sys
from collections.abc import Sequence
from datetime import date
from itertools import count
from random import Random

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.actors import SYSTEM
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from scoring.acts import Act
from tournaments.models import Club, Event, Pairing
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.registration.entries import import_entries
from tournaments.services.results.sheets import record_line
from tournaments.services.trust.anchors import load_signing_key, make_anchor
from tournaments.tasks import draw_here

QUICK = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
"""One game to 11: a shutout decides the match."""
FAMILIES = (
    *("Casadei", "Zoffoli", "Fabbri", "Bartolacelli-Montanari", "Severi", "Ricci", "Po"),
    *("Sangiovanni-Domeniconi", "Magnani", "Della Santa Mambelli", "Gori", "Ravaglioli"),
    *("Castelvetri-Ravaglioli", "Turci", "Dall’Ara"),
)
WIDE_AND_NARROW = ("Mammoli-Gommammi", "Filippi-Tirilli-Titti")
"""The second has more letters, the first needs more room."""
OPEN = (Pairing.State.READY, Pairing.State.CALLED)
MARK = "MADE"


def make_bracket(
    pairs: int,
    *,
    tables: int = 0,
    play_format: str = "single_elimination",
    families: Sequence[str] = FAMILIES,
) -> None:
    """Creates a running event with short and long names mixed, and prints its id."""
    now = timezone.now()
    plan = EventPlan(
        name=f"Maraffa di Santa Lucia, {pairs} coppie",
        date=date(2026, 12, 13),
        match_format=QUICK,
        tables=tables,
        format=play_format,
    )
    with transaction.atomic():
        event = create_event(club=Club.objects.all()[0], plan=plan, actor=SYSTEM, now=now)
        event = open_entries(event=event, actor=SYSTEM, now=now)
        forms = [EntryDetails(players=_players(number, families)) for number in range(pairs)]
        import_entries(event=event, forms=forms, actor=SYSTEM, now=now)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now)
    event.refresh_from_db()
    start_play(event=event, actor=SYSTEM, now=now)
    _say(str(event.pk))


def play_rounds(event_id: str, rounds: int | None = None) -> None:
    """Decides all matches of this number of rounds, or of all that are left (None)."""
    event = Event.objects.get(pk=event_id)
    random = Random(7)
    looks = count()
    while rounds is None or next(looks) < rounds:
        matches = list(
            Pairing.objects.filter(event=event, state__in=OPEN)
            .order_by("pk")
            .values_list("match_id", "match__version")
        )
        if not matches:
            break
        with transaction.atomic():
            for match, version in matches:
                points = [11, None] if random.random() < 0.5 else [0, None]
                now = timezone.now()
                act = Act("hand", {"points": points}, f"b-{match}", version, "", made_at=now)
                record_line(match_id=match, act=act, actor=SYSTEM, now=now)
    _say(str(event.pk))


def make_first_anchor(event_id: str) -> None:
    """The anchor that beat makes within a minute of the draw."""
    event = Event.objects.get(pk=event_id)
    key = load_signing_key(settings.ANCHOR_KEY_FILE)
    make_anchor(event=event, key=key, now=timezone.now())
    _say(event_id)


def _players(number: int, families: Sequence[str]) -> tuple[Name, Name]:
    first, second = divmod(number, len(families))
    names = families[first % len(families)], families[second]
    return Name(f"Loris {_letters(number)}", names[0]), Name(f"Ivano {_letters(number)}", names[1])


def _letters(number: int) -> str:
    """A first name that no other pair has."""
    return "".join(chr(ord("A") + int(digit)) for digit in str(number))


def _say(what: str) -> None:
    sys.stdout.write(f"{MARK} {json.dumps(what)}\n")
