"""Reads the stages of an event in their order, how far each is, and what can be done next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Event, Group, Stage
from tournaments.selectors.decisions.borders import find_next_remedy, list_tied_at, open_borders
from tournaments.selectors.draws.drawable import Drawable, drawable
from tournaments.selectors.standings.fields import Progress, load_progress


@dataclass(frozen=True, slots=True)
class StageProgress:
    """A stage with its groups and how far it is."""

    stage: Stage
    before: Stage | None
    """Where its entrants come from."""
    groups: tuple[Group, ...]
    progress: Progress
    is_drawn: bool
    is_committed: bool
    drawable: Drawable | None = None
    """Of a stage that is not drawn: whether it can be now."""


def load_stage_sequence(event: Event) -> tuple[StageProgress, ...]:
    """The stages of an event in order. As many queries for any size."""
    stages = list(event.stages.order_by("number"))
    by_number: dict[int | None, Stage] = {stage.number: stage for stage in stages}
    groups = list(Group.objects.filter(stage__event=event).select_related("venue"))
    drawn_ids = set(event.stages.filter(groups__rounds__isnull=False).values_list("pk", flat=True))
    committed_ids = set(event.stages.filter(draws__state="COMMITTED").values_list("pk", flat=True))
    states: list[StageProgress] = []
    for stage in stages:
        is_drawn = stage.pk in drawn_ids
        state = StageProgress(
            stage=stage,
            before=by_number.get(stage.number_before),
            groups=tuple(group for group in groups if group.stage_id == stage.pk),
            progress=load_progress(stage),
            is_drawn=is_drawn,
            is_committed=stage.pk in committed_ids,
        )
        if not is_drawn:
            state = replace(state, drawable=drawable(stage))
        states.append(state)
    return tuple(states)


@dataclass(frozen=True, slots=True)
class NextStep:
    """What an event waits for apart from results: a round to be paired, a play-off to be played,
    lots to be drawn, a stage to be drawn; at its end a ``final_play_off`` or ``final_lots``, for
    places and prizes that may not be shared. ``number``: of the round, or of the tied entries."""

    kind: str
    stage: Stage
    number: int = 0


def find_next_step(stage_sequence: Sequence[StageProgress]) -> NextStep | None:
    """The first thing to do of these; None where results are awaited, or all is done."""
    # A round to be paired comes before any draw: the hall waits for it.
    for state in stage_sequence:
        if state.progress.waits_for_a_round:
            return NextStep("round", state.stage, state.progress.paired + 1)
    for state in stage_sequence:
        if state.drawable is None:
            continue
        # A tie across the border has to be settled before the draw is possible.
        if state.drawable.tied_count:
            remedy = find_next_remedy(state.drawable.borders)
            return NextStep(remedy, state.stage, state.drawable.tied_count)
        if state.drawable.refusal is None:
            return NextStep("draw", state.stage)
    if not all(state.is_drawn and state.progress.is_over for state in stage_sequence):
        return None
    for state in stage_sequence:
        borders = open_borders(state.stage, with_usual=False)
        if borders:
            tied_count = len(list_tied_at(borders))
            return NextStep(f"final_{find_next_remedy(borders)}", state.stage, tied_count)
    return None
