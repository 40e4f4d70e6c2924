"""The stages of an event as tabs."""

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.stages.stages import list_stages
from wording.stages import name_stage


@dataclass(frozen=True, slots=True)
class StageTab:
    """The number and the title of a stage."""

    number: int
    title: str


def build_stage_tabs(event: Event) -> tuple[StageTab, ...]:
    """All stages of an event, in order."""
    return tuple(StageTab(stage.number, name_stage(stage)) for stage in list_stages(event))
