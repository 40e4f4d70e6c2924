"""Before an event: when one of a given shape would end."""

from functools import lru_cache
from typing import Final

from competition.cuts.cut import CUT
from competition.event_shape import EventShape
from competition.forecast.evening import Range, forecast
from competition.forecast.lengths import estimate_length
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
            # The first stage has all entries and waits for nothing; a later one has those that
            # advance from another, and waits for its tasks.
            size, previous_tasks = entries, None
            if stage.cut is not None:
                cut = CUT.validate_python(stage.cut)
                size = count_through(cut, sizes[cut.stage - 1], groups[cut.stage - 1])
                previous_tasks = tasks_by_stage[cut.stage - 1]
            # With so few entries there is no such stage, so nothing is promised about the evening.
            if size < 2:
                return None
            length = estimate_length(stage.match or shape.match)
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
    if evening_forecast is None:
        return None
    return evening_forecast.end
