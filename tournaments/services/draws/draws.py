"""Commits to a draw, holds it by the hall's word, stores what was drawn, calls it off."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from competition.draw.coin import toss
from competition.draw.commitment import VERSION, commitment
from competition.formats import format_named
from competition.plan import Entrant, PlannedPairing
from competition.stages.drawing import LOTS
from competition.stages.stage import find_stage_violations
from database.limits import LONGEST_WORD
from database.transactions import ReadTooEarly, atomic_with_retry
from jobs.models import Job
from jobs.selectors import find_live_job
from jobs.services import request_job, stop_job
from kernel.refusals import Refused
from scoring.models import Match
from scoring.services import lock_matches
from tournaments.changes import report_draw_held
from tournaments.models import Draw, Event, Pairing, Round, Slot, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import DrawRefused, ReasonMissing
from tournaments.selectors.decisions.borders import list_entries_for_lots
from tournaments.selectors.draws.drawable import drawable, refuse_open_borders, refuse_while_played
from tournaments.selectors.standings.cuts import list_entrants_of_stage
from tournaments.selectors.standings.fields import load_progress
from tournaments.services.decisions.pending import ask_about_later, settle_by_draw
from tournaments.services.pairings.creation import make_pairings
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import (
    check_stage_versions,
    lock_event,
    move_to,
    raise_stage_version,
    touch,
)

KIND = "draw"
State, Purpose = Draw.State, Draw.Purpose
Drawn = tuple[Sequence[Any], Sequence[PlannedPairing]]
"""The order as the notation has it, and the pairings that follow."""


@atomic_with_retry
def prepare_draw(*, stage: Stage, reason: str, actor: Actor, now: datetime) -> Draw:
    """Commits to a draw of the stage: makes the secret and fixes the entries. If a draw is prepared
    already, returns that one.

    Raises NotAllowed, EventStateRefused, DrawRefused.
    """
    event = _lock_managed_event(stage, actor)
    committed_draw = stage.draws.filter(state=State.COMMITTED, purpose=Purpose.ORDER).first()
    if committed_draw is not None:
        return committed_draw
    _check_can_draw(stage)
    reason = reason.strip()
    if not reason:
        # A draw made again needs a reason; where the one before was called off, it has one.
        last_draw = stage.draws.filter(purpose=Purpose.ORDER).order_by("-number").first()
        if last_draw is not None and last_draw.state == State.HELD:
            raise DrawRefused("draw_again_needs_a_reason", field="reason")
        if last_draw is not None:
            reason = last_draw.called_off_reason
    try:
        entrants = list_entrants_of_stage(stage)
        chosen_format = format_named(stage.format)
        violations = find_stage_violations(
            chosen_format, chosen_format.options(stage.options), entrants
        )
    except Refused as refused:
        violations = refused.violations
    if violations:
        raise DrawRefused(violations=violations)
    draw = _store_commitment(
        stage,
        entrants,
        format_=stage.format,
        options=stage.options,
        constraints=stage.constraints,
        reason=reason,
        actor=actor,
        now=now,
    )
    touch(event, now)
    return draw


@atomic_with_retry
def prepare_lots(*, stage: Stage, actor: Actor, now: datetime) -> Draw:
    """Commits to drawing lots among the entries tied at a cut of this stage's ranking.

    Raises NotAllowed, or DrawRefused if none are tied, if a play-off must decide first, or while
    the stage is being played.
    """
    event = _lock_managed_event(stage, actor)
    committed_draw = stage.draws.filter(state=State.COMMITTED).first()
    if committed_draw is not None:
        return committed_draw
    if refusal := refuse_while_played(stage, load_progress(stage).left):
        raise refusal
    tied_entries = list_entries_for_lots(stage)
    if not tied_entries:
        raise refuse_open_borders(stage) or DrawRefused("nobody_is_level")
    draw = _store_commitment(
        stage,
        [Entrant(entry) for entry in tied_entries],
        format_=LOTS,
        options={},
        constraints={},
        reason="",
        purpose=Purpose.LOTS,
        actor=actor,
        now=now,
    )
    touch(event, now)
    return draw


@atomic_with_retry
def hold_draw(*, draw: Draw, word: str, actor: Actor, now: datetime) -> Job:
    """Records the public word and has a worker hold the draw. The first word is final: a draw that
    failed can only be repeated with it.

    Raises NotAllowed, DrawRefused.
    """
    draw = say_word(draw=draw, word=word, actor=actor, now=now)
    return _request_draw(draw, actor, now)


def _request_draw(draw: Draw, actor: Actor, now: datetime) -> Job:
    return request_job(
        kind=KIND,
        subject=_make_subject(draw),
        arguments=make_draw_arguments(draw),
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        now=now,
    )


def _find_live_job(draw: Draw) -> Job | None:
    """The job that waits to hold this draw, or does."""
    job = find_live_job(kind=KIND, subject=_make_subject(draw))
    if job is None or job.arguments.get("draw") != draw.pk:
        return None
    return job


def _make_subject(draw: Draw) -> str:
    return f"stage:{draw.stage_id}"


@atomic_with_retry
def say_word(
    *, draw: Draw, word: str, actor: Actor, now: datetime, in_silence: bool = False
) -> Draw:
    """Stores the word, which determines the seed. ``in_silence``: a draw without a word, which is
    shown on it. Raises NotAllowed, DrawRefused."""
    event = _lock_managed_event(draw.stage, actor)
    draw = (
        Draw.objects.select_for_update(no_key=True).select_related("stage__event").get(pk=draw.pk)
    )
    if draw.state == State.CALLED_OFF:
        raise DrawRefused("draw_called_off")
    word_as_said = " ".join(word.split())
    if draw.said_at is None:
        if not word_as_said and not in_silence:
            raise DrawRefused("word_missing", field="word")
        if len(word_as_said) > LONGEST_WORD:
            raise DrawRefused("word_too_long", field="word", most=LONGEST_WORD)
        draw.word, draw.seed, draw.said_at = word_as_said, toss(draw.secret, word_as_said), now
        draw.save(update_fields=["word", "seed", "said_at"])
        touch(event, now)
    # The first word is final: otherwise words could be tried until the draw comes out as wanted.
    elif word_as_said not in ("", draw.word):
        raise DrawRefused("word_said_already", field="word", word=draw.word)
    return draw


@atomic_with_retry
def call_off_draw(*, draw: Draw, reason: str, actor: Actor, now: datetime) -> Draw:
    """A draw that was committed is not held. It stays visible, with the reason.

    Raises NotAllowed, ReasonMissing, DrawRefused once it has been held.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=draw.stage.event.club_id, event=draw.stage.event)
    # The job before the event, as a worker locks them that stores the draw. Left live, it would be
    # taken for the job of the next draw of the stage.
    job = _find_live_job(draw)
    if job is not None:
        stop_job(job_id=job.pk, now=now)
    event = _lock_managed_event(draw.stage, actor)
    # Another organizer may have had the draw held before the lock of the event.
    if _find_live_job(draw) is not None:
        raise ReadTooEarly
    draw = Draw.objects.select_for_update(no_key=True).get(pk=draw.pk)
    if draw.state != State.COMMITTED:
        raise DrawRefused("draw_not_promised")
    if not reason.strip():
        raise ReasonMissing(kind="call_off")
    draw.state, draw.called_off_at = State.CALLED_OFF, now
    draw.called_off_reason = reason.strip()
    draw.called_off_by = actor
    draw.save()
    touch(event, now)
    return draw


@atomic_with_retry
def ask_draw(*, event: Event, reason: str, word: str, actor: Actor, now: datetime) -> Job:
    """Prepares a draw of the event's first stage and holds it at once: for programs, and for draws
    without an audience. Raises the exceptions of both."""
    stage = event.stages.get(number=1)
    draw = prepare_draw(stage=stage, reason=reason, actor=actor, now=now)
    draw = say_word(draw=draw, word=word, actor=actor, now=now, in_silence=True)
    return _request_draw(draw, actor, now)


def make_draw_arguments(draw: Draw) -> dict[str, Any]:
    """All that a draw is made from: a second attempt draws the same."""
    return {
        "draw": draw.pk,
        "seed": draw.seed,
        "format": draw.format,
        "options": draw.options,
        "constraints": draw.constraints,
        "entries": draw.entries,
    }


@atomic_with_retry
def store_draw(*, arguments: Mapping[str, Any], drawn: Drawn, now: datetime) -> Draw:
    """Keeps a draw and makes its pairings, in place of those of an earlier one.

    Raises DrawRefused if the entries have changed since it was committed or it was called off,
    EventStateRefused if the event has moved on.
    """
    draw = Draw.objects.select_related("stage__event").get(pk=arguments["draw"])
    stage = draw.stage
    event = stage.event = lock_event(stage.event_id)
    locked_matches: Mapping[int, Match] = {}
    if draw.purpose == Purpose.ORDER:
        locked_matches = lock_matches(Match.objects.filter(pairing__round__group__stage=stage))
    # Read again under the lock: the draw may have been called off while it was drawn in a job.
    draw.refresh_from_db(fields=["state"])
    if draw.state != State.COMMITTED:
        raise DrawRefused("draw_not_promised")
    # Results of earlier stages may still come in: they never wait for the event. The entrants are
    # read after these versions, which are checked at the end.
    earlier_stages = event.stages.filter(number__lt=stage.number)
    versions = dict(earlier_stages.values_list("pk", "version"))
    order, plan = drawn
    draw.state, draw.order, draw.held_at = State.HELD, order, now
    draw.save()
    if draw.purpose == Purpose.ORDER:
        _check_can_draw(stage)
        # The commitment was published for exactly these entrants: a draw of others is not the one
        # that was committed.
        if [pack_entrant(entrant) for entrant in list_entrants_of_stage(stage)] != draw.entries:
            raise DrawRefused("entries_changed")
        # The pairings of an earlier draw. Their sheets are empty, or this draw would be refused.
        Slot.objects.filter(pairing__round__group__stage=stage).delete()
        Pairing.objects.filter(round__group__stage=stage).delete()
        Round.objects.filter(group__stage=stage).delete()
        Match.objects.filter(pk__in=locked_matches).delete()
        make_pairings(stage=stage, plan=plan)
        settle_by_draw(stage, draw.reason, draw.author, now)
    if event.state == Event.State.RUNNING:
        call_ready(event_id=event.pk, stage_ids=[stage.pk], read_versions=versions, now=now)
    else:
        check_stage_versions(versions)
        raise_stage_version(stage.pk, now)
    if draw.purpose == Purpose.LOTS:
        # As after a result: its version is raised before what depends on it is read.
        ask_about_later(stage, now)
    if event.state == Event.State.OPEN:
        move_to(event, Event.State.DRAWN, now)
    else:
        touch(event, now)
    report_draw_held(event, draw, now)
    return draw


def _lock_managed_event(stage: Stage, actor: Actor) -> Event:
    """The stage's event, locked, for its managers. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    stage.event = lock_event(stage.event_id)
    return stage.event


def _check_can_draw(stage: Stage) -> None:
    if refusal := drawable(stage).refusal:
        raise refusal


def _store_commitment(
    stage: Stage,
    entrants: Sequence[Entrant],
    *,
    format_: str,
    options: Mapping[str, Any],
    constraints: Mapping[str, Any],
    reason: str,
    actor: Actor,
    now: datetime,
    purpose: str = Purpose.ORDER,
) -> Draw:
    # The secret is fixed before the word is said, and the word before the secret is published: so
    # neither the server nor the hall can choose the outcome.
    secret = token_hex(32)
    entries = [pack_entrant(entrant) for entrant in entrants]
    last_number = stage.draws.order_by("-number").values_list("number", flat=True).first() or 0
    return Draw.objects.create(
        stage=stage,
        number=last_number + 1,
        purpose=purpose,
        state=State.COMMITTED,
        format=format_,
        options=options,
        constraints=constraints,
        entries=entries,
        version=VERSION,
        secret=secret,
        commitment=commitment(
            secret=secret,
            entries=entries,
            constraints=constraints,
            format_=format_,
            version=VERSION,
        ),
        reason=reason,
        **make_author_columns(actor),
        committed_at=now,
    )


def pack_entrant(entrant: Entrant) -> dict[str, Any]:
    """An entrant as the notation has it."""
    document: dict[str, Any] = {"id": entrant.id, "seed": entrant.seed, "club": entrant.club}
    further_members = {
        "group": entrant.group,
        "pot": entrant.pot,
        "mates": entrant.mates,
        "carried": entrant.carried or None,
        "met": list(entrant.met) or None,
    }
    document |= {name: value for name, value in further_members.items() if value is not None}
    return document
