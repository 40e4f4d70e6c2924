"""Makes a table for every game, whose players have long names; two of them share a surname.

Run on the server by ``manage.py shell``; prints the secrets and matches of these tables."""

import json
import sys
from datetime import date
from random import Random
from typing import Any

from django.utils import timezone

from accounts.actors import SYSTEM, Actor
from api.authentication import make_device_actor
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from scoring.acts import Act
from scoring.core.format import best_of, read_format
from tournaments.models import Club, Event, TableCode
from tournaments.playing import play_out
from tournaments.selectors.hall.tables import list_players_at
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.hall.devices import admit, say_who
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.entries import import_entries
from tournaments.services.results.sheets import record_line
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import draw_here

PEOPLE = (
    Name("Giovannantonio", "Bartolacelli-Montanari"),
    Name("Pierfrancesco", "Sangiovanni-Domeniconi"),
    Name("Mariantonietta", "Bartolacelli-Montanari"),
    Name("Massimiliano", "Castelvetri-Ravaglioli"),
    Name("Bonaventura", "Della Santa Mambelli"),
)
FORMATS: dict[str, tuple[dict[str, Any], int]] = {
    "marafon": (best_of(3, "marafon"), 4),
    "figures": (best_of(1, "marafon", {"count": "figure"}), 2),
    "first": (best_of(1, "marafon", {"both_reach": "first_in_play", "target": 11}), 0),
    "mariglia": (best_of(1, "mariglia"), 1),
    "marianna": (best_of(1, "marianna"), 1),
    "cinquecento": (best_of(1, "cinquecento"), 1),
    "briscola_151": (best_of(3, "briscola_151"), 1),
    "mariaccia": (best_of(1, "mariaccia"), 1),
    "trionfo": ({"games": [{"game": "trionfo", "hands": 5}], "wins": None}, 1),
}
"""Each match format, and the number of hands on its sheet."""


def main() -> None:
    """Prints the word TABLES and one line of JSON."""
    made = {game: _make_table(*format_) for game, format_ in FORMATS.items()}
    sys.stdout.write(f"TABLES {json.dumps(made)}\n")


def _make_table(format_: dict[str, Any], hands: int) -> dict[str, object]:
    event = _start_event(format_)
    (code,) = make_codes(event=event, actor=SYSTEM, now=timezone.now())
    play_out(ServiceWriter(event.pk, _phone_at(code)), Random(1), most_hands=hands)
    pairing = event.pairings.get()
    if format_["games"][0].get("options", {}).get("both_reach"):
        _write_deciding_hand(pairing.match_id)
    return {"secret": code.secret, "match": pairing.match_id}


def _phone_at(code: TableCode) -> Actor:
    """A phone of this table whose owner has a long name, shown with the lines that it writes."""
    actor = make_device_actor(admit(secret=code.secret, now=timezone.now()).device)
    say_who(actor=actor, player_id=min(list_players_at(code)))
    return actor


def _start_event(format_: dict[str, Any]) -> Event:
    now = timezone.now()
    played = read_format(format_)
    is_many = played.sides > 2
    plan = EventPlan(
        name="Prova dei nomi",
        date=date(2026, 12, 13),
        match_format=format_,
        tables=1,
        format="sittings" if is_many else "single_elimination",
        options={"rounds": 1} if is_many else {},
    )
    event = create_event(club=Club.objects.all()[0], plan=plan, actor=SYSTEM, now=now)
    event = open_entries(event=event, actor=SYSTEM, now=now)
    size = played.players_a_side
    entries = [
        EntryDetails(players=PEOPLE[size * side : size * (side + 1)])
        for side in range(played.sides)
    ]
    import_entries(event=event, forms=entries, actor=SYSTEM, now=now)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now)
    event.refresh_from_db()
    return start_play(event=event, actor=SYSTEM, now=now)


def _write_deciding_hand(match: int | None) -> None:
    """Writes one more hand, 8 to 3, after which both sides have passed eleven."""
    assert match
    act = Act("hand", {"points": [8, None]}, "first", 0, device="", made_at=timezone.now())
    record_line(match_id=match, act=act, actor=SYSTEM, now=timezone.now())
