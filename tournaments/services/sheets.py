"""The one door for everything written at a table: the line, and what it moves."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from accounts.actors import Actor, ActorKind
from scoring.acts import Act, Written
from scoring.core.lines import AMEND, AWARD, FORFEIT, PENALTY, REOPEN, WORD_KINDS
from scoring.models import Line, Match
from scoring.services import lock_match, write_line
from tournaments.models import Event, Pairing
from tournaments.notices import tell_match
from tournaments.permissions import Act as ManageAct
from tournaments.permissions import check, check_visible, check_writes, check_writes_now
from tournaments.refusals import (
    CorrectionNotAgreed,
    EventStateRefused,
    NotFound,
    PairingNotReady,
    ReasonMissing,
)
from tournaments.services.advancing import follow_result, leave_table
from tournaments.services.questions import ask_about_later, ask_about_round

NEEDED = (
    "code",
    "state",
    "round_id",
    "table_id",
    "holds_table",
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
def record_line(
    *, match_id: int, act: Act, actor: Actor, now: datetime, agreed: bool = False
) -> Recorded:
    """Adds a line to the sheet of a pairing; a result moves entries on in the same transaction.

    A line that decides nothing touches no row above its match. The pairing is read after the
    match is locked, so a correction before it has been seen; what must not be is refused after
    the fact, and the transaction takes the line back. ``agreed``: somebody who manages the event
    has seen what a correction changes in what was drawn or played after it; what cannot follow
    becomes a question. So it does where a match ends that is played again, or was reopened, while
    the next one is on: somebody has agreed to that before. Raises NotFound, NotAllowed,
    ReasonMissing, PairingNotReady, EventStateRefused, NextMatchBegun, CorrectionNotAgreed, or a
    ScoringRefusal.
    """
    match, pairing = _lock(match_id)
    check_visible(actor, pairing.event)
    check_writes(actor, pairing, act.kind)
    if agreed:
        check(actor, ManageAct.MANAGE_EVENTS, club_id=pairing.event.club_id, event=pairing.event)
    if _needs_reason(act, actor) and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)
    if actor.kind == ActorKind.TABLE:
        # A signature says whose phone gave it: the one that was let in, not what its body claims.
        act = replace(act, device=actor.id)
    written = write_line(match=match, act=act, actor=actor, now=now)
    if not written.replayed:
        check_writes_now(actor, pairing, _said_of(match, act))
        at_table = actor.kind == ActorKind.TABLE
        _follow(pairing, written, at_table=at_table, agreed=agreed, now=now)
    return Recorded(written, pairing)


def _needs_reason(act: Act, actor: Actor) -> bool:
    """A correction at the table, while both sides look on, says enough by itself."""
    if act.kind == AMEND and actor.kind == ActorKind.TABLE:
        return False
    return act.kind in NEED_REASON


def _said_of(match: Match, act: Act) -> Line | None:
    """The line that a word is about, or the last word that there is about it already."""
    if act.kind not in WORD_KINDS:
        return None
    n = act.data["line"]
    before = match.lines.filter(kind__in=WORD_KINDS).exclude(key=act.key).order_by("-n")
    earlier = next((word for word in before if word.data["line"] == n), None)
    return earlier or match.lines.filter(n=n).first()


def _look_behind(pairing: Pairing, *, agreed: bool, now: datetime) -> None:
    """What was drawn or paired since from the result that has just been corrected."""
    asked = ask_about_later(pairing.round.group.stage, now)
    about_round = ask_about_round(pairing, now)
    if (asked or about_round) and not agreed:
        raise CorrectionNotAgreed


def _lock(match_id: int) -> tuple[Match, Pairing]:
    try:
        match = lock_match(match_id)
        pairing = (
            Pairing.objects.select_related("event", "round__group").only(*NEEDED).get(match=match)
        )
    except (Match.DoesNotExist, Pairing.DoesNotExist):
        raise NotFound from None
    return match, pairing


def _follow(
    pairing: Pairing, written: Written, *, at_table: bool, agreed: bool, now: datetime
) -> None:
    if pairing.event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=pairing.event.state)
    if pairing.state == Pairing.State.WAITING:
        raise PairingNotReady(pairing=pairing.code)
    if written.match.result != written.old_result:
        is_new = not written.was_decided
        follow_result(
            pairing=pairing,
            match=written.match,
            at_table=at_table,
            agreed=agreed or is_new,
            now=now,
        )
        if written.was_decided:
            _look_behind(pairing, agreed=agreed, now=now)
    elif pairing.holds_table and written.match.signed:
        leave_table(pairing=pairing, now=now)
    tell_match(written.match.pk, pairing.event_id, written.match.version, now)
