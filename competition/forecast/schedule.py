"""From pairings to tasks: what a match waits for, and rounds and stages that are not made yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.forecast.evening import EVERYWHERE, Task, pause
from competition.forecast.lengths import SAMPLES, MatchLength, Samples
from competition.formats import format_named
from competition.grouping import divide_evenly
from competition.stages.stage import plan_stage
from kernel.refusals import Refused

ROUND_SECONDS: Final = 420
"""The pause before a round that is paired from the results of the one before."""
STAGE_SECONDS: Final = 900
"""The pause before a stage that is drawn from the results of another."""
MOST_PLANNED: Final = 1024
"""Entries of a stage that is not drawn yet; of more, the rest of the evening is not forecast."""

Key: TypeAlias = str


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """A pairing as the schedule needs it. ``sources``: the pairings that fill its slots;
    ``entries``: those that sit in it. ``is_left``: it is still to be decided. ``lasts``: what is
    left of it, if it has begun; None: a whole match."""

    key: Key
    round: str
    sources: tuple[Key, ...] = ()
    entries: tuple[object, ...] = ()
    is_left: bool = True
    is_on: bool = False
    is_conditional: bool = False
    lasts: Samples | None = None
    pool: int = EVERYWHERE
    earliest: int = 0


@dataclass(frozen=True, slots=True)
class ForecastStage:
    """A stage by the number of its ``entries``. ``prefix`` begins the keys of its rounds, which are
    ``prefix:section:number``; ``pools``: of which tables each group has its own."""

    prefix: str
    format: str
    options: Mapping[str, Any]
    entries: int
    length: MatchLength
    pools: Mapping[int, int] = field(default_factory=dict)

    @property
    def sizes(self) -> list[int]:
        """Of its groups."""
        format_ = format_named(self.format)
        groups = format_.groups(self.entries, format_.options(self.options))
        # There is no group without an entry.
        return divide_evenly(self.entries, max(1, min(groups, self.entries)))

    @property
    def rounds(self) -> int | None:
        """How many rounds it pairs one by one; None if the draw plans all of them."""
        format_ = format_named(self.format)
        return format_.rounds(max(self.sizes), format_.options(self.options))


@dataclass
class Schedule:
    """Collects the tasks of an evening in the order of play."""

    tasks: list[Task] = field(default_factory=list)
    _tasks_by_key: dict[Key, int] = field(default_factory=dict)
    _last_by_entry: dict[object, int] = field(default_factory=dict)

    def add_meetings(
        self, meetings: Iterable[ScheduledMatch], length: MatchLength, after: Sequence[int] = ()
    ) -> list[int]:
        """Adds the meetings that are left; returns their indices. All of them wait for the tasks
        ``after``."""
        added_indices = []
        for meeting in meetings:
            if not meeting.is_left:
                continue
            awaited_indices = set(after)
            for key in meeting.sources:
                if key in self._tasks_by_key:
                    awaited_indices.add(self._tasks_by_key[key])
            # Nobody plays at two tables: an entry's matches follow one another.
            for entry in meeting.entries:
                if entry in self._last_by_entry:
                    awaited_indices.add(self._last_by_entry[entry])
            lasts = meeting.lasts or length.fresh
            if meeting.is_conditional:
                # A second final is as likely as not: half of its durations are 0.
                lasts = tuple(lasts[at] * (at % 2) for at in range(SAMPLES))
            if meeting.is_on:
                # A match that is being played waits for nothing.
                awaited_indices = set()
            index = self._add_task(
                Task(
                    after=tuple(sorted(awaited_indices)),
                    lasts=lasts,
                    pool=meeting.pool,
                    earliest=meeting.earliest,
                    is_on=meeting.is_on,
                    round=meeting.round,
                )
            )
            added_indices.append(index)
            self._tasks_by_key[meeting.key] = index
            for entry in meeting.entries:
                self._last_by_entry[entry] = index
        return added_indices

    def find_task(self, key: Key) -> int | None:
        """The index of the task of a meeting; None if nothing of it is left."""
        return self._tasks_by_key.get(key)

    def add_pause(self, seconds: int, after: Sequence[int], earliest: int = 0) -> int:
        """A pause after all of these, such as the pairing of the next round."""
        return self._add_task(Task(tuple(after), pause(seconds), pool=None, earliest=earliest))

    def _add_task(self, task: Task) -> int:
        self.tasks.append(task)
        return len(self.tasks) - 1

    def add_rounds(
        self, shape: ForecastStage, first: int, last: int, after: Sequence[int]
    ) -> list[int]:
        """The rounds ``first`` to ``last`` of a stage that pairs them one by one: all play in each,
        and each waits for the whole round before it. Returns the indices of their matches."""
        added_indices: list[int] = []
        latest_indices = after
        for number in range(first, last + 1):
            if number > 1:
                latest_indices = [self.add_pause(ROUND_SECONDS, latest_indices)]
            meetings: list[ScheduledMatch] = []
            for group, size in enumerate(shape.sizes, start=1):
                pool = shape.pools.get(group, EVERYWHERE)
                # With an odd number one entry has a bye, which takes no time.
                for table in range(size // 2):
                    match_id = f"{shape.prefix}:{group}:{number}:{table}"
                    round_id = f"{shape.prefix}:main:{number}"
                    meetings.append(ScheduledMatch(match_id, round_id, pool=pool))
            latest_indices = self.add_meetings(meetings, shape.length, latest_indices)
            added_indices += latest_indices
        return added_indices

    def add_stage(self, shape: ForecastStage, after: Sequence[int] | None = None) -> list[int]:
        """A stage that is not drawn yet, planned with entries without names; it is drawn ``after``
        these tasks (None: it is the first). Returns the indices of its matches; none if the format
        cannot have this number of entries."""
        if not 2 <= shape.entries <= MOST_PLANNED:
            return []
        gate: list[int] = []
        if after is not None:
            gate = [self.add_pause(STAGE_SECONDS, after)]
        if shape.rounds is not None:
            return self.add_rounds(shape, 1, shape.rounds, gate)
        # Entries without names, numbered through all groups.
        order: list[tuple[str, ...]] = []
        first_number = 0
        for size in shape.sizes:
            numbers = range(first_number, first_number + size)
            order.append(tuple(f"{shape.prefix}:{number}" for number in numbers))
            first_number += size
        format_ = format_named(shape.format)
        try:
            planned_pairings = plan_stage(format_, format_.options(shape.options), tuple(order))
        except Refused:
            return []
        meetings: list[ScheduledMatch] = []
        for pairing in planned_pairings:
            meeting = ScheduledMatch(
                key=f"{shape.prefix}:{pairing.id}",
                round=f"{shape.prefix}:{pairing.section}:{pairing.round}",
                sources=tuple(f"{shape.prefix}:{source.pairing}" for source in pairing.sources),
                entries=pairing.entries,
                is_left=pairing.is_played,
                is_conditional=pairing.only_if is not None,
                pool=shape.pools.get(pairing.group, EVERYWHERE),
            )
            meetings.append(meeting)
        return self.add_meetings(meetings, shape.length, gate)


def count_through(cut: Cut, entries: int, groups: int) -> int:
    """How many entries a later stage has, after one of ``entries`` in ``groups``."""
    match cut:
        case Places():
            return max(0, min(cut.last, entries) - cut.first + 1)
        case OfEach():
            return min(entries, cut.of_each * groups + cut.runners_up)
        case Losers():
            # Those of round 1 are half of the field, of round 2 a quarter, and so on.
            return sum(entries >> number for number in cut.rounds)
        case Chosen():
            return len(cut.entries)
