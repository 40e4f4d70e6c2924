"""Reads what a correction has left to decide, and what was decided."""

from collections.abc import Iterator

from django.db.models import F, QuerySet

from accounts.actors import Actor
from tournaments.models import Event, Pairing, PendingDecision, Round, Slot, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.standings.cuts import sibling_stages
from tournaments.selectors.standings.fields import has_begun

Kind, Decision = PendingDecision.Kind, PendingDecision.Decision


def questions_of(event: Event) -> QuerySet[PendingDecision]:
    """The questions of an event, the open ones first, then the last decided."""
    rows = PendingDecision.objects.filter(event=event).select_related("pairing__match", "stage")
    return rows.order_by(F("decided_at").desc(nulls_first=True), "pk")


def open_questions(event: Event) -> QuerySet[PendingDecision]:
    """What waits for the organizer."""
    return questions_of(event).filter(decision="")


def question_for(actor: Actor, question_id: int) -> PendingDecision:
    """The question of that id. Raises NotFound, also for who may not see its event."""
    rows = PendingDecision.objects.select_related("event__club", "pairing__match", "stage__event")
    question = rows.filter(pk=question_id).first()
    if question is None:
        raise NotFound
    check_visible(actor, question.event)
    return question


def last_round_of(stage: Stage) -> int | None:
    """The number of the round that was paired last."""
    rounds = Round.objects.filter(group__stage=stage).without_play_offs().order_by("-number")
    return rounds.values_list("number", flat=True).first()


def has_begun_in(stage: Stage, number: int) -> bool:
    """Whether any sheet of a round has a line."""
    played = Pairing.objects.filter(round__group__stage=stage, match__version__gt=0)
    return played.without_play_offs().filter(round__number=number).exists()


def decisions_for(question: PendingDecision) -> list[str]:
    """The decisions that are still possible: none once it is decided."""
    return [] if question.decision else list(_list_possible(question))


def _list_possible(question: PendingDecision) -> Iterator[str]:
    if question.kind == Kind.PRIZES_MOVED:
        yield from (Decision.KEPT, Decision.AWARDED)
        return
    yield Decision.LEFT
    if question.kind == Kind.PLAYED_ON and _sits_there(question):
        yield Decision.REPLAYED
    if question.kind == Kind.CUT_MOVED:
        if _can_swap(question):
            yield Decision.SWAPPED
        if question.stage is not None and not has_begun(question.stage):
            yield Decision.DRAWN_AGAIN
    if question.kind == Kind.ROUND_PAIRED and _can_be_taken_back(question):
        yield Decision.TAKEN_BACK


def _sits_there(question: PendingDecision) -> bool:
    """Whether who should not be there still is."""
    slots = Slot.objects.filter(pairing=question.pairing_id, entry__in=question.goes)
    return slots.exists()


def _can_swap(question: PendingDecision) -> bool:
    if not question.comes or len(question.comes) != len(question.goes):
        return False
    stage = question.stage
    assert stage is not None, "a cut has moved for a stage"
    leaves = Slot.objects.filter(pairing__round__group__stage=stage, entry__in=question.goes)
    left = Slot.objects.filter(
        pairing__round__group__stage__in=sibling_stages(stage), entry__in=question.comes
    )
    return not (leaves | left).filter(pairing__match__begun=True).exists()


def _can_be_taken_back(question: PendingDecision) -> bool:
    stage, number = question.stage, question.round
    if stage is None or number is None:
        return False
    return last_round_of(stage) == number and not has_begun_in(stage, number)
