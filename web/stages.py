"""The stages of an event as tabs."""

from dataclasses import dataclass

from tournaments.models import Event
from wording.stages import stage_name


@dataclass(frozen=True, slots=True)
class StageTab:
    """The number and the title of a stage."""

    number: int
    title: str


def stage_tabs(event: Event) -> tuple[StageTab, ...]:
    """All stages of an event, in order. One query."""
    rows = event.stages.order_by("number").values_list("number", "name", "format")
    return tuple(StageTab(number, stage_name(name, format_)) for number, name, format_ in rows)
