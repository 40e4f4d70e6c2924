"""The tasks of an evening: what is left to play, or the whole of it, from the rows of an event."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from competition.forecast.evening import EVERYWHERE
from competition.forecast.lengths import MatchLength, estimate_length
from competition.forecast.pace import Pace
from competition.forecast.schedule import ForecastStage, Schedule, ScheduledMatch, count_through
from tournaments.models import Event, Pairing, Stage
from tournaments.selectors.events.evening_times import count_seconds, find_evening, starts_by
from tournaments.selectors.events.match_progress import find_evening_of_result, sample_rest
from tournaments.selectors.events.pairing_rows import PairingRow
from tournaments.selectors.standings.cuts import get_cut


class EveningRows:
    """What is known of an event at a moment, and the tasks that follow from it. No query."""

    def __init__(
        self,
        event: Event,
        stages: Sequence[Stage],
        rows: Sequence[PairingRow],
        tables: int,
        now: datetime,
    ) -> None:
        self.event = event
        self.evening = find_evening(now)
        self.now = now
        self.stages = stages
        self.rows = rows
        self.lengths = {stage.pk: estimate_length(stage.match_document) for stage in self.stages}
        # The tables of each pool, and the pool of each group that has tables of its own. The first
        # pool is the whole hall, for all other groups.
        self.tables = [tables]
        self.pools: dict[int, int] = {}
        pool_by_range: dict[tuple[int, int], int] = {}
        for row in rows:
            if row.own_tables is None or not tables or row.group in self.pools:
                continue
            # Groups that were given the same range share a pool: they wait for the same tables.
            if row.own_tables not in pool_by_range:
                first, last = row.own_tables
                pool_by_range[row.own_tables] = len(self.tables)
                self.tables.append(last - first + 1)
            self.pools[row.group] = pool_by_range[row.own_tables]
        self.rows_by_stage: dict[int, list[PairingRow]] = defaultdict(list)
        for row in self.rows:
            self.rows_by_stage[row.stage].append(row)

    def is_tonight(self, row: PairingRow) -> bool:
        """Whether it is played on this evening, by its calendar."""
        return row.date is None or row.date <= self.evening

    def get_length_of_match(self, row: PairingRow) -> MatchLength:
        """The usual length of a match of its stage."""
        return self.lengths[row.stage]

    def make_schedule(self, at: datetime, pace: Pace, *, is_plan: bool) -> Schedule:
        """What is left; or the whole evening, as if nothing of it had been played."""
        schedule = Schedule()
        # Both by the number of the stage. The last tasks are those that a later stage waits for;
        # None if the stage is not over tonight.
        last_tasks: dict[int | None, list[int] | None] = {}
        sizes: dict[int | None, int] = {}
        by_number: dict[int | None, Stage] = {stage.number: stage for stage in self.stages}
        for stage in self.stages:
            rows = self.rows_by_stage[stage.pk]
            stage_before = by_number.get(stage.number_before)
            if stage_before is None:
                sizes[stage.number] = _count_seated(rows)
            else:
                # As many as its cut takes from the number of entries of the stage before.
                entries_before = sizes.get(stage_before.number, 0)
                groups_before = {row.group for row in self.rows_by_stage[stage_before.pk]}
                sizes[stage.number] = count_through(
                    get_cut(stage), entries_before, max(1, len(groups_before))
                )
            # A stage without pairings is not drawn yet: it waits for the end of the one before.
            # With a calendar it is played by its dates, maybe on another day.
            if not rows:
                previous_tasks = last_tasks.get(stage.number_before)
                last_tasks[stage.number] = None
                if previous_tasks is not None and starts_by(stage, self.evening):
                    shape = self._describe_stage(stage, sizes[stage.number])
                    last_tasks[stage.number] = schedule.add_stage(shape, previous_tasks)
                continue
            meetings: list[ScheduledMatch] = []
            for row in rows:
                # What was decided on an earlier evening is no part of the plan of this one.
                decided_on = find_evening_of_result(row)
                decided_earlier = is_plan and decided_on is not None and decided_on != self.evening
                if self.is_tonight(row) and not decided_earlier:
                    meetings.append(self._make_meeting(stage, row, at, pace, is_plan=is_plan))
            added_tasks = schedule.add_meetings(meetings, self.lengths[stage.pk])
            added_tasks += self._add_later_rounds(schedule, stage, rows, added_tasks)
            # What follows a stage that goes on another day is not played tonight.
            last_tasks[stage.number] = None
            if all(map(self.is_tonight, rows)):
                last_tasks[stage.number] = added_tasks
        return schedule

    def _describe_stage(self, stage: Stage, entries: int) -> ForecastStage:
        pools: dict[int, int] = {}
        for row in self.rows_by_stage[stage.pk]:
            if row.group in self.pools:
                pools[row.group_number] = self.pools[row.group]
        return ForecastStage(
            str(stage.number), stage.format, stage.options, entries, self.lengths[stage.pk], pools
        )

    def _add_later_rounds(
        self, schedule: Schedule, stage: Stage, rows: Sequence[PairingRow], current: Sequence[int]
    ) -> list[int]:
        """The rounds that are not paired yet. With a calendar they are played on other days."""
        entries = _count_seated(rows)
        if stage.calendar or entries < 2:
            return []
        shape = self._describe_stage(stage, entries)
        if shape.rounds is None:
            return []
        paired = max(row.number for row in rows)
        return schedule.add_rounds(shape, paired + 1, shape.rounds, current)

    def _make_meeting(
        self, stage: Stage, row: PairingRow, at: datetime, pace: Pace, *, is_plan: bool
    ) -> ScheduledMatch:
        meeting = ScheduledMatch(
            key=str(row.id),
            round=f"{stage.number}:{row.section}:{row.number}",
            sources=tuple(map(str, row.sources)),
            entries=tuple(row.entries),
            is_left=row.state not in Pairing.CLOSED_STATES,
            is_conditional=row.is_conditional and row.state == Pairing.State.WAITING,
            pool=self.pools.get(row.group, EVERYWHERE),
        )
        # The plan knows no result: all matches are left, and conditional ones may come or not.
        if is_plan:
            is_played = row.state != Pairing.State.BYE
            return replace(meeting, is_left=is_played, is_conditional=row.is_conditional)

        # What is left begins at once if it is on a table; otherwise no earlier than its clock says.
        wait = 0
        if row.starts_at is not None:
            wait = max(0, count_seconds(at, row.starts_at))
        is_on = row.state == Pairing.State.CALLED
        if not is_on and row.snapshot is None:
            return replace(meeting, earliest=wait)
        lasts = sample_rest(row, self.get_length_of_match(row), pace, self.now)
        if row.snapshot is None:
            # A round that is set to start later is called already, and waits at its tables.
            lasts = tuple(seconds + wait for seconds in lasts)
        return replace(meeting, is_on=is_on, lasts=lasts)


def _count_seated(rows: Iterable[PairingRow]) -> int:
    """The number of different entries that sit in pairings."""
    seated_entries: set[int] = set()
    for row in rows:
        seated_entries.update(row.entries)
    return len(seated_entries)
