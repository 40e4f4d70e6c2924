"""When an event of a ready-made kind would end."""

import pytest

from competition.event_shape import EventShape, StageShape
from competition.forecast.shapes import forecast_shape
from competition.presets import PRESETS
from scoring.core.format import best_of


@pytest.mark.parametrize("code", PRESETS)
def test_every_ready_made_event_of_64_has_an_end(code: str) -> None:
    end = forecast_shape(PRESETS[code], 64, 32)
    assert end is not None
    assert 0 < end.low <= end.likely <= end.high


def test_fewer_tables_end_later() -> None:
    few, many = (forecast_shape(PRESETS["knock_out"], 64, tables) for tables in (16, 32))
    assert few is not None
    assert many is not None
    assert few.likely > many.likely


def test_a_second_stage_ends_after_the_first() -> None:
    shape = PRESETS["groups"]
    first = EventShape(match=shape.match, stages=shape.stages[:1])
    whole, part = forecast_shape(shape, 32, 16), forecast_shape(first, 32, 16)
    assert whole is not None
    assert part is not None
    assert whole.likely > part.likely


def test_what_so_few_cannot_play_has_no_end() -> None:
    assert forecast_shape(PRESETS["trionfo"], 4, 2) is None
    assert forecast_shape(PRESETS["knock_out"], 1, 1) is None


def test_one_match_is_as_long_as_one_match() -> None:
    shape = EventShape(
        match=best_of(1, "marafon"), stages=(StageShape(format="single_elimination"),)
    )
    end = forecast_shape(shape, 2, 1)
    assert end is not None
    assert 10 * 60 < end.likely < 60 * 60
