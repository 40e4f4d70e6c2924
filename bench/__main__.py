"""Runs the measures and prints their figures beside their goals."""

import sys
from collections.abc import Callable

from bench import (
    api_requests,
    bracket,
    fold,
    forecasts,
    http,
    large_pages,
    listeners,
    outlook,
    pad,
    pad_load,
    pages,
    programs,
    ranking,
    replay,
    scale,
    slow_clients,
    spectators,
    standings,
    swiss,
    webhooks,
    years,
)
from bench.figures import Figure, table

MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "fold": fold.measure,
    "replay": replay.measure,
    "bracket": bracket.measure,
    "swiss": swiss.measure,
    "standings": standings.measure,
    "ranking": ranking.measure,
    "outlook": outlook.measure,
    "forecast": forecasts.measure,
    "http": http.measure,
    "slow_clients": slow_clients.measure,
    "pages": pages.measure,
    "large_pages": large_pages.measure,
    "listeners": listeners.measure,
    "spectators": spectators.measure,
    "programs": programs.measure,
    "pad": pad.measure,
    "pad_load": pad_load.measure,
    "webhooks": webhooks.measure,
    "years": years.measure,
    "scale": scale.measure,
}
LONG: dict[str, Callable[[], list[Figure]]] = {
    "api_requests": api_requests.measure,
    "swiss_whole": swiss.measure_whole,
    "forecast_table": forecasts.measure_table,
}
"""Made only when they are asked for by name."""


def main() -> None:
    wanted = sys.argv[1:] or list(MEASURES)
    known = {**MEASURES, **LONG}
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        sys.exit(f"there is no measure {', '.join(unknown)}; there are {', '.join(known)}")
    for name in wanted:
        print(f"\n{name}\n{table(known[name]())}", flush=True)


if __name__ == "__main__":
    main()
