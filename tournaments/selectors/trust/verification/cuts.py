"""Drawn stages against the rankings that they take their entries from."""

from collections.abc import Iterator
from dataclasses import asdict

from competition.trust.faults import Fault
from tournaments.models import Event, Slot
from tournaments.selectors.draws.drawn_from import find_difference_from_draw, is_asked, is_decided
from tournaments.selectors.standings.cuts import get_stage_before
from tournaments.selectors.standings.fields import load_drawn_order, load_progress


def find_cut_faults(event: Event) -> Iterator[Fault]:
    """Drawn stages that differ from the current ranking without a question about it. A decision
    only covers the difference at its time, not later changes."""
    for stage in event.stages.filter(cut__isnull=True, number__gt=1).order_by("number"):
        yield Fault("cut_missing", stage.number)
    for stage in event.stages.filter(cut__isnull=False).order_by("number"):
        slots = Slot.objects.filter(pairing__round__group__stage=stage)
        if not load_drawn_order(stage) or not slots.exists():
            continue
        # A consolation stage is drawn while the stage before goes on; of all others the ranking
        # says nothing until that stage is over.
        takes_losers = (stage.cut or {}).get("take") == "losers"
        if not takes_losers and not load_progress(get_stage_before(stage)).is_over:
            continue
        difference = find_difference_from_draw(stage)
        # What the organizer was asked and has decided is public.
        is_explained = is_asked(stage, difference) or is_decided(stage, difference)
        if difference and not is_explained:
            yield Fault("cut_differs", stage.number, detail=asdict(difference))
