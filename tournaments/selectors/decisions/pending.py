"""Reads what a correction has left to decide, and what was decided."""

from collections.abc import Iterator

from django.db.models import F, QuerySet

from accounts.actors import Actor
from tournaments.models import Event, Pairing, PendingDecision, Round, Slot, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.decisions.clashes import find_clash
from tournaments.selectors.standings.cuts import sibling_stages
from tournaments.selectors.standings.fields import has_begun

Kind, Decision = PendingDecision.Kind, PendingDecision.Decision


def list_decisions(event: Event) -> QuerySet[PendingDecision]:
    """The pending decisions of an event, the open ones first, then the last decided."""
    rows = PendingDecision.objects.filter(event=event).select_related("pairing__match", "stage")
    return rows.order_by(F("decided_at").desc(nulls_first=True), "pk")


def list_pending_decisions(event: Event) -> QuerySet[PendingDecision]:
    """What waits for the organizer."""
    return list_decisions(event).filter(decision="")


def get_decision(actor: Actor, decision_id: int) -> PendingDecision:
    """The pending decision of that id. Raises NotFound, also for who may not see its event."""
    rows = PendingDecision.objects.select_related("event__club", "pairing__match", "stage__event")
    pending_decision = rows.filter(pk=decision_id).first()
    if pending_decision is None:
        raise NotFound
    check_visible(actor, pending_decision.event)
    return pending_decision


def last_round_of(stage: Stage) -> int | None:
    """The number of the round that was paired last."""
    rounds = Round.objects.filter(group__stage=stage).without_play_offs().order_by("-number")
    return rounds.values_list("number", flat=True).first()


def has_begun_in(stage: Stage, number: int) -> bool:
    """Whether any sheet of a round has a line."""
    begun_pairings = Pairing.objects.filter(round__group__stage=stage, match__version__gt=0)
    return begun_pairings.without_play_offs().filter(round__number=number).exists()


def decisions_for(pending: PendingDecision) -> list[str]:
    """The decisions that are still possible: none once it is decided."""
    return [] if pending.decision else list(_list_possible(pending))


def _list_possible(pending: PendingDecision) -> Iterator[str]:
    # Prizes are never left open: either the announced ones are kept or those of now are awarded.
    if pending.kind == Kind.PRIZES_MOVED:
        yield from (Decision.KEPT, Decision.AWARDED)
        return
    if find_clash(pending) is None:
        yield Decision.LEFT
    if pending.kind == Kind.PLAYED_ON:
        # Somebody who should not be there may have left the match since.
        wrong_slots = Slot.objects.filter(pairing=pending.pairing_id, entry__in=pending.goes)
        if wrong_slots.exists():
            yield Decision.REPLAYED
    if pending.kind == Kind.CUT_MOVED:
        if _can_swap(pending):
            yield Decision.SWAPPED
        if pending.stage is not None and not has_begun(pending.stage):
            yield Decision.DRAWN_AGAIN
    if pending.kind == Kind.ROUND_PAIRED and _can_be_taken_back(pending):
        yield Decision.TAKEN_BACK


def _can_swap(pending: PendingDecision) -> bool:
    if not pending.comes or len(pending.comes) != len(pending.goes):
        return False
    stage = pending.stage
    assert stage is not None, "a cut has moved for a stage"
    leaves = Slot.objects.filter(pairing__round__group__stage=stage, entry__in=pending.goes)
    slots_left = Slot.objects.filter(
        pairing__round__group__stage__in=sibling_stages(stage), entry__in=pending.comes
    )
    return not (leaves | slots_left).filter(pairing__match__begun=True).exists()


def _can_be_taken_back(pending: PendingDecision) -> bool:
    stage, number = pending.stage, pending.round
    if stage is None or number is None:
        return False
    return last_round_of(stage) == number and not has_begun_in(stage, number)
