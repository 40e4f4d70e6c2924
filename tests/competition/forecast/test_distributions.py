"""Distributions as equally likely values."""

import pytest

from competition.forecast.distributions import list_likely_factors, list_likely_waits


def test_without_a_spread_there_is_no_factor() -> None:
    assert set(list_likely_factors(1e-9, 5)) == {1024}


def test_waits_rise_from_the_least_and_have_the_mean_beyond_it() -> None:
    waits = list_likely_waits(100, 240, 1000)

    assert list(waits) == sorted(waits)
    assert waits[0] == 100
    assert sum(waits) / len(waits) == pytest.approx(340, rel=0.01)
