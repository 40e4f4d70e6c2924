"""An event in which a result was corrected after the next step: a question that was decided, one
that waits, a sheet that no longer counts, penalties, prizes. Run in the server, like ``things``."""

from itertools import count
from typing import Any

from django.utils import timezone

from accounts.actors import SYSTEM
from competition.prizes import PrizeBand
from scoring.acts import Act
from scoring.models import Match
from tournaments.models import Event, Pairing, PendingDecision
from tournaments.services.corrections.decisions import decide
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.penalties import cancel_penalty, disqualify

now = timezone.now
BANDS = [
    PrizeBand(1, 1, "Due prosciutti"),
    PrizeBand(2, 2, "Due salami"),
    PrizeBand(3, 4, "Una cassetta di Sangiovese"),
    PrizeBand(5, 8, "Una bottiglia a testa"),
]
_keys = count(1)


def correct(event: Event) -> dict[str, object]:
    """What stands in the addresses; ``event`` has eight pairs, is under way, and a shutout decides
    its matches."""
    for number in range(1, 5):
        _write(event, f"main-1-{number}", "hand", {"points": [11, None]})
    for code in ("main-2-1", "main-2-2"):
        _write(event, code, "hand", {"points": [11, None]})
    _write(event, "main-3-1", "hand", {"points": [6, None]})
    old = _match(event, "main-2-1")
    _turned(event)
    decide(
        pending=PendingDecision.objects.get(event=event, decision=""),
        decision="REPLAYED",
        reason="La prima partita l’aveva vinta l’altra coppia",
        actor=SYSTEM,
        now=now(),
    )
    set_prizes(event=event, bands=BANDS, actor=SYSTEM, now=now(), reason="lo sponsor")
    return {
        "corrected": event.pk,
        "question": PendingDecision.objects.get(event=event, decision="").pk,
        "correctable": _match(event, "main-1-3"),
        "aside": old,
        "penalty": _penalties(event),
    }


def _turned(event: Event) -> None:
    data = {"line": 1, "data": {"points": [0, None]}, "reason": "Scritta al contrario"}
    _write(event, "main-1-1", "amend", data, agreed=True)


def _penalties(event: Event) -> int:
    """A disqualification that counts, and one that was cancelled."""
    first, last = event.entries.order_by("pk")[:2]
    given = disqualify(
        entry=first, voids=False, article="12", reason="Segni al compagno", actor=SYSTEM, now=now()
    )
    other = disqualify(
        entry=last, voids=True, article="14", reason="Offese all’arbitro", actor=SYSTEM, now=now()
    )
    cancel_penalty(penalty=other, reason="Non era lui", actor=SYSTEM, now=now())
    return given.pk


def _match(event: Event, code: str) -> int:
    return Pairing.objects.values_list("match_id", flat=True).get(event=event, code=code) or 0


def _write(
    event: Event, code: str, kind: str, data: dict[str, Any], *, agreed: bool = False
) -> None:
    match = _match(event, code)
    version = Match.objects.values_list("version", flat=True).get(pk=match)
    act = Act(kind, data, f"corrected-{next(_keys)}", version, device="", made_at=now())
    record_line(match_id=match, act=act, actor=SYSTEM, now=now(), agreed=agreed)
