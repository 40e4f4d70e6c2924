"""The only entry point for lines of a sheet: writes the line and applies its effects."""

from dataclasses import dataclass, replace
from datetime import datetime

from accounts.actors import Actor, ActorKind
from competition.formats import format_named
from competition.standings.recorded import RecordedDetail
from database.statements import load_instance
from database.transactions import atomic_with_retry
from live.services import signal_after_commit
from scoring.acts import Act, Written
from scoring.core.lines import (
    AMEND,
    AWARD,
    FORFEIT,
    GAMES,
    PENALTY,
    PLAY_KINDS,
    REOPEN,
    RESULT_KINDS,
    WORD_KINDS,
)
from scoring.refusals import CorrectionMovesLines
from scoring.services import write_line
from tournaments.models import PLAY_OFF, Event, Pairing, Stage
from tournaments.notices import build_match_notices_query, tell_match
from tournaments.permissions import check_moves, check_writes_now, may_agree_to_consequences
from tournaments.refusals import (
    CorrectionNotAgreed,
    EventStateRefused,
    MatchNeedsWinner,
    PairingNotReady,
    PaperResultRefused,
    ReasonMissing,
)
from tournaments.selectors.hall.paper import list_unrecorded_metrics
from tournaments.selectors.standings.fields import pairs_by_rounds
from tournaments.services.decisions.pending import (
    ask_about_later,
    ask_about_round,
    ask_again_at_begin,
)
from tournaments.services.results.advancing import Leaving, follow_result, leave_table
from tournaments.services.results.exits import lock_for_exit, mark_exits
from tournaments.services.results.locked_pairing import lock_for_line
from tournaments.services.results.signatures import OWN_PHONE, PhoneContext, check_signatures
from tournaments.services.versions import check_held
from tournaments.statements import AFTER_RESULT

NEED_REASON = (AMEND, AWARD, FORFEIT, PENALTY, REOPEN)


@dataclass(frozen=True, slots=True)
class RecordedLine:
    """A written line with the pairing it belongs to."""

    written: Written
    pairing: Pairing


@atomic_with_retry
def record_line(
    *,
    match_id: int,
    act: Act,
    actor: Actor,
    now: datetime,
    agreed: bool = False,
    asks_about_winner: bool = False,
    context: PhoneContext = OWN_PHONE,
) -> RecordedLine:
    """Adds a line to the sheet of a pairing; a result advances entries in the same transaction.

    A line that decides nothing touches no row above its match. The pairing is read after the match
    is locked, so that a concurrent correction is seen. Some refusals are only found after writing;
    the transaction is then rolled back.

    ``agreed``: the writer has seen, at this version, the effect of a correction on other lines of
    the sheet and, as a manager of the event, on later draws and matches; conflicts become
    pending decisions. They also do when a match that was reopened or is played again ends while the
    next one is being played: that was agreed to before. ``asks_about_winner``: the writer's screen
    also asks about a correction that gives a game or the match to another side without moving a
    line. ``context``: who holds the phone at a table. Raises NotFound, NotAllowed, MatchVoided,
    ReasonMissing, PairingNotReady, EventStateRefused, MatchNeedsWinner, NextMatchBegun,
    CorrectionNotAgreed, PaperResultRefused, or a ScoringRefusal.
    """
    lock_for_exit(match_id, act)
    locked_pairing = lock_for_line(match_id, actor)
    pairing = locked_pairing.pairing
    locked_pairing.check_writer(actor, act)
    is_of_phone = actor.kind == ActorKind.TABLE or context.is_entered_at_desk
    # A correction at the table, while both sides look on, says enough by itself.
    needs_reason = act.kind in NEED_REASON and not (act.kind == AMEND and is_of_phone)
    if needs_reason and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)
    if actor.kind == ActorKind.TABLE:
        # A signature says whose phone gave it: the one that was let in, not what its body claims.
        act = replace(act, device=actor.id)
    # A hand in the middle of a match takes no further lock: its notices are written with it. Those
    # of other lines come last, since a notice that waits long for its commit may be missed.
    notices = []
    if act.kind in PLAY_KINDS and not locked_pairing.is_asked_about:
        version = locked_pairing.sheet.match.version + 1
        notices.append(build_match_notices_query(match_id, pairing.event_id, version, now))
    written = write_line(
        sheet=locked_pairing.sheet, act=act, actor=actor, now=now, together_with=notices
    )
    if written.replayed:
        return RecordedLine(written, pairing)
    effect = written.effect
    check_moves(actor, effect)
    check_writes_now(actor, pairing, locked_pairing.find_corrected_line(act))
    _check_ranking_counts(pairing, act)
    check_signatures(pairing=pairing, act=act, written=written, actor=actor, context=context)
    covers_event = agreed and may_agree_to_consequences(actor, pairing.event, effect)
    _follow_line(pairing, written, agreed=covers_event, actor=actor, now=now)
    # The first line begins the match, and with it perhaps the stage.
    if locked_pairing.is_asked_about and written.match.version == 1:
        ask_again_at_begin(pairing.round.group.stage_id, now)
    if notices and not written.has_new_result:
        signal_after_commit()
    else:
        tell_match(match_id, pairing.event_id, written.match.version, now)
    # Last of all: agreement is not asked for a line that is refused anyway.
    if effect is not None and not agreed:
        asks_to_agree = asks_about_winner and effect.changes_winner
        if asks_to_agree or effect.needs_agreement:
            raise CorrectionMovesLines(effect)
    return RecordedLine(written, pairing)


def _check_what_follows(pairing: Pairing, *, needs_agreement: bool, now: datetime) -> None:
    """Compares later draws and rounds with what they would be by the current results; differences
    become pending decisions. A correction that causes one needs agreement. A match that was
    reopened and is played on at its table does not.

    The version of the stage was raised before: what is read here was stored by services that had
    this row before, and the next ones see this result (``check_stage_versions``)."""
    round_ = pairing.round
    stage_facts = AFTER_RESULT.fetch_one(round_.group.stage_id)
    assert stage_facts is not None, "a pairing has a stage"
    format_, options, last_round, has_dependents, event_state = stage_facts
    # The event may have been finished since its state was looked at.
    if event_state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=event_state)
    is_asked = False
    # Nearly always nothing depends on the ranking yet: then no ranking is computed for this line.
    if has_dependents:
        is_asked = bool(ask_about_later(round_.group.stage, now))
    stage = load_instance(Stage, id=round_.group.stage_id, format=format_, options=options)
    # As ``find_round_paired_after``, by what the statement above has read: a result that no round
    # was paired from costs no further query.
    if round_.section != PLAY_OFF and last_round > round_.number and pairs_by_rounds(stage):
        is_asked = ask_about_round(pairing, now) is not None or is_asked
    if is_asked and needs_agreement:
        raise CorrectionNotAgreed


def _check_ranking_counts(pairing: Pairing, act: Act) -> None:
    """Whether the ranking of the stage can do without what this line leaves out. Raises
    PaperResultRefused: a match without its points would silently count as one with none."""
    if act.kind not in RESULT_KINDS:
        return
    stage = Stage.objects.get(pk=pairing.round.group.stage_id)
    recorded = RecordedDetail.TOTALS
    if act.kind == GAMES:
        recorded = RecordedDetail.GAMES
    violations = list_unrecorded_metrics(stage, recorded)
    if violations:
        raise PaperResultRefused(violations=violations, field="kind")


def _follow_line(
    pairing: Pairing,
    written: Written,
    *,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> None:
    check_held(pairing.event)
    if pairing.event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=pairing.event.state)
    if pairing.state == Pairing.State.WAITING:
        raise PairingNotReady(pairing=pairing.code)
    # Only another result moves entries; a hand in the middle of a match does not.
    if written.has_new_result:
        is_new = not written.was_decided
        if written.state.drawn:
            stage = Stage.objects.only("format").get(pk=pairing.round.group.stage_id)
            if format_named(stage.format).needs_a_winner:
                raise MatchNeedsWinner
        # The states of the entries come first: the forfeits that follow depend on them.
        exits = mark_exits(pairing=pairing, written=written, now=now)
        leaving: Leaving | None = None
        if exits:
            reason = str(written.line.data.get("reason", ""))
            leaving = Leaving(tuple(exits), reason, actor)
        follow_result(
            pairing=pairing,
            match=written.match,
            at_table=actor.kind == ActorKind.TABLE,
            agreed=agreed or is_new,
            leaving=leaving,
            now=now,
        )
        is_correction = written.line.kind in WORD_KINDS or written.was_decided
        _check_what_follows(pairing, needs_agreement=is_correction and not agreed, now=now)
    # The same phones sign the match, so its table is kept until then.
    elif pairing.holds_table and written.match.signed:
        leave_table(pairing=pairing, now=now)
