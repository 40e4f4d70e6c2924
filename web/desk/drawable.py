"""What may be drawn next on the desk, and where each draw stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Draw, Event, Stage
from tournaments.selectors.borders import open_borders
from tournaments.selectors.cuts import entrants_of_stage, stage_before, stages_after
from tournaments.selectors.drawable import describe_ties, drawable
from tournaments.selectors.fields import progress_of
from web.draws import DrawView, stage_title
from wording.sentences import sentence


def draw_address(stage: Stage) -> str:
    """Where the draw of a stage stands on the desk."""
    return address_of("", stage)


def address_of(part: str, stage: Stage) -> str:
    name = f"draw_{part}" if part else "draw"
    if stage.number == 1:
        return reverse(f"desk:{name}", args=[stage.event_id])
    return reverse(f"desk:stage_{name}", args=[stage.event_id, stage.number])


@dataclass(frozen=True, slots=True)
class Way:
    """The draw of one of several stages."""

    number: int
    title: str
    address: str


def ways(event: Event) -> list[Way]:
    stages = list(event.stages.order_by("number"))
    if len(stages) < 2:
        return []
    return [Way(stage.number, stage_title(stage), draw_address(stage)) for stage in stages]


def next_draw(stage: Stage) -> str:
    """Where a stage is drawn that takes its entrants from this one; empty if there is none."""
    later = stages_after(stage)
    return draw_address(later[0]) if later else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What may be asked for where nothing is promised: a draw, or first the lots of a stage."""

    entries: int = 0
    again: bool = False
    """One was held, so the new one needs a reason."""
    waits: str = ""
    """Why it cannot be drawn now, in a sentence."""
    level: int = 0
    """The number of entries tied at the cut of the stage before."""
    lots: str = ""
    """Where lots are promised for them."""
    play_offs: str = ""
    """Where their play-offs are called; these come before lots."""
    lots_stage: str = ""
    """Where lots that are promised already are drawn."""
    decisions: str = ""
    """Where the organizer decides what it waits for."""


def ask_of(stage: Stage, mine: Sequence[DrawView]) -> Ask | None:
    """None: it is drawn no more."""
    found = drawable(stage)
    if found.refusal is None:
        return Ask(len(entrants_of_stage(stage)), again=_is_again(mine))
    if not found.not_yet:
        return _ask_for_final_places(stage)
    waits = sentence(found.refusal.code, found.refusal.params)
    if found.refusal.code == "decision_first":
        return Ask(waits=waits, decisions=reverse("desk:questions", args=[stage.event_id]))
    if not found.level:
        return Ask(waits=waits)
    before = stage_before(stage)
    if found.needs_play_offs:
        address = reverse("desk:play_offs", args=[stage.event_id, before.number])
        return Ask(waits=waits, level=found.level, play_offs=address)
    promised = before.draws.filter(state=Draw.State.COMMITTED).exists()
    return Ask(
        waits=waits,
        level=found.level,
        lots=reverse("desk:lots", args=[stage.event_id, before.number]),
        lots_stage=draw_address(before) if promised else "",
    )


def _ask_for_final_places(stage: Stage) -> Ask | None:
    """The play-offs and lots for places that entries share at the end, or where a prize ends,
    where the regulation has them."""
    undrawn = stage.event.stages.filter(groups__rounds__isnull=True)
    if not progress_of(stage).is_over or undrawn.exists():
        return None
    borders = open_borders(stage)
    if not borders:
        return None
    ties = describe_ties(stage.event, borders)
    is_played = any(border.remedy == "play_off" for border in borders)
    name = "desk:play_offs" if is_played else "desk:lots"
    address = reverse(name, args=[stage.event_id, stage.number])
    return Ask(
        waits=sentence("ties_at_the_end", ties),
        level=ties["count"],
        play_offs=address if is_played else "",
        lots="" if is_played else address,
    )


def _is_again(mine: Sequence[DrawView]) -> bool:
    """Whether the last draw of the stage was held."""
    return next((view.is_held for view in mine if not view.is_lots), False)
