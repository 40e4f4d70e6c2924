"""Before an event: when one of a given shape would end."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from competition.cuts.cut import CUT
from competition.event_shape import EventShape, StageShape
from competition.forecast.evening import Range, forecast
from competition.forecast.lengths import length_of
from competition.forecast.pace import estimate_pace
from competition.forecast.schedule import ForecastStage, Schedule, count_through
from kernel.refusals import Refused

RUNS: Final = 60
SEED: Final = 1
MOST_KEPT: Final = 256
"""Forecasts that are kept: the page of a new event asks for the same ones at every key."""


def forecast_shape(shape: EventShape, entries: int, tables: int) -> Range | None:
    """When the last match would end, in seconds after the first begins. ``tables`` 0: as many as
    needed. None where a stage cannot be played by so few, or the event is too large."""
    return _forecast_document(shape.model_dump_json(), entries, tables)


@lru_cache(maxsize=MOST_KEPT)
def _forecast_document(document: str, entries: int, tables: int) -> Range | None:
    shape = EventShape.model_validate_json(document)
    schedule = Schedule()
    sizes: list[int] = []
    groups: list[int] = []
    tasks_by_stage: list[list[int]] = []
    try:
        for number, stage in enumerate(shape.stages, start=1):
            size, previous_tasks = _count_entries(stage, entries, sizes, groups, tasks_by_stage)
            # With so few entries there is no such stage, so nothing is promised about the evening.
            if size < 2:
                return None
            length = length_of(stage.match or shape.match)
            planned_stage = ForecastStage(str(number), stage.format, stage.options, size, length)
            tasks = schedule.add_stage(planned_stage, previous_tasks)
            if not tasks:
                return None
            sizes.append(size)
            groups.append(len(planned_stage.sizes))
            tasks_by_stage.append(tasks)
    except Refused:
        return None
    evening_forecast = forecast(schedule.tasks, [tables], estimate_pace(()), SEED, most_runs=RUNS)
    return evening_forecast.end if evening_forecast is not None else None


def _count_entries(
    stage: StageShape,
    entries: int,
    sizes: Sequence[int],
    groups: Sequence[int],
    added: Sequence[list[int]],
) -> tuple[int, list[int] | None]:
    """How many play in a stage, and the tasks that it waits for; the first one waits for none."""
    if stage.cut is None:
        return entries, None
    cut = CUT.validate_python(stage.cut)
    index = cut.stage - 1
    return count_through(cut, sizes[index], groups[index]), added[index]
