"""What the page of a draw offers: to draw, to settle ties first, or the reason to wait."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Draw, Event, Stage
from tournaments.selectors.decisions.borders import open_borders
from tournaments.selectors.draws.drawable import describe_ties, drawable
from tournaments.selectors.stages.stages import list_stages
from tournaments.selectors.standings.cuts import (
    get_stage_before,
    list_entrants_of_stage,
    list_stages_after,
)
from tournaments.selectors.standings.fields import load_progress
from web.draws import StageDraws
from wording.sentences import sentence
from wording.stages import name_stage


def make_draw_address(stage: Stage) -> str:
    """The address of the page on which a stage is drawn."""
    return make_address("", stage)


def make_address(part: str, stage: Stage) -> str:
    """The address of the page of a stage's draw, or of a part of it."""
    name = "draw"
    if part:
        name = f"draw_{part}"
    # The first stage has a shorter address: most events have no other.
    if stage.number == 1:
        return reverse(f"desk:{name}", args=[stage.event_id])
    return reverse(f"desk:stage_{name}", args=[stage.event_id, stage.number])


@dataclass(frozen=True, slots=True)
class DrawTab:
    """A link to the draw of one of several stages."""

    number: int
    title: str
    address: str


def build_draw_tabs(event: Event) -> list[DrawTab]:
    """The draws of all stages; empty if there is only one."""
    stages = list_stages(event)
    if len(stages) < 2:
        return []
    return [DrawTab(stage.number, name_stage(stage), make_draw_address(stage)) for stage in stages]


def find_next_draw(stage: Stage) -> str:
    """The address of the draw of a stage that takes its entrants from this one; empty without."""
    later_stages = list_stages_after(stage)
    if not later_stages:
        return ""
    return make_draw_address(later_stages[0])


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """What the page offers while no draw is committed: a draw, or the settlement of ties that comes
    before it. The addresses are those of the forms."""

    entries: int = 0
    again: bool = False
    """Whether a draw was held already, so that the new one needs a reason."""
    waits: str = ""
    """Why the stage cannot be drawn now, in a sentence."""
    tied_count: int = 0
    """The number of entries tied at the cut of the stage before."""
    lots: str = ""
    """The address at which lots among them are committed to."""
    play_offs: str = ""
    """The address at which their play-offs are called; these come before lots."""
    lots_stage: str = ""
    """The page on which committed lots are drawn."""
    decisions: str = ""
    """The page of the pending decisions that the draw waits for."""


def offer_draw(stage: Stage, stage_draws: StageDraws) -> DrawOffer | None:
    """What can be drawn for the stage; None if nothing can any more."""
    drawable_stage = drawable(stage)
    if drawable_stage.refusal is None:
        last_order = stage_draws.last_order
        is_again = last_order is not None and last_order.is_held
        return DrawOffer(len(list_entrants_of_stage(stage)), again=is_again)
    if not drawable_stage.not_yet:
        # It is not drawn again, but ties may still have to be settled at the end of the event.
        return _offer_for_final_places(stage)

    waiting_reason = sentence(drawable_stage.refusal.code, drawable_stage.refusal.params)
    if drawable_stage.refusal.code == "decision_first":
        return DrawOffer(
            waits=waiting_reason, decisions=reverse("desk:questions", args=[stage.event_id])
        )
    if not drawable_stage.tied_count:
        return DrawOffer(waits=waiting_reason)

    # Ties at the cut decide who plays in this stage. They are settled in the ranking before.
    previous_stage = get_stage_before(stage)
    if drawable_stage.needs_play_offs:
        address = reverse("desk:play_offs", args=[stage.event_id, previous_stage.number])
        return DrawOffer(
            waits=waiting_reason, tied_count=drawable_stage.tied_count, play_offs=address
        )
    lots_page = ""
    # Lots are committed to here, but drawn on the page of the stage whose ranking they settle.
    if previous_stage.draws.filter(state=Draw.State.COMMITTED).exists():
        lots_page = make_draw_address(previous_stage)
    return DrawOffer(
        waits=waiting_reason,
        tied_count=drawable_stage.tied_count,
        lots=reverse("desk:lots", args=[stage.event_id, previous_stage.number]),
        lots_stage=lots_page,
    )


def _offer_for_final_places(stage: Stage) -> DrawOffer | None:
    """The play-offs or lots that the regulation has for places shared at the end of the event, or
    at the border of a prize."""
    undrawn_stages = stage.event.stages.filter(groups__rounds__isnull=True)
    if not load_progress(stage).is_over or undrawn_stages.exists():
        return None
    borders = open_borders(stage)
    if not borders:
        return None
    ties = describe_ties(stage.event, borders)
    waiting_reason = sentence("ties_at_the_end", ties)
    # If any of the ties has a play-off, these come before the lots of the others.
    if any(border.remedy == "play_off" for border in borders):
        address = reverse("desk:play_offs", args=[stage.event_id, stage.number])
        return DrawOffer(waits=waiting_reason, tied_count=ties["count"], play_offs=address)
    address = reverse("desk:lots", args=[stage.event_id, stage.number])
    return DrawOffer(waits=waiting_reason, tied_count=ties["count"], lots=address)
