"""The one door for everything written at a table: the line, and what it moves."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.actors import Actor
from scoring.acts import Act, Written
from scoring.core.lines import AMEND, AWARD, FORFEIT, PENALTY, REOPEN
from scoring.models import Match
from scoring.services import lock_match, write_line
from tournaments.models import Event, Pairing
from tournaments.notices import tell_match
from tournaments.permissions import Act as Do
from tournaments.permissions import check, check_visible
from tournaments.refusals import EventStateRefused, NotFound, PairingNotReady, ReasonMissing
from tournaments.services.advancing import follow_result

NEEDED = (
    "code",
    "state",
    "event__club_id",
    "event__state",
    "event__visibility",
    "round__group__stage_id",
)
"""What a line that decides nothing asks of the rows above its match."""
NEED_REASON = (AMEND, AWARD, FORFEIT, PENALTY, REOPEN)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A written line with the pairing it belongs to."""

    written: Written
    pairing: Pairing


@transaction.atomic
def record_line(*, match_id: int, act: Act, actor: Actor, now: datetime) -> Recorded:
    """Adds a line to the sheet of a pairing; a result moves entries on in the same transaction.

    A line that decides nothing touches no row above its match. The pairing is read after the
    match is locked, so a correction before it has been seen; what must not be is refused after
    the fact, and the transaction takes the line back. Raises NotFound, NotAllowed, ReasonMissing,
    PairingNotReady, EventStateRefused, NextMatchBegun, or a ScoringRefusal.
    """
    match, pairing = _lock(match_id)
    event = pairing.event
    check_visible(actor, event)
    check(actor, Do.WRITE_SHEETS, club_id=event.club_id, event=event)
    if act.kind in NEED_REASON and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)
    written = write_line(match=match, act=act, actor=actor, now=now)
    if not written.replayed:
        _follow(pairing, written, now)
    return Recorded(written, pairing)


def _lock(match_id: int) -> tuple[Match, Pairing]:
    try:
        match = lock_match(match_id)
        pairing = (
            Pairing.objects.select_related("event", "round__group").only(*NEEDED).get(match=match)
        )
    except (Match.DoesNotExist, Pairing.DoesNotExist):
        raise NotFound from None
    return match, pairing


def _follow(pairing: Pairing, written: Written, now: datetime) -> None:
    if pairing.event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=pairing.event.state)
    if pairing.state == Pairing.State.WAITING:
        raise PairingNotReady(pairing=pairing.code)
    if written.match.result != written.old_result:
        follow_result(pairing=pairing, match=written.match, now=now)
    tell_match(written.match.pk, written.match.version, now)
