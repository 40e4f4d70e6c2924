"""Reads what can be drawn now, and why the rest cannot."""

from dataclasses import dataclass

from tournaments.models import Event, Pairing, Stage
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.selectors.cuts import level_at, open_before, stage_before

FIRST = (Event.State.OPEN, Event.State.DRAWN)
"""When a stage of the entry list is drawn; later ones while the event runs."""
OVER = (Event.State.FINISHED, Event.State.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Drawable:
    """Whether a stage can be drawn now: nothing forbids it, or the ``refusal`` says what does."""

    refusal: DrawRefused | EventStateRefused | None = None
    not_yet: bool = False
    """It will be, when the stage that its entrants come from is so far."""
    level: int = 0
    """So many are level at its cut: lots must be drawn for them first."""


def drawable(stage: Stage) -> Drawable:
    """Whether the order of a stage can be drawn now."""
    state = stage.event.state
    if state in OVER or (stage.cut is None and state not in FIRST):
        return Drawable(EventStateRefused("event_cannot_be_drawn", state=state))
    if Pairing.objects.filter(round__group__stage=stage, match__version__gt=0).exists():
        return Drawable(DrawRefused("play_has_begun"))
    return Drawable() if stage.cut is None else _drawable_after(stage_before(stage), stage)


def _drawable_after(before: Stage, stage: Stage) -> Drawable:
    running = stage.event.state == Event.State.RUNNING
    if refusal := still_played(before, open_before(before, stage) if running else None):
        return Drawable(refusal, not_yet=True)
    if level := len(level_at(before, stage)):
        return Drawable(DrawRefused("level_at_the_cut", count=level), not_yet=True, level=level)
    return Drawable()


def still_played(stage: Stage, left: int | None) -> DrawRefused | None:
    """Nothing follows from a stage of which so many matches are ``left``; None: some of its rounds
    are not even paired."""
    if left is None:
        return DrawRefused("stage_not_paired_out", stage=stage.number)
    if left:
        return DrawRefused("stage_not_played_out", stage=stage.number, left=left)
    return None
