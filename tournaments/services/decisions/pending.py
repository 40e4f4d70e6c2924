"""Stores, replaces and deletes pending decisions: what a correction leaves to the organizer."""

from dataclasses import asdict
from datetime import datetime

from django.db.models import QuerySet

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from tournaments.models import (
    Draw,
    Entry,
    Event,
    Pairing,
    PendingDecision,
    Slot,
    Stage,
)
from tournaments.permissions import Right, check
from tournaments.refusals import DecisionRefused, NotFound, ReasonMissing
from tournaments.selectors.decisions.clashes import find_clash
from tournaments.selectors.decisions.pending import find_round_paired_after, has_begun_in
from tournaments.selectors.draws.drawn_from import find_difference_from_draw, is_decided
from tournaments.selectors.standings.cuts import get_stage_before, list_sibling_stages
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.pairings.play_offs import update_play_offs
from tournaments.services.regulation.awards import announce_prizes, ask_about_prizes
from tournaments.services.versions import lock_event, raise_stage_version, touch

Kind, Decision = PendingDecision.Kind, PendingDecision.Decision


def ask_played_on(*, slot: Slot, entry: Entry | None, now: datetime) -> PendingDecision:
    """Stores that a match has begun with an entry that should no longer be in it. A slot has one
    such pending decision: a new one replaces the previous one."""
    settle_pending_decision(slot)
    comes: list[int] = []
    if entry is not None:
        comes.append(entry.pk)
    return PendingDecision.objects.create(
        event_id=slot.pairing.event_id,
        kind=Kind.PLAYED_ON,
        pairing=slot.pairing,
        comes=comes,
        goes=_list_seated(slot),
        asked_at=now,
    )


def settle_pending_decision(slot: Slot) -> None:
    """Deletes the pending decision about a slot whose entry is the right one again."""
    pending_decisions = PendingDecision.objects.filter(
        pairing=slot.pairing_id, kind=Kind.PLAYED_ON, decision=""
    )
    # The entry of a slot tells it from the other one: it is not replaced once the match has begun.
    pending_decisions.filter(goes=_list_seated(slot)).delete()


def _list_seated(slot: Slot) -> list[int]:
    if slot.entry_id is None:
        return []
    return [slot.entry_id]


def ask_about_later(stage: Stage, now: datetime) -> list[PendingDecision]:
    """Stores pending decisions about what depends on a ranking that has just changed: drawn stages
    that would have other entrants, seeds or points now, and announced prizes. Differences that the
    organizer has already decided on are skipped."""
    # First: the ranking, and with it all that is asked below, depends on the play-offs that count.
    update_play_offs(stage, now)
    new_decisions = list(ask_about_prizes(stage.event_id, now))
    drawn_stages = Stage.objects.filter(
        event=stage.event_id,
        number__gt=stage.number,
        draws__state=Draw.State.HELD,
        draws__purpose=Draw.Purpose.ORDER,
    )
    # Distinct: a stage that was drawn again has several draws that were held.
    for later_stage in drawn_stages.distinct().order_by("number"):
        if later_stage.number_before != stage.number:
            continue
        difference = find_difference_from_draw(later_stage)
        # The difference is computed anew each time, so what was asked before is out of date.
        PendingDecision.objects.filter(stage=later_stage, kind=Kind.CUT_MOVED, decision="").delete()
        if difference and not is_decided(later_stage, difference):
            new_decisions.append(
                PendingDecision.objects.create(
                    event_id=stage.event_id,
                    kind=Kind.CUT_MOVED,
                    stage=later_stage,
                    comes=list(difference.comes),
                    goes=list(difference.goes),
                    changed=[asdict(change) for change in difference.changed],
                    asked_at=now,
                )
            )
    return new_decisions


def ask_again_at_begin(stage_id: int, now: datetime) -> None:
    """Compares a stage again when it begins: entries that have left keep their place from then on,
    so a pending decision about them may be settled."""
    pending_decisions = PendingDecision.objects.filter(
        stage=stage_id, kind=Kind.CUT_MOVED, decision=""
    )
    pending_decision = pending_decisions.select_related("stage__event").first()
    if pending_decision is not None:
        _compare_siblings(pending_decision, now)


def _compare_siblings(pending: PendingDecision, now: datetime) -> None:
    """Compares sibling stages: their entrants depend on the decision about one of them."""
    if pending.stage is not None and pending.kind == Kind.CUT_MOVED:
        ask_about_later(get_stage_before(pending.stage), now)


def ask_about_all(event: Event, now: datetime) -> None:
    """Stores pending decisions for all stages of an event, where more than one ranking may have
    changed."""
    for stage in event.stages.order_by("number"):
        ask_about_later(stage, now)


def ask_about_round(pairing: Pairing, now: datetime) -> PendingDecision | None:
    """Stores that a round was paired from a result that has changed, if it can still be deleted."""
    stage = pairing.round.group.stage
    last_round = find_round_paired_after(pairing)
    if last_round is None or has_begun_in(stage, last_round):
        return None
    PendingDecision.objects.filter(stage=stage, kind=Kind.ROUND_PAIRED, decision="").delete()
    return PendingDecision.objects.create(
        event_id=pairing.event_id,
        kind=Kind.ROUND_PAIRED,
        stage=stage,
        round=last_round,
        asked_at=now,
    )


@atomic_with_retry
def leave_as_played(
    *, pending: PendingDecision, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Leaves everything as played and drawn. Raises NotAllowed, ReasonMissing, DecisionRefused."""
    if pending.kind == Kind.PRIZES_MOVED:
        raise DecisionRefused("question_of_another_kind", field="decision")
    stored_decision = store_decision(pending, Decision.LEFT, reason, actor, now)
    # Seats are read under the lock of the event: a replay, which makes such a clash, holds it too.
    if find_clash(stored_decision) is not None:
        raise DecisionRefused("entry_plays_twice", field="decision")
    _compare_siblings(stored_decision, now)
    return stored_decision


@atomic_with_retry
def swap(*, pending: PendingDecision, reason: str, actor: Actor, now: datetime) -> PendingDecision:
    """Seats the entries that should be in a stage in place of those that should not, as far as
    these have not begun to play there; entries that sit in a sibling stage are exchanged.
    Raises NotAllowed, ReasonMissing, DecisionRefused."""
    if pending.kind != Kind.CUT_MOVED or pending.stage is None:
        raise DecisionRefused("question_of_another_kind", field="decision")
    stored_decision = store_decision(pending, Decision.SWAPPED, reason, actor, now)
    if not pending.comes or len(pending.comes) != len(pending.goes):
        raise DecisionRefused("swap_of_as_many", comes=len(pending.comes), goes=len(pending.goes))
    siblings = list_sibling_stages(pending.stage)
    slots_of_both = Slot.objects.filter(
        pairing__round__group__stage__in=(pending.stage, *siblings),
        entry__in=(*pending.comes, *pending.goes),
    )
    lock_pairings(slots_of_both.values_list("pairing_id", flat=True))
    for comes_id, goes_id in zip(pending.comes, pending.goes, strict=True):
        slots_in_stage = Slot.objects.filter(
            entry=goes_id, pairing__round__group__stage=pending.stage
        )
        slots_in_siblings = Slot.objects.filter(
            entry=comes_id, pairing__round__group__stage__in=siblings
        )
        if (slots_in_stage | slots_in_siblings).filter(pairing__match__begun=True).exists():
            raise DecisionRefused("entry_has_begun")
        # Listed before the first update: afterwards ``comes_id`` sits in both stages.
        seats = list(slots_in_siblings.values_list("pk", flat=True))
        slots_in_stage.update(entry=comes_id)
        Slot.objects.filter(pk__in=seats).update(entry=goes_id)
    for stage in (pending.stage, *siblings):
        raise_stage_version(stage.pk, now)
    _compare_siblings(stored_decision, now)
    return stored_decision


@atomic_with_retry
def keep_prizes(
    *, pending: PendingDecision, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Leaves the prizes as they were announced. Raises NotAllowed, ReasonMissing,
    DecisionRefused."""
    if pending.kind != Kind.PRIZES_MOVED:
        raise DecisionRefused("question_of_another_kind", field="decision")
    return store_decision(pending, Decision.KEPT, reason, actor, now)


@atomic_with_retry
def award_anew(
    *, pending: PendingDecision, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """The prizes go to those who have the places now. Raises NotAllowed, ReasonMissing,
    DecisionRefused."""
    if pending.kind != Kind.PRIZES_MOVED:
        raise DecisionRefused("question_of_another_kind", field="decision")
    stored_decision = store_decision(pending, Decision.AWARDED, reason, actor, now)
    announce_prizes(stored_decision.event, anew=True)
    return stored_decision


def settle_by_replay(
    pairing: Pairing, reason: str, author: Actor, now: datetime
) -> list[PendingDecision]:
    """A match that is played again answers all that was asked about it; returns what was."""
    open_ = PendingDecision.objects.filter(pairing=pairing, kind=Kind.PLAYED_ON, decision="")
    answered = list(open_.order_by("pk"))
    _settle_open(open_, Decision.REPLAYED, reason.strip(), author, now)
    return answered


def settle_by_draw(stage: Stage, reason: str, author: Actor, now: datetime) -> None:
    """A stage that is drawn again answers what was asked about its draw."""
    open_ = PendingDecision.objects.filter(stage=stage, kind=Kind.CUT_MOVED, decision="")
    _settle_open(open_, Decision.DRAWN_AGAIN, reason, author, now)


def settle_by_taking_back(stage: Stage, reason: str, author: Actor, now: datetime) -> None:
    """A round that is taken back answers what was asked about its pairings."""
    open_ = PendingDecision.objects.filter(stage=stage, kind=Kind.ROUND_PAIRED, decision="")
    _settle_open(open_, Decision.TAKEN_BACK, reason, author, now)


def _settle_open(
    open_: QuerySet[PendingDecision], decision: str, reason: str, author: Actor, now: datetime
) -> None:
    decided_by = make_author_columns(author, "decided_by")
    open_.update(decision=decision, reason=reason, decided_at=now, **decided_by)


def check_open(pending: PendingDecision, reason: str, actor: Actor) -> Event:
    """The locked event of a pending decision that this actor may decide, for a reason.

    Raises NotAllowed, ReasonMissing, DecisionRefused, and NotFound for one that has settled itself.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=pending.event.club_id, event=pending.event)
    if not reason.strip():
        raise ReasonMissing(kind="decision")
    event = lock_event(pending.event_id)
    # A result takes back what it settles, and never waits for the event: it may be gone by now.
    locked_decisions = PendingDecision.objects.select_for_update(no_key=True)
    locked_decision = locked_decisions.filter(pk=pending.pk).first()
    if locked_decision is None:
        raise NotFound
    if locked_decision.decision:
        raise DecisionRefused("question_decided")
    return event


def store_decision(
    pending: PendingDecision, decision: str, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Locks the event of a pending decision and the decision itself, and stores it as decided.
    Raises NotAllowed, ReasonMissing, NotFound, DecisionRefused."""
    event = check_open(pending, reason, actor)
    pending = PendingDecision.objects.get(pk=pending.pk)
    pending.decision, pending.reason = decision, reason.strip()
    pending.decided_by, pending.decided_at = actor, now
    pending.save(
        update_fields=["decision", "reason", "decided_by_kind", "decided_by_id", "decided_at"]
    )
    touch(event, now)
    return pending
