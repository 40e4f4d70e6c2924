"""The only entry point for lines of a sheet: writes the line and applies its effects."""

from dataclasses import dataclass, replace
from datetime import datetime

from accounts.actors import Actor, ActorKind
from accounts.authorship import make_author_columns
from competition.formats import format_named
from competition.standings.recorded import RecordedDetail
from database.statements import fetch_together, load_instance
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
from scoring.models import Line, Match
from scoring.refusals import CorrectionMovesLines
from scoring.services import LockedSheet, build_locked_sheet_queries, read_locked_sheet, write_line
from tournaments.models import (
    PLAY_OFF,
    Event,
    Group,
    Pairing,
    PendingDecision,
    Round,
    Stage,
    TableCode,
)
from tournaments.notices import build_match_notices_query, tell_match
from tournaments.permissions import (
    Right,
    WriterFacts,
    build_table_code_queries,
    check_moves,
    check_visible,
    check_writes,
    check_writes_now,
    may,
    read_table_code,
)
from tournaments.refusals import (
    CorrectionNotAgreed,
    EventStateRefused,
    MatchNeedsWinner,
    MatchVoided,
    NotAllowed,
    NotFound,
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
from tournaments.services.results.signatures import OWN_PHONE, PhoneContext, check_signatures
from tournaments.services.versions import check_held
from tournaments.statements import AFTER_RESULT, PAIRING_OF_MATCH

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
    locked_pairing = _lock_pairing(match_id, actor)
    match, pairing = locked_pairing.sheet.match, locked_pairing.pairing
    check_visible(actor, pairing.event)
    if not _is_retry_of_phone(match, act, actor):
        if pairing.match_id != match.pk:
            raise MatchVoided if _may_write_sheets(actor, pairing.event) else NotFound
        check_writes(actor, pairing, act.kind, locked_pairing.writer)
    is_of_phone = actor.kind == ActorKind.TABLE or context.is_entered_at_desk
    _check_reason(act, is_of_phone=is_of_phone)
    if actor.kind == ActorKind.TABLE:
        # A signature says whose phone gave it: the one that was let in, not what its body claims.
        act = replace(act, device=actor.id)
    # A hand in the middle of a match takes no further lock: its notices are written with it. Those
    # of other lines come last, since a notice that waits long for its commit may be missed.
    notices = []
    if act.kind in PLAY_KINDS and not locked_pairing.is_asked_about:
        version = match.version + 1
        notices.append(build_match_notices_query(match_id, pairing.event_id, version, now))
    written = write_line(
        sheet=locked_pairing.sheet, act=act, actor=actor, now=now, together_with=notices
    )
    if not written.replayed:
        check_moves(actor, written.effect)
        check_writes_now(actor, pairing, _find_corrected_line(match, act))
        _check_ranking_counts(pairing, act)
        check_signatures(pairing=pairing, act=act, written=written, actor=actor, context=context)
        at_table = actor.kind == ActorKind.TABLE
        is_correction = act.kind in WORD_KINDS
        _follow_line(
            pairing,
            written,
            at_table=at_table,
            agreed=agreed and _covers_consequences(actor, pairing, written),
            is_correction=is_correction,
            actor=actor,
            now=now,
        )
        # The first line begins the match, and with it perhaps the stage.
        if locked_pairing.is_asked_about and written.match.version == 1:
            ask_again_at_begin(pairing.round.group.stage_id, now)
        if notices and not written.has_new_result:
            signal_after_commit()
        else:
            tell_match(match_id, pairing.event_id, written.match.version, now)
        # Last of all: agreement is not asked for a line that is refused anyway.
        effect = written.effect
        if effect is not None and not agreed:
            asks_to_agree = asks_about_winner and effect.changes_winner
            if asks_to_agree or effect.needs_agreement:
                raise CorrectionMovesLines(effect)
    return RecordedLine(written, pairing)


def _check_reason(act: Act, *, is_of_phone: bool) -> None:
    """Raises ReasonMissing for a ruling or a correction without its reason."""
    # A correction at the table, while both sides look on, says enough by itself.
    needs_reason = act.kind in NEED_REASON and not (act.kind == AMEND and is_of_phone)
    if needs_reason and not str(act.data.get("reason", "")).strip():
        raise ReasonMissing(kind=act.kind)


def _covers_consequences(actor: Actor, pairing: Pairing, written: Written) -> bool:
    """Whether the writer's agreement covers what comes after the match. Of a writer who does not
    manage the event it covers the lines of the sheet; where none of them moves, there was nothing
    that he could agree to. Raises NotAllowed."""
    event = pairing.event
    if may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        return True
    if written.effect is None or not written.effect.needs_agreement:
        raise NotAllowed(act=Right.MANAGE_EVENTS.value)
    return False


def _find_corrected_line(match: Match, act: Act) -> Line | None:
    """The line that a correction names, or the last earlier correction of that line."""
    if act.kind not in WORD_KINDS:
        return None
    n = act.data["line"]
    earlier_words = match.lines.filter(kind__in=WORD_KINDS).exclude(key=act.key).order_by("-n")
    for word in earlier_words:
        if word.data["line"] == n:
            return word
    return match.lines.filter(n=n).first()


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


@dataclass(frozen=True, slots=True)
class _LockedPairing:
    """What a line depends on, read in one round trip: the sheet, whose match is locked; its pairing
    (of a match that was set aside, the one that it was played for); what its writer's rights depend
    on; and whether there is a pending decision about the entrants of its stage."""

    sheet: LockedSheet
    pairing: Pairing
    writer: WriterFacts | None
    is_asked_about: bool


def _lock_pairing(match_id: int, actor: Actor) -> _LockedPairing:
    """Locks a match, and reads what a line of ``actor`` depends on. Raises NotFound."""
    match_rows, line_rows, pairing_rows, *code_rows = fetch_together(
        *build_locked_sheet_queries(match_id),
        PAIRING_OF_MATCH.with_parameters(actor.user_id, match_id),
        *build_table_code_queries(actor),
    )
    try:
        sheet = read_locked_sheet(match_rows, line_rows)
    except Match.DoesNotExist:
        raise NotFound from None
    if not pairing_rows:
        return _find_pairing_before(sheet)
    row = PAIRING_OF_MATCH.name_columns(pairing_rows[0])
    code: TableCode | None = None
    if code_rows:
        code = read_table_code(code_rows[0])
    writer = WriterFacts(has_role=row.pop("has_role"), code=code)
    stage_id, is_asked_about = row.pop("stage_id"), row.pop("is_asked_about")
    of_round = {name: row.pop(name) for name in ("group_id", "section", "number")}
    of_event = {name: row.pop(name) for name in ("club_id", "visibility")}
    of_event |= {"id": row["event_id"], "state": row.pop("event_state")}
    pairing = load_instance(Pairing, **row)
    pairing.event = load_instance(Event, **of_event)
    pairing.round = load_instance(Round, id=pairing.round_id, **of_round)
    pairing.round.group = load_instance(Group, id=pairing.round.group_id, stage_id=stage_id)
    return _LockedPairing(sheet, pairing, writer, is_asked_about)


def _find_pairing_before(sheet: LockedSheet) -> _LockedPairing:
    """The pairing for which a match was played that was set aside. Raises NotFound for a match that
    belongs to no event at all."""
    pairings = Pairing.objects.select_related("event", "round__group")
    pairing_before = pairings.filter(set_aside__match=sheet.match).first()
    if pairing_before is None:
        raise NotFound
    pending_decisions = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.CUT_MOVED,
        decision="",
        stage=pairing_before.round.group.stage_id,
    )
    return _LockedPairing(sheet, pairing_before, None, pending_decisions.exists())


def _may_write_sheets(actor: Actor, event: Event) -> bool:
    """Whether the actor writes sheets of the event. Others do not learn that a sheet was voided."""
    if actor.kind == ActorKind.TABLE:
        return True
    return may(actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event)


def _is_retry_of_phone(match: Match, act: Act, actor: Actor) -> bool:
    """Whether this phone has written the line before and lost the answer. It must get the answer
    even if the match is elsewhere by now: otherwise the phone would keep the line as unsent, and it
    would be entered once more."""
    if actor.kind != ActorKind.TABLE or act.version >= match.version:
        return False
    return match.lines.filter(key=act.key, **make_author_columns(actor)).exists()


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
    at_table: bool,
    agreed: bool,
    is_correction: bool,
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
            at_table=at_table,
            agreed=agreed or is_new,
            leaving=leaving,
            now=now,
        )
        needs_agreement = (is_correction or written.was_decided) and not agreed
        _check_what_follows(pairing, needs_agreement=needs_agreement, now=now)
    # The same phones sign the match, so its table is kept until then.
    elif pairing.holds_table and written.match.signed:
        leave_table(pairing=pairing, now=now)
