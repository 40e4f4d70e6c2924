"""When the matches of tonight that have no table yet are expected to begin."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from live.computed import computed_cache, make_key
from tournaments.models import Event
from tournaments.selectors.events.evening_times import round_to_minutes
from tournaments.selectors.events.forecasts import forecast_evening
from tournaments.selectors.versions import Versions

GOOD_FOR: Final = timedelta(minutes=5)
"""An evening is forecast again after this time also where nothing was written."""


def find_forecast_slot(now: datetime) -> int:
    """The number of the period in which a forecast is not made again."""
    return int(now.timestamp() // GOOD_FOR.total_seconds())


def expected_begins(event: Event, versions: Versions, now: datetime) -> Mapping[int, datetime]:
    """About when the pairings that have no table yet begin tonight, by their ids. It is computed
    once for each version of an event and each five minutes, for all tables: two queries. Empty
    where play has stalled: the forecast then rests on nothing."""
    # The versions are in the key, so a result makes a new forecast; the period is in it because a
    # forecast also changes while nothing is written.
    slot = find_forecast_slot(now)
    key = make_key("begins", event.pk, versions.event_version, versions.stage_version, slot)
    cached_begins: Mapping[int, datetime] | None = computed_cache.get(key)
    if cached_begins is None:
        begins: dict[int, datetime] = {}
        evening = forecast_evening(event, now)
        if evening is not None and evening.silent_since is None:
            for pairing, seconds in evening.begins.items():
                begins[pairing] = round_to_minutes(evening.at + timedelta(seconds=seconds))
        cached_begins = begins
        # An empty result is cached as well: it has cost a forecast too.
        computed_cache.set(key, cached_begins, GOOD_FOR.total_seconds())
    return cached_begins
