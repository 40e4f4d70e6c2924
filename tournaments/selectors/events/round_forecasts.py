"""When each round of an evening ends."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from competition.forecast.evening import Range
from tournaments.models import Pairing
from tournaments.selectors.events.pairing_rows import PairingRow


@dataclass(frozen=True, slots=True)
class RoundForecast:
    """A round that is being played or comes tonight. ``rounds``: the ids of its rows, one a group;
    none if it is not drawn yet. ``stage``, ``section``, ``number``: which round it is."""

    stage: int
    section: str
    number: int
    rounds: tuple[int, ...]
    matches: int
    done: int
    is_current: bool
    ends: Range
    starts_at: datetime | None
    target_at: datetime | None
    extra: tuple[tuple[int, int], ...] = ()
    """The tables of its matches in play that have more time, each with its minutes."""

    @property
    def limit_at(self) -> datetime | None:
        """When the last of its tables shall end: its target, and the longest extra time."""
        if self.target_at is None:
            return None
        longest = max((minutes for _table, minutes in self.extra), default=0)
        return self.target_at + timedelta(minutes=longest)


def list_round_forecasts(
    ends_by_key: Mapping[str, Range], rows: Iterable[PairingRow], stage_numbers: Mapping[int, int]
) -> tuple[RoundForecast, ...]:
    """The rounds that are not over, in the order of their ends. ``ends_by_key``: by the keys of
    ``Schedule``; ``stage_numbers``: by the ids of the stages."""
    rows_by_key: dict[str, list[PairingRow]] = defaultdict(list)
    for row in rows:
        number = stage_numbers[row.stage]
        if row.state not in Pairing.NOT_PLAYED_STATES:
            rows_by_key[f"{number}:{row.section}:{row.number}"].append(row)
    rounds: list[RoundForecast] = []
    for key, ends in ends_by_key.items():
        stage, section, round_number = key.split(":")
        # A round that is not drawn yet has no rows.
        round_rows = rows_by_key.get(key, [])
        extra: list[tuple[int, int]] = []
        starts: list[datetime] = []
        targets: list[datetime] = []
        for row in round_rows:
            if row.starts_at is not None:
                starts.append(row.starts_at)
            if row.target_at is not None:
                targets.append(row.target_at)
            # More time counts only for a match that is at its table.
            is_at_table = row.state == Pairing.State.CALLED
            if row.extra_minutes and row.table is not None and is_at_table:
                extra.append((row.table, row.extra_minutes))
        states = Counter(row.state for row in round_rows)
        round_forecast = RoundForecast(
            stage=int(stage),
            section=section,
            number=int(round_number),
            rounds=tuple(sorted({row.round for row in round_rows})),
            matches=len(round_rows),
            done=states[Pairing.State.DECIDED],
            is_current=states[Pairing.State.WAITING] < len(round_rows),
            ends=ends,
            # The groups of a round may have clocks of their own: the whole round lasts from the
            # first start to the last target.
            starts_at=min(starts, default=None),
            target_at=max(targets, default=None),
            extra=tuple(extra),
        )
        rounds.append(round_forecast)
    return tuple(sorted(rounds, key=lambda each: (each.ends.likely, each.stage, each.number)))
