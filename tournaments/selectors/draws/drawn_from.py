"""Reads how a drawn stage would be drawn from the ranking before it as that is now."""

from dataclasses import asdict, dataclass

from competition.draw.drawn_from import ChangedEntrant, find_changed_entrants
from competition.plan import Entrant
from kernel.refusals import Refused
from tournaments.models import PendingDecision, Slot, Stage
from tournaments.selectors.standings.cuts import (
    list_entrants_through,
    load_ranking_before,
    select_through_from,
)
from tournaments.selectors.standings.fields import load_drawn_entries, load_drawn_order


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between a drawn stage and the current ranking: entries that should be in it
    and are not (``comes``), entries that are in it and should not be (``goes``), and others that
    would be drawn with another seed, other points or other previous opponents (``changed``)."""

    comes: tuple[int, ...] = ()
    goes: tuple[int, ...] = ()
    changed: tuple[ChangedEntrant, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.comes or self.goes or self.changed)


def find_difference_from_draw(stage: Stage) -> Difference:
    """The difference of a drawn stage that follows another. Who was swapped in since the draw
    counts as drawn. More come than there are places while they are tied: the tie must be settled
    before one of them takes a place."""
    ranking_now = load_ranking_before(stage)
    through_entries = select_through_from(stage, ranking_now)
    filled_slots = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
    seated_ids = set(filled_slots.values_list("entry_id", flat=True))
    if not seated_ids:
        # As long as nobody is seated, the order of the draw says who plays.
        for order in load_drawn_order(stage):
            seated_ids.update(order)
    advancing_ids = {int(entry) for entry in (*through_entries.entries, *through_entries.tied)}
    coming_ids = tuple(sorted(advancing_ids - seated_ids))
    going_ids = tuple(sorted(seated_ids - advancing_ids))
    try:
        entrants_now = list_entrants_through(stage, ranking_now, through_entries)
    except Refused:
        # The table of the cut names other places by now: others advance, or not as many.
        return Difference(coming_ids, going_ids)
    drawn_entrants = [Entrant(**entry) for entry in load_drawn_entries(stage)]
    seed_ties = [border.tied for border in through_entries.borders if border.for_seeds]
    changed_entrants = find_changed_entrants(
        drawn_entrants,
        entrants_now,
        undecided=seed_ties,
        with_seeds=len(seed_ties) == len(through_entries.borders),
    )
    return Difference(coming_ids, going_ids, changed_entrants)


def is_decided(stage: Stage, difference: Difference) -> bool:
    """Whether the organizer has seen this difference, or a larger one, and let the draw stand."""
    last_decision = _find_last_decision(stage)
    if last_decision is None or last_decision.decision not in (
        PendingDecision.Decision.LEFT,
        PendingDecision.Decision.SWAPPED,
    ):
        return False
    # A decision is about the draw that stood when it was asked for, not about a later one.
    if stage.draws.held_orders().filter(held_at__gt=last_decision.asked_at).exists():
        return False
    return _is_covered(last_decision, difference)


def is_asked(stage: Stage, difference: Difference) -> bool:
    """Whether the organizer still has to decide about this difference, or a larger one."""
    last_decision = _find_last_decision(stage)
    if last_decision is None or last_decision.decision:
        return False
    return _is_covered(last_decision, difference)


def _find_last_decision(stage: Stage) -> PendingDecision | None:
    decisions = PendingDecision.objects.filter(stage=stage, kind=PendingDecision.Kind.CUT_MOVED)
    return decisions.order_by("-pk").first()


def _is_covered(pending: PendingDecision, difference: Difference) -> bool:
    if not {*difference.comes} <= {*pending.comes} or not {*difference.goes} <= {*pending.goes}:
        return False
    return all(asdict(change) in pending.changed for change in difference.changed)
