"""Reads how a drawn stage would be drawn from the ranking before it as that is now."""

from dataclasses import asdict, dataclass

from competition.cuts.cut import Through
from competition.draw.drawn_from import ChangedEntrant, find_changed_entrants
from competition.plan import Entrant
from kernel.refusals import Refused
from tournaments.models import Draw, PendingDecision, Slot, Stage
from tournaments.selectors.standings.cuts import entrants_through, ranking_before, through_from
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


def difference_from_draw(stage: Stage) -> Difference:
    """The difference of a drawn stage that follows another. Who was swapped in since the draw
    counts as drawn. More come than there are places while they are tied: the tie must be settled
    before one of them takes a place."""
    before = ranking_before(stage)
    through_entries = through_from(stage, before)
    comes, goes = _find_moved_entries(stage, through_entries)
    try:
        now = entrants_through(stage, before, through_entries)
    except Refused:
        # The table of the cut names other places by now: others advance, or not as many.
        return Difference(comes, goes)
    drawn = [Entrant(**entry) for entry in load_drawn_entries(stage)]
    seed_ties = [border.tied for border in through_entries.borders if border.for_seeds]
    changed = find_changed_entrants(
        drawn,
        now,
        undecided=seed_ties,
        with_seeds=len(seed_ties) == len(through_entries.borders),
    )
    return Difference(comes, goes, changed)


def _find_moved_entries(stage: Stage, through: Through) -> tuple[tuple[int, ...], tuple[int, ...]]:
    seated = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
    there = set(seated.values_list("entry_id", flat=True))
    if not there:
        # As long as nobody is seated, the order of the draw says who plays.
        for order in load_drawn_order(stage):
            there.update(order)
    should = {int(entry) for entry in (*through.entries, *through.tied)}
    goes = there - should
    comes = should - there
    return tuple(sorted(comes)), tuple(sorted(goes))


def is_decided(stage: Stage, difference: Difference) -> bool:
    """Whether the organizer has seen this difference, or a larger one, and let the draw stand."""
    last = _find_last_decision(stage)
    if last is None or last.decision not in (
        PendingDecision.Decision.LEFT,
        PendingDecision.Decision.SWAPPED,
    ):
        return False
    held = stage.draws.filter(state=Draw.State.HELD, purpose=Draw.Purpose.ORDER)
    return not held.filter(held_at__gt=last.asked_at).exists() and _is_covered(last, difference)


def is_asked(stage: Stage, difference: Difference) -> bool:
    """Whether the organizer still has to decide about this difference, or a larger one."""
    last = _find_last_decision(stage)
    return last is not None and not last.decision and _is_covered(last, difference)


def _find_last_decision(stage: Stage) -> PendingDecision | None:
    decisions = PendingDecision.objects.filter(stage=stage, kind=PendingDecision.Kind.CUT_MOVED)
    return decisions.order_by("-pk").first()


def _is_covered(pending: PendingDecision, difference: Difference) -> bool:
    return (
        {*difference.comes} <= {*pending.comes}
        and {*difference.goes} <= {*pending.goes}
        and all(asdict(change) in pending.changed for change in difference.changed)
    )
