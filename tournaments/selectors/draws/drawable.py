"""Reads what can be drawn now, and why the rest cannot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, PendingDecision, Stage
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.selectors.decisions.borders import (
    OpenBorder,
    find_next_remedy,
    list_tied_at,
    open_borders,
)
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.standings.cuts import get_stage_before, list_sibling_stages, open_before
from tournaments.selectors.standings.fields import has_begun

FIRST_DRAW_STATES = (Event.State.OPEN, Event.State.DRAWN)
"""When a stage of the entry list is drawn; later ones while the event runs."""


@dataclass(frozen=True, slots=True)
class Drawable:
    """Whether a stage can be drawn now: nothing forbids it, or the ``refusal`` says what does."""

    refusal: DrawRefused | EventStateRefused | None = None
    not_yet: bool = False
    """It will be, when the stage that its entrants come from is so far."""
    borders: tuple[OpenBorder, ...] = ()
    """Ties at its cut that must be settled first."""

    @property
    def tied_count(self) -> int:
        """The number of entries that are tied at its cut."""
        return len(list_tied_at(self.borders))

    @property
    def needs_play_offs(self) -> bool:
        """Whether play-offs come next; otherwise lots are drawn."""
        return find_next_remedy(self.borders) == "play_off"


def drawable(stage: Stage) -> Drawable:
    """Whether the order of a stage can be drawn now."""
    state = stage.event.state
    if stage.event.is_over or (stage.cut is None and state not in FIRST_DRAW_STATES):
        return Drawable(EventStateRefused("event_cannot_be_drawn", state=state))
    if has_begun(stage):
        return Drawable(DrawRefused("play_has_begun"))
    if stage.cut is None:
        return Drawable()

    before = get_stage_before(stage)
    matches_left = None
    if state == Event.State.RUNNING:
        matches_left = open_before(before, stage)
    if refusal := refuse_while_played(before, matches_left):
        return Drawable(refusal, not_yet=True)
    # Who plays in a stage depends on who stays in its siblings.
    open_decisions = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.CUT_MOVED, decision="", stage__in=list_sibling_stages(stage)
    )
    stage_numbers = open_decisions.order_by("stage__number").values_list("stage__number", flat=True)
    if (undecided_stage := stage_numbers.first()) is not None:
        return Drawable(DrawRefused("decision_first", stage=undecided_stage), not_yet=True)
    # Ties are looked at last: until then they may still dissolve.
    borders = open_borders(before, stage)
    return Drawable(_find_refusal(before, borders), not_yet=bool(borders), borders=borders)


def refuse_open_borders(stage: Stage, later: Stage | None = None) -> DrawRefused | None:
    """Why no stage can be drawn from one with open ties, with the names of the tied entries and the
    remedy of each tie; None if there are none."""
    return _find_refusal(stage, open_borders(stage, later))


def refuse_final_ties(event: Event) -> EventStateRefused | None:
    """Why an event that is played out is not closed: ties for final places and prizes that its
    house rules have settled. Ties that a ranking usually settles by lots may stay."""
    borders: list[OpenBorder] = []
    for stage in event.stages.order_by("number"):
        borders += open_borders(stage, with_usual=False)
    if not borders:
        return None
    return EventStateRefused("ties_at_the_end", **describe_ties(event, borders))


def _find_refusal(stage: Stage, borders: Sequence[OpenBorder]) -> DrawRefused | None:
    if not borders:
        return None
    return DrawRefused("level_at_the_cut", **describe_ties(stage.event, borders))


def describe_ties(event: Event, borders: Sequence[OpenBorder]) -> dict[str, Any]:
    """The parameters of a refusal for open borders: names, and what settles each tie."""
    tied = list_tied_at(borders)
    names = load_entry_names(event, tied)
    ties = []
    for border in borders:
        tied_names = names.list_labels(border.tied)
        ties.append(
            {
                "names": tied_names,
                "places": border.border.places,
                "for_seeds": border.border.for_seeds,
                "remedy": border.remedy,
            }
        )
    return {"count": len(tied), "ties": ties}


def refuse_while_played(stage: Stage, matches_left: int | None) -> DrawRefused | None:
    """Why no later stage can be drawn from a stage with ``matches_left`` undecided matches; None:
    some of its rounds are not even paired."""
    if matches_left is None:
        return DrawRefused("stage_not_paired_out", stage=stage.number)
    if matches_left:
        return DrawRefused("stage_not_played_out", stage=stage.number, left=matches_left)
    return None
