"""The one door for everything written at a table: the line, and what it moves."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.actors import Actor, ActorKind
from scoring.acts import Act, Written
from scoring.core.correction import SheetEffect
from scoring.core.lines import AMEND, AWARD, FORFEIT, PENALTY, REOPEN, WORD_KINDS
from scoring.models import Line, Match
from scoring.refusals import CorrectionMovesLines
from scoring.services import lock_match, write_line
from tournaments.core.formats import format_named
from tournaments.models import Event, Pairing, Question, Stage
from tournaments.notices import tell_match
from tournaments.permissions import Act as ManageAct
from tournaments.permissions import (
    check_moves,
    check_visible,
    check_writes,
    check_writes_now,
    may,
)
from tournaments.refusals import (
    CorrectionNotAgreed,
    EventStateRefused,
    MatchNeedsWinner,
    MatchSetAside,
    NotAllowed,
    NotFound,
    PairingNotReady,
    ReasonMissing,
)
from tournaments.services.advancing import Leaving, follow_result, leave_table
from tournaments.services.exits import lock_for_exit, mark_exits
from tournaments.services.questions import (
    ask_about_later,
    ask_about_round,
    ask_again_at_begin,
)
from tournaments.services.signatures import OWN_PHONE, PhoneContext, check_signatures

NEEDED = (
    "code",
    "state",
    "round_id",
    "table_id",
    "holds_table",
    "match_id",
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
    *,
    match_id: int,
    act: Act,
    actor: Actor,
    now: datetime,
    agreed: bool = False,
    asks_about_winner: bool = False,
    context: PhoneContext = OWN_PHONE,
) -> Recorded:
    """Adds a line to the sheet of a pairing; a result moves entries on in the same transaction.

    A line that decides nothing touches no row above its match. The pairing is read after the
    match is locked, so a correction before it has been seen; what must not be is refused after
    the fact, and the transaction takes the line back. ``agreed``: the writer has seen, at this
    version, what a correction does to other lines of the sheet, and, if he manages the event, what
    it changes in what was drawn or played after it; what cannot follow becomes a question. So it
    does where a match ends that is played again, or was reopened, while the next one is on:
    somebody has agreed to that before. ``asks_about_winner``: the writer's screen shows a
    correction too that gives a game or the match to another side, though no line moves.
    ``context``: what a phone at a table says of who holds it. Raises NotFound, NotAllowed,
    MatchSetAside, ReasonMissing, PairingNotReady, EventStateRefused, MatchNeedsWinner,
    NextMatchBegun, CorrectionNotAgreed, or a ScoringRefusal.
    """
    lock_for_exit(match_id, act)
    match, pairing, is_asked_about = _lock(match_id)
    check_visible(actor, pairing.event)
    if not _is_retry_of_phone(match, act, actor):
        if pairing.match_id != match.pk:
            # A phone has nobody to ask: it is told why its line cannot be written.
            raise MatchSetAside if actor.kind == ActorKind.TABLE else NotFound
        check_writes(actor, pairing, act.kind)
    is_of_phone = actor.kind == ActorKind.TABLE or context.is_entered_at_desk
    if _needs_reason(act, is_of_phone=is_of_phone) and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)
    if actor.kind == ActorKind.TABLE:
        # A signature says whose phone gave it: the one that was let in, not what its body claims.
        act = replace(act, device=actor.id)
    written = write_line(match=match, act=act, actor=actor, now=now)
    if not written.replayed:
        check_moves(actor, written.effect)
        check_writes_now(actor, pairing, _said_of(match, act))
        check_signatures(pairing=pairing, act=act, written=written, actor=actor, context=context)
        at_table = actor.kind == ActorKind.TABLE
        is_correction = act.kind in WORD_KINDS
        _follow(
            pairing,
            written,
            at_table=at_table,
            agreed=agreed and _covers_consequences(actor, pairing, written),
            is_correction=is_correction,
            actor=actor,
            now=now,
        )
        if is_asked_about and written.match.version == 1:
            ask_again_at_begin(pairing.round.group.stage_id, now)
        # Last of all: nobody is asked to agree to what is refused all the same.
        if not agreed:
            _check_seen(written.effect, asks_about_winner=asks_about_winner)
    return Recorded(written, pairing)


def _covers_consequences(actor: Actor, pairing: Pairing, written: Written) -> bool:
    """Whether the writer's agreement covers what comes after the match. Of a writer who does not
    manage the event it covers the lines of the sheet; where none of them moves, there was nothing
    that he could agree to. Raises NotAllowed."""
    event = pairing.event
    if may(actor, ManageAct.MANAGE_EVENTS, club_id=event.club_id, event=event):
        return True
    if written.effect is None or not written.effect.needs_agreement:
        raise NotAllowed(act=ManageAct.MANAGE_EVENTS.value)
    return False


def _check_seen(effect: SheetEffect | None, *, asks_about_winner: bool) -> None:
    """Raises CorrectionMovesLines for what nobody has agreed to."""
    if effect is None:
        return
    if effect.needs_agreement or (asks_about_winner and effect.changes_winner):
        raise CorrectionMovesLines(effect)


def _needs_reason(act: Act, *, is_of_phone: bool) -> bool:
    """A correction at the table, while both sides look on, says enough by itself."""
    return act.kind in NEED_REASON and not (act.kind == AMEND and is_of_phone)


def _said_of(match: Match, act: Act) -> Line | None:
    """The line that a word is about, or the last word that there is about it already."""
    if act.kind not in WORD_KINDS:
        return None
    n = act.data["line"]
    before = match.lines.filter(kind__in=WORD_KINDS).exclude(key=act.key).order_by("-n")
    earlier = next((word for word in before if word.data["line"] == n), None)
    return earlier or match.lines.filter(n=n).first()


def _check_what_follows(pairing: Pairing, *, needs_agreement: bool, now: datetime) -> None:
    """Compares what was drawn or paired from results with what it would be by those of now: a
    difference becomes a question. A correction that makes one needs agreement; a match that was
    reopened and is played on at its table is not held up."""
    asked = ask_about_later(pairing.round.group.stage, now)
    about_round = ask_about_round(pairing, now)
    if (asked or about_round) and needs_agreement:
        raise CorrectionNotAgreed


def _lock(match_id: int) -> tuple[Match, Pairing, bool]:
    """A match, and the pairing that it is or was played for: that one has another match where this
    one was set aside. Also whether something is asked about the entrants of its stage."""
    asked = Question.objects.filter(
        kind=Question.Kind.CUT_MOVED, decision="", stage=OuterRef("round__group__stage")
    )
    rows = Pairing.objects.select_related("event", "round__group").only(*NEEDED)
    pairings: QuerySet[Pairing, Any] = rows.annotate(is_asked_about=Exists(asked))
    try:
        match = lock_match(match_id)
    except Match.DoesNotExist:
        raise NotFound from None
    pairing = (
        pairings.filter(match=match).first() or pairings.filter(set_aside__match=match).first()
    )
    if pairing is None:
        raise NotFound
    return match, pairing, bool(pairing.is_asked_about)


def _is_retry_of_phone(match: Match, act: Act, actor: Actor) -> bool:
    """Whether this phone has written the line and lost the answer. It gets it again wherever the
    match is by now: it would keep the line as unsent, and somebody would enter it once more."""
    if actor.kind != ActorKind.TABLE or act.version >= match.version:
        return False
    return match.lines.filter(key=act.key, author_kind=actor.kind, author_id=actor.id).exists()


def _check_needs_no_winner(pairing: Pairing) -> None:
    """Whether a match may end without a winner. Raises MatchNeedsWinner."""
    stage = Stage.objects.only("format").get(pk=pairing.round.group.stage_id)
    if format_named(stage.format).needs_a_winner:
        raise MatchNeedsWinner


def _follow(
    pairing: Pairing,
    written: Written,
    *,
    at_table: bool,
    agreed: bool,
    is_correction: bool,
    actor: Actor,
    now: datetime,
) -> None:
    if pairing.event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=pairing.event.state)
    if pairing.state == Pairing.State.WAITING:
        raise PairingNotReady(pairing=pairing.code)
    if written.match.result != written.old_result:
        is_new = not written.was_decided
        if written.state.drawn:
            _check_needs_no_winner(pairing)
        exits = mark_exits(pairing=pairing, written=written, now=now)
        reason = str(written.line.data.get("reason", ""))
        follow_result(
            pairing=pairing,
            match=written.match,
            at_table=at_table,
            agreed=agreed or is_new,
            leaving=Leaving(tuple(exits), reason, actor) if exits else None,
            now=now,
        )
        needs_agreement = (is_correction or written.was_decided) and not agreed
        _check_what_follows(pairing, needs_agreement=needs_agreement, now=now)
    elif pairing.holds_table and written.match.signed:
        leave_table(pairing=pairing, now=now)
    tell_match(written.match.pk, pairing.event_id, written.match.version, now)
