"""Reads what a correction has left to decide, and what was decided."""

from django.db.models import F, QuerySet

from accounts.actors import Actor
from tournaments.models import PLAY_OFF, Event, Pairing, PendingDecision, Round, Slot, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.decisions.clashes import find_clash
from tournaments.selectors.standings.cuts import list_sibling_stages
from tournaments.selectors.standings.fields import has_begun, pairs_by_rounds

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


def find_last_round(stage: Stage) -> int | None:
    """The number of the round that was paired last."""
    rounds = Round.objects.filter(group__stage=stage).without_play_offs().order_by("-number")
    return rounds.values_list("number", flat=True).first()


def find_round_paired_after(pairing: Pairing) -> int | None:
    """The number of the last round, if it was paired after this pairing and so from its result
    too; else None. A play-off is beside the rounds, and where all rounds are planned with the draw
    none is paired from results."""
    round_, stage = pairing.round, pairing.round.group.stage
    if round_.section == PLAY_OFF or not pairs_by_rounds(stage):
        return None
    last_round = find_last_round(stage)
    if last_round is None or last_round <= round_.number:
        return None
    return last_round


def has_begun_in(stage: Stage, number: int) -> bool:
    """Whether any sheet of a round has a line."""
    begun_pairings = Pairing.objects.filter(round__group__stage=stage, match__version__gt=0)
    return begun_pairings.without_play_offs().filter(round__number=number).exists()


def list_possible_decisions(pending: PendingDecision) -> list[str]:
    """The decisions that are still possible: none once it is decided."""
    if pending.decision:
        return []
    # Prizes are never left open: either the announced ones are kept or those of now are awarded.
    if pending.kind == Kind.PRIZES_MOVED:
        return [Decision.KEPT, Decision.AWARDED]

    possible_decisions: list[str] = []
    if find_clash(pending) is None:
        possible_decisions.append(Decision.LEFT)
    # Somebody who should not be there may have left the match since.
    wrong_slots = Slot.objects.filter(pairing=pending.pairing_id, entry__in=pending.goes)
    if pending.kind == Kind.PLAYED_ON and wrong_slots.exists():
        possible_decisions.append(Decision.REPLAYED)
    stage, number = pending.stage, pending.round
    if pending.kind == Kind.CUT_MOVED:
        if _can_swap(pending):
            possible_decisions.append(Decision.SWAPPED)
        if stage is not None and not has_begun(stage):
            possible_decisions.append(Decision.DRAWN_AGAIN)
    if pending.kind == Kind.ROUND_PAIRED and stage is not None and number is not None:
        # Later rounds were paired from the results of this one, and sheets may not be lost.
        is_last_round = find_last_round(stage) == number
        if is_last_round and not has_begun_in(stage, number):
            possible_decisions.append(Decision.TAKEN_BACK)
    return possible_decisions


def _can_swap(pending: PendingDecision) -> bool:
    """Whether the entries that come can take the places of those that go, one for one, as long as
    no match of any of them has begun, here or in a sibling stage."""
    if not pending.comes or len(pending.comes) != len(pending.goes):
        return False
    stage = pending.stage
    assert stage is not None, "a cut has moved for a stage"
    slots_here = Slot.objects.filter(pairing__round__group__stage=stage, entry__in=pending.goes)
    slots_of_siblings = Slot.objects.filter(
        pairing__round__group__stage__in=list_sibling_stages(stage), entry__in=pending.comes
    )
    affected_slots = slots_here | slots_of_siblings
    return not affected_slots.filter(pairing__match__begun=True).exists()
