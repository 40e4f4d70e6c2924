"""What may be drawn next on the desk, and where each draw stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.selectors.cuts import cut_of, entrants_of_stage, level_at, open_before
from web.draws import DrawView, stage_title
from wording.sentences import sentence

FIRST = (Event.State.OPEN, Event.State.DRAWN)
"""When a stage of the entry list is drawn; later ones while the event is played."""


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
    later = stage.event.stages.filter(number__gt=stage.number).order_by("number")
    found = next((each for each in later if each.cut and each.cut["stage"] == stage.number), None)
    return draw_address(found) if found else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What may be asked for where nothing is promised: a draw, or first the lots of a stage."""

    entries: int = 0
    again: bool = False
    """One was held, so the new one needs a reason."""
    waits: str = ""
    """Why it cannot be drawn now, in a sentence."""
    level: int = 0
    """So many are level where the stage before is cut."""
    lots: str = ""
    """Where lots are promised for them."""
    lots_stage: str = ""
    """Where lots that are promised already are drawn."""


def ask_of(stage: Stage, mine: Sequence[DrawView]) -> Ask | None:
    """None: it is drawn no more."""
    event = stage.event
    if stage.cut is None:
        if event.state not in FIRST:
            return None
        count = event.entries.filter(state=Entry.State.ENTERED).count()
        return Ask(count, again=_is_again(mine))
    if event.state in (Event.State.FINISHED, Event.State.ARCHIVED) or _begun(stage):
        return None
    return _ask_after(stage, mine)


def _ask_after(stage: Stage, mine: Sequence[DrawView]) -> Ask:
    """Of a stage that follows another: it must be played out, and nobody level at the cut."""
    cut = cut_of(stage)
    before = stage.event.stages.get(number=cut.stage if cut else 0)
    left = open_before(before, stage)
    if left is None:
        return Ask(waits=_("First %(stage)s is drawn and played.") % {"stage": stage_title(before)})
    if left:
        return Ask(waits=sentence("stage_not_played_out", {"stage": before.number, "left": left}))
    if level := level_at(before, stage):
        before.event = stage.event
        params = {"count": len(level)}
        promised = before.draws.filter(state=Draw.State.COMMITTED).exists()
        return Ask(
            waits=sentence("level_at_the_cut", params),
            level=len(level),
            lots=reverse("desk:lots", args=[stage.event_id, before.number]),
            lots_stage=draw_address(before) if promised else "",
        )
    return Ask(len(entrants_of_stage(stage)), again=_is_again(mine))


def _is_again(mine: Sequence[DrawView]) -> bool:
    """Whether the last draw of the stage was held."""
    return next((view.is_held for view in mine if not view.is_lots), False)


def _begun(stage: Stage) -> bool:
    return Pairing.objects.filter(round__group__stage=stage, match__version__gt=0).exists()
