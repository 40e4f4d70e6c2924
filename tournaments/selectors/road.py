"""Reads the road of an event: its stages one after the other, and how far each is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event, Group, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.cuts import level_at
from tournaments.selectors.fields import Progress, progress_of


@dataclass(frozen=True, slots=True)
class StageState:
    """A stage with its groups and how far it is. ``level``: so many are level across a cut that is
    to be drawn next, and lots must be drawn for them first."""

    stage: Stage
    before: Stage | None
    """Where its entrants come from."""
    groups: tuple[Group, ...]
    progress: Progress
    is_drawn: bool
    is_promised: bool
    level: int

    @property
    def is_next(self) -> bool:
        """Whether it can be drawn now, as far as it is a later stage."""
        return not self.is_drawn and self.before is not None


def road_of(event: Event) -> tuple[StageState, ...]:
    """The stages of an event in order. As many queries for any size."""
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        stage.event = event
    by_number = {stage.number: stage for stage in stages}
    groups = list(Group.objects.filter(stage__event=event).select_related("venue"))
    drawn = set(event.stages.filter(groups__rounds__isnull=False).values_list("pk", flat=True))
    promised = set(event.stages.filter(draws__state="COMMITTED").values_list("pk", flat=True))
    states: list[StageState] = []
    for stage in stages:
        before = by_number.get(stage.cut["stage"]) if stage.cut else None
        progress = progress_of(stage)
        waits = stage.pk not in drawn and before is not None and _is_over(states, before)
        states.append(
            StageState(
                stage=stage,
                before=before,
                groups=tuple(group for group in groups if group.stage_id == stage.pk),
                progress=progress,
                is_drawn=stage.pk in drawn,
                is_promised=stage.pk in promised,
                level=len(level_at(before, stage)) if waits and before else 0,
            )
        )
    return tuple(states)


def _is_over(states: Sequence[StageState], stage: Stage) -> bool:
    return any(state.stage.pk == stage.pk and state.progress.is_over for state in states)


@dataclass(frozen=True, slots=True)
class Next:
    """What an event waits for beside results: a round to be paired, lots to be drawn, a stage to
    be drawn. ``number`` is that of the round, or of those who are level."""

    kind: str
    stage: Stage
    number: int = 0


def next_of(road: Sequence[StageState]) -> Next | None:
    """The first thing to do of these; None where results are awaited, or all is done."""
    for state in road:
        if state.progress.waits_for_a_round:
            return Next("round", state.stage, state.progress.paired + 1)
    for state in road:
        if state.is_drawn or state.before is None or not _is_over(road, state.before):
            continue
        if state.level:
            return Next("lots", state.stage, state.level)
        return Next("draw", state.stage)
    return None


def stage_of(event: Event, number: int) -> Stage:
    """A stage of this event by its number. Raises NotFound."""
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise NotFound
    stage.event = event
    return stage
