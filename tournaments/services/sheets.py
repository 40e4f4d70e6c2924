"""The one door for everything written at a table: the line, and what it moves."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.actors import Actor
from scoring.acts import Act, Written
from scoring.core.lines import AMEND, AWARD, FORFEIT, PENALTY, REOPEN
from scoring.services import write_line
from tournaments import permissions
from tournaments.models import Event, Pairing
from tournaments.notices import tell_match
from tournaments.refusals import EventStateRefused, NotFound, PairingNotReady, ReasonMissing
from tournaments.services.advancing import follow_result

NEED_REASON = (AMEND, AWARD, FORFEIT, PENALTY, REOPEN)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A written line with the pairing it belongs to."""

    written: Written
    pairing: Pairing


@transaction.atomic
def record_line(*, match_id: int, act: Act, actor: Actor, now: datetime) -> Recorded:
    """Adds a line to the sheet of a pairing; a result moves entries on in the same transaction.

    A line that decides nothing touches no row above its match. Raises NotFound, NotAllowed,
    ReasonMissing, PairingNotReady, EventStateRefused, NextMatchBegun, or a ScoringRefusal.
    """
    event = _event_of(match_id)
    permissions.check(actor, permissions.Act.WRITE_SHEETS, club_id=event.club_id, event=event)
    if act.kind in NEED_REASON and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)
    return write_and_follow(match_id=match_id, act=act, actor=actor, now=now)


def write_and_follow(*, match_id: int, act: Act, actor: Actor, now: datetime) -> Recorded:
    """The writing itself, inside the caller's transaction, for acts whose permission is checked.

    The pairing is read after the match is locked, so a correction before it has been seen; what
    must not be is refused after the fact, and the transaction takes the line back.
    """
    written = write_line(match_id=match_id, act=act, actor=actor, now=now)
    pairing = Pairing.objects.select_related("event", "round__group").get(match_id=match_id)
    if written.replayed:
        return Recorded(written, pairing)
    if pairing.event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=pairing.event.state)
    if pairing.state == Pairing.State.WAITING:
        raise PairingNotReady(pairing=pairing.code)
    if _result_changed(written):
        follow_result(pairing=pairing, match=written.match, now=now)
    tell_match(match_id, written.match.version, now)
    return Recorded(written, pairing)


def _event_of(match_id: int) -> Event:
    pairing = Pairing.objects.select_related("event").filter(match_id=match_id).first()
    if pairing is None:
        raise NotFound
    return pairing.event


def _result_changed(written: Written) -> bool:
    match = written.match
    return (match.decided, match.winner) != (written.was_decided, written.old_winner)
