"""How far forecasts are from the end of simulated evenings.

The evenings are not those that the forecast expects: every evening and every pair has a pace of
its own, some tables are slow, points come from another distribution, hands last by a gamma
distribution, results reach the desk late, and somebody goes out for a while. Run by
``bench.forecasts``, in an installation of its own.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any, Final
from uuid import UUID

import django

django.setup()

from competition.formats import format_named  # noqa: E402
from competition.plan import PlannedPairing, Seated, WinnerOf  # noqa: E402
from competition.stages.stage import plan_stage  # noqa: E402
from scoring.core.format import best_of  # noqa: E402
from tournaments.models import Event, Pairing, Stage  # noqa: E402
from tournaments.selectors.events.forecasts import EveningCourse  # noqa: E402
from tournaments.selectors.events.pairing_rows import PairingRow  # noqa: E402

START: Final = datetime.fromisoformat("2026-12-12T20:30:00+01:00")
MOMENTS: Final = (0, 25, 50, 75)
"""Of the length of an evening, in hundredths."""
EVENINGS: Final = 40
A_FIGURE: Final = {"games": [{"game": "marafon", "options": {}, "hands": 4}], "wins": None}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of evening. ``then``: the format of a second stage for the first ``through``."""

    name: str
    format: str
    options: Mapping[str, Any]
    pairs: int
    tables: int
    document: Mapping[str, Any]
    then: str = ""
    through: int = 0


SCENARIOS: Final = (
    Scenario("bracket of 64, losers play on", "consolation", {}, 64, 32, best_of(1, "marafon")),
    Scenario(
        "bracket of 64, best of three", "single_elimination", {}, 64, 32, best_of(3, "marafon")
    ),
    Scenario("bracket of 64, 16 tables", "single_elimination", {}, 64, 16, best_of(1, "marafon")),
    Scenario("weekend of 128, first evening", "qualifying", {"rounds": 3}, 128, 64, A_FIGURE),
    Scenario("weekend of 128, second evening", "consolation", {}, 32, 16, best_of(3, "marafon")),
    Scenario("Swiss of 40, five rounds", "swiss", {"rounds": 5}, 40, 20, best_of(1, "marafon")),
    Scenario(
        "groups of four, bracket of 32",
        "groups",
        {"group_size": 4},
        64,
        32,
        best_of(1, "marafon"),
        "single_elimination",
        32,
    ),
)


@dataclass
class _TrueMatch:
    """A match as it is really played. Times are seconds after the start."""

    id: int
    stage: int
    section: str
    round: int
    group: int
    sources: list[tuple[bool, int]]
    """Whether it is the winner, and of which match."""
    entries: list[int | None]
    is_conditional: bool = False
    made: int = 0
    ready: int | None = None
    called: int | None = None
    decided: int | None = None
    winner: int = 0
    lines: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    @property
    def seated(self) -> list[int]:
        """The entries that are known to play it."""
        return [entry for entry in self.entries if entry is not None]


class TrueEvening:
    """An evening that is played to its end."""

    def __init__(self, scenario: Scenario, random: Random) -> None:
        self.scenario = scenario
        self.random = random
        self.hand = random.uniform(150, 240)
        self.paces = [random.lognormvariate(0, 0.18) for _ in range(scenario.pairs)]
        self.skills = [random.gauss(0, 0.7) for _ in range(scenario.pairs)]
        self.tables = [1.6 if random.random() < 0.05 else 1.0 for _ in range(scenario.tables)]
        self.free = list(range(scenario.tables))
        self.matches: list[_TrueMatch] = []
        self.moments: list[tuple[int, int, int]] = []
        self.busy: set[int] = set()
        self.seats: dict[int, int] = {}
        self.rounds_made = 0
        self.stage = 1
        self.end = 0
        self._add_stage(1, scenario.format, scenario.options, scenario.pairs, 0)
        self._play_evening()

    def _add_stage(
        self, stage: int, name: str, options: Mapping[str, Any], pairs: int, now: int
    ) -> None:
        format_ = format_named(name)
        read = format_.options(options)
        entries = self.random.sample(range(self.scenario.pairs), pairs)
        if format_.rounds(pairs, read) is not None:
            self._add_round(now)
            return
        groups = format_.groups(pairs, read)
        order = tuple(tuple(entries[number::groups]) for number in range(groups))
        ids: dict[str, int] = {}
        for planned in plan_stage(format_, read, order):
            ids[planned.id] = self._add_match(stage, planned, ids, now)

    def _add_round(self, now: int) -> None:
        self.rounds_made += 1
        entries = self.random.sample(range(self.scenario.pairs), self.scenario.pairs)
        for first in range(0, len(entries) - 1, 2):
            two: list[int | None] = [*entries[first : first + 2]]
            number = len(self.matches)
            match = _TrueMatch(number, 1, "main", self.rounds_made, 1, [], two, made=now)
            match.ready = now
            self.matches.append(match)

    def _add_match(
        self, stage: int, planned: PlannedPairing, ids: Mapping[str, int], now: int
    ) -> int:
        sources = [
            (isinstance(source, WinnerOf), ids[source.pairing]) for source in planned.sources
        ]
        entries: list[int | None] = []
        for slot in planned.slots:
            if isinstance(slot, Seated):
                entries.append(int(slot.entry))
            else:
                entries.append(None)
        number = len(self.matches)
        match = _TrueMatch(
            number, stage, planned.section, planned.round, planned.group, sources, entries, made=now
        )
        if None not in entries:
            match.ready = now
        self.matches.append(match)
        return number

    def _play_evening(self) -> None:
        self._call_matches(0)
        while self.moments:
            now, number, is_round = heappop(self.moments)
            if is_round:
                # After a pause, the next round is paired, or the next stage is drawn.
                rounds = self.scenario.options.get("rounds", 0)
                if 0 < self.rounds_made < rounds:
                    self._add_round(now)
                elif self._has_next_stage():
                    self.stage = 2
                    self._add_stage(2, self.scenario.then, {}, self.scenario.through, now)
            else:
                self._finish_match(self.matches[number], now)
            self._call_matches(now)

    def _call_matches(self, now: int) -> None:
        for match in self.matches:
            if not self.free:
                return
            is_waiting = match.ready is not None and match.called is None
            if not is_waiting or not self.busy.isdisjoint(match.seated):
                continue
            table = self.free.pop(0)
            self.busy.update(match.seated)
            self.seats[match.id] = table
            match.called = now
            heappush(self.moments, (self._play_match(match, now, table), match.id, 0))

    def _play_match(self, match: _TrueMatch, now: int, table: int) -> int:
        """Writes the lines; returns when the result is at the desk."""
        random = self.random
        one, two = (int(entry or 0) for entry in match.entries)
        pace = self.hand * (self.paces[one] + self.paces[two]) / 2 * self.tables[table]
        # Finals are played with more care.
        pace *= 1 + 0.03 * (match.round - 1)
        clock = now + 90 + random.expovariate(1 / 200)
        if random.random() < 0.05:
            clock += 600
        games: list[dict[str, Any]] = []
        wins = [0, 0]
        needed = self.scenario.document["wins"] or 1
        fixed = self.scenario.document["games"][0].get("hands")
        while max(wins) < needed:
            totals, hands = [0, 0], 0
            games.append({"totals": totals, "hands": 0, "why": None})
            while not _is_over(totals, hands, fixed):
                clock += pace * random.gammavariate(6, 1 / 6)
                mean = 5.5 + self.skills[one] - self.skills[two]
                mine = min(11, max(0, round(random.gauss(mean, 3.2))))
                bonus = 3 if random.random() < 0.14 else 0
                side = random.random() < 0.5
                totals[0] += mine + bonus * side
                totals[1] += 11 - mine + bonus * (not side)
                hands += 1
                games[-1]["hands"] = hands
                if _is_over(totals, hands, fixed):
                    games[-1]["why"] = "target"
                    wins[totals[1] > totals[0]] += 1
                snapshot = {
                    "games": [{**game, "totals": list(game["totals"])} for game in games],
                    "wins": list(wins),
                }
                match.lines.append((int(clock), snapshot))
            clock += random.uniform(20, 120)
        match.winner = int(wins[1] > wins[0])
        return int(clock + 30 + random.expovariate(1 / 120))

    def _finish_match(self, match: _TrueMatch, now: int) -> None:
        match.decided = self.end = now
        self.busy.difference_update(match.seated)
        self.free.append(self.seats.pop(match.id))
        for follower in self.matches:
            for place, (is_winner, source) in enumerate(follower.sources):
                if source == match.id and follower.entries[place] is None:
                    side = match.winner
                    if not is_winner:
                        side = 1 - side
                    follower.entries[place] = match.entries[side]
            if follower.ready is None and None not in follower.entries:
                follower.ready = now
        if all(each.decided is not None for each in self.matches):
            shortest, longest = 180, 720
            if self._has_next_stage():
                shortest, longest = 600, 1800
            pause = self.random.uniform(shortest, longest)
            heappush(self.moments, (now + int(pause), 0, 1))

    def _has_next_stage(self) -> bool:
        return bool(self.scenario.then) and self.stage == 1

    def rows_at(self, now: int, *, with_hands: bool) -> list[PairingRow]:
        """What the desk knows at this moment."""
        return [
            _build_row(match, now, with_hands=with_hands)
            for match in self.matches
            if match.made <= now
        ]


def _is_over(totals: Sequence[int], hands: int, fixed: int | None) -> bool:
    if fixed is not None:
        return hands >= fixed
    return max(totals) >= 41 and totals[0] != totals[1]


def _find_known_moment(seconds: int | None, now: int) -> datetime | None:
    """The moment, if it is not still to come."""
    if seconds is None or seconds > now:
        return None
    return START + timedelta(seconds=seconds)


def _find_state(match: _TrueMatch, now: int) -> Pairing.State:
    if _find_known_moment(match.decided, now):
        return Pairing.State.DECIDED
    if _find_known_moment(match.called, now):
        return Pairing.State.CALLED
    if _find_known_moment(match.ready, now):
        return Pairing.State.READY
    return Pairing.State.WAITING


def _build_row(match: _TrueMatch, now: int, *, with_hands: bool) -> PairingRow:
    decided = _find_known_moment(match.decided, now)
    first_line = last_line = snapshot = None
    lines = [line for line in match.lines if line[0] <= now]
    if with_hands and lines:
        first_line = _find_known_moment(lines[0][0], now)
        last_line = _find_known_moment(lines[-1][0], now)
        # Of a decided match the tally is kept, no longer its state after the last line.
        snapshot = None if decided else lines[-1][1]
    tally = None
    if decided:
        result = match.lines[-1][1]
        # Without the hands only the games won are recorded.
        hands = 0
        if with_hands:
            hands = sum(game["hands"] for game in result["games"])
        tally = {"hands": hands, "wins": result["wins"], "forfeit": False}
    # Entries that come from other matches are found by these.
    entries: list[int] = []
    if not match.sources:
        entries = match.seated
    return PairingRow(
        id=match.id + 1,
        round=match.round,
        group=match.group,
        group_number=match.group,
        own_tables=None,
        stage=match.stage,
        section=match.section,
        number=match.round,
        state=_find_state(match, now),
        date=None,
        called_at=_find_known_moment(match.called, now),
        decided_at=decided,
        is_conditional=match.is_conditional,
        tally=tally,
        snapshot=snapshot,
        starts_at=None,
        target_at=None,
        first_line=first_line,
        last_line=last_line,
        sources=[source + 1 for _, source in match.sources],
        entries=entries,
    )


@dataclass(frozen=True, slots=True)
class Forecasts:
    """All forecasts of one scenario at one moment: the errors as shares of the evening's length,
    and how many true ends were within the range."""

    errors: tuple[float, ...]
    within: int
    cpu: float


def forecast_scenario(scenario: Scenario, evenings: int, *, with_hands: bool) -> list[Forecasts]:
    """The forecasts of simulated evenings, by moment."""
    event = Event(
        pk=UUID(int=1),
        name="Bench",
        date=START.date(),
        state=Event.State.RUNNING,
        match_format=dict(scenario.document),
    )
    stages = [Stage(pk=1, event=event, number=1, format=scenario.format, options=scenario.options)]
    if scenario.then:
        cut = {"take": "of_each", "stage": 1, "of_each": 2}
        stages.append(Stage(pk=2, event=event, number=2, format=scenario.then, cut=cut))
    played = [TrueEvening(scenario, Random(seed)) for seed in range(evenings)]
    found = []
    for hundredths in MOMENTS:
        errors, within, seconds = [], 0, []
        for evening in played:
            at = evening.end * hundredths // 100
            rows = evening.rows_at(at, with_hands=with_hands)
            now = START + timedelta(seconds=at)
            began = process_time()
            answer = EveningCourse(event, stages, rows, scenario.tables, now).build(with_plan=False)
            seconds.append(process_time() - began)
            if answer is None:
                # Everything is decided but the last pause: nothing to forecast.
                continue
            errors.append(abs(at + answer.end.likely - evening.end) / evening.end)
            within += answer.end.low <= evening.end - at <= answer.end.high
        found.append(Forecasts(tuple(errors), within, median(seconds)))
    return found


def print_table(evenings: int = EVENINGS) -> None:
    """The table of docs/reference/forecast.md."""
    print("| evening | recorded | start | quarter | half | three quarters | in range |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for scenario in SCENARIOS:
        for with_hands, recorded in ((True, "every hand"), (False, "results")):
            found = forecast_scenario(scenario, evenings, with_hands=with_hands)
            cells: list[str] = []
            for each in found:
                usual, ninth_decile = median(each.errors), quantiles(each.errors, n=10)[-1]
                cells.append(f"{100 * usual:.1f} / {100 * ninth_decile:.1f}")
            within = sum(each.within for each in found) * 100
            within //= sum(len(each.errors) for each in found)
            print(
                f"| {scenario.name} | {recorded} | {' | '.join(cells)} | {within} % |", flush=True
            )


def print_figures() -> None:
    """The error at half time of a few evenings of each kind, and the CPU time of a forecast."""
    for scenario in SCENARIOS:
        start, _, half, _ = forecast_scenario(scenario, 10, with_hands=False)
        error, cpu = 100 * median(half.errors), 1000 * start.cpu
        print(scenario.name, f"error at half time, median\t{error}\t%\t≤ 10", sep=": ")
        print(scenario.name, f"CPU of a forecast\t{cpu}\tms\t≤ 50", sep=": ")


if __name__ == "__main__":
    print_figures() if "--figures" in sys.argv else print_table()
