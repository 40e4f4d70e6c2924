"""The forecast is close at half time: in the published table, and on evenings simulated now."""

import re
from pathlib import Path
from statistics import median

import pytest

from bench.forecast_errors import MOMENTS, SCENARIOS, forecast_scenario

TABLE = Path(__file__).parents[3] / "docs/reference/forecast.md"
MOST_OFF = 10
"""Percent of an evening: the goal for the median error at half time."""
ROW = re.compile(r"^\| ([^|]+) \| (every hand|results) \| (.+) \|$", re.MULTILINE)
FAST = ("bracket of 64, 16 tables", "Swiss of 40, five rounds")


def read_errors_at_half_time() -> dict[tuple[str, str], float]:
    found = {}
    for name, recorded, cells in ROW.findall(TABLE.read_text()):
        half = cells.split(" | ")[MOMENTS.index(50)]
        found[name, recorded] = float(half.split(" / ")[0])
    return found


def test_the_table_has_every_scenario_and_meets_the_goal() -> None:
    errors = read_errors_at_half_time()
    recorded = ("every hand", "results")
    assert set(errors) == {(scenario.name, kind) for scenario in SCENARIOS for kind in recorded}
    assert max(errors.values()) <= MOST_OFF


@pytest.mark.parametrize("name", FAST)
def test_simulated_evenings_meet_the_goal(name: str) -> None:
    scenario = next(each for each in SCENARIOS if each.name == name)
    half = forecast_scenario(scenario, 8, with_hands=False)[MOMENTS.index(50)]
    assert len(half.errors) == 8
    assert 100 * median(half.errors) <= MOST_OFF
