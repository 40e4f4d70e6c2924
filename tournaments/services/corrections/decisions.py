"""Applies the organizer's decision on a pending decision that a correction has left."""

from collections.abc import Callable, Mapping
from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import PendingDecision
from tournaments.refusals import DecisionRefused
from tournaments.selectors.decisions.pending import find_last_round
from tournaments.services.corrections.replays import replay
from tournaments.services.decisions.pending import (
    award_anew,
    check_open,
    keep_prizes,
    leave_as_played,
    swap,
)
from tournaments.services.results.advancing import forfeit_gone
from tournaments.services.rounds.next_round import take_back_round

Kind, Decision = PendingDecision.Kind, PendingDecision.Decision


@atomic_with_retry
def decide(
    *, pending: PendingDecision, decision: str, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Stores what is decided. Entries that have left meanwhile forfeit the matches that they get by
    it. The decision to draw a stage again is recorded by the draw, not here.

    Raises NotAllowed, ReasonMissing, DecisionRefused, RoundRefused.
    """
    carry_out = ANSWERS.get(decision)
    if carry_out is None:
        raise DecisionRefused("question_of_another_kind", field="decision")
    stored_decision = carry_out(pending=pending, reason=reason, actor=actor, now=now)
    forfeit_gone(event_id=pending.event_id, now=now)
    return stored_decision


@atomic_with_retry
def take_back(
    *, pending: PendingDecision, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Deletes the round that was paired from results that have changed, so that it is paired again.

    Raises NotAllowed, ReasonMissing, DecisionRefused, RoundRefused.
    """
    if pending.kind != Kind.ROUND_PAIRED or pending.stage is None:
        raise DecisionRefused("question_of_another_kind", field="decision")
    check_open(pending, reason, actor)
    # Under the lock of the event, which a new round takes too: the last round stays the last one.
    if find_last_round(pending.stage) != pending.round:
        raise DecisionRefused("question_is_old")
    take_back_round(stage=pending.stage, reason=reason, actor=actor, now=now)
    pending.refresh_from_db()
    return pending


ANSWERS: Mapping[str, Callable[..., PendingDecision]] = {
    Decision.LEFT: leave_as_played,
    Decision.REPLAYED: replay,
    Decision.SWAPPED: swap,
    Decision.TAKEN_BACK: take_back,
    Decision.KEPT: keep_prizes,
    Decision.AWARDED: award_anew,
}
