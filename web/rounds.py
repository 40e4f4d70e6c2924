"""The rounds of an event on the screen, for the desk and the board."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.stages.brackets import Stretch
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from wording.formats import find_unit
from wording.places import LOSERS, PRELIMINARY
from wording.rounds import (
    find_common_title,
    is_bracket,
    name_round_in_event,
    name_round_in_group,
    name_rounds_in_event,
)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round with its name and progress. ``stage`` is the number of its stage, ``group`` that of
    its group, ``main`` the number of rounds in the main section of its group."""

    id: int
    stage: int
    group: int
    section: str
    number: int
    title: str
    """With its group and its stage, where there are several."""
    short: str
    """Without them."""
    unit: str
    match_format: Mapping[str, object]
    pairings: int
    played: int
    """Without byes."""
    open: int
    main: int
    is_bracket: bool
    date: date | None
    """The date of the round, if it has one besides that of the event."""

    @property
    def done(self) -> int:
        return self.played - self.open

    @property
    def is_preliminary(self) -> bool:
        """Whether its matches are played for places of the first round."""
        return self.section == PRELIMINARY and self.number == 1

    @property
    def stretch(self) -> Stretch:
        """All of its pairings."""
        return self.id, 1, self.pairings


RoundStretch: TypeAlias = tuple[RoundState, int, int]
"""A round, and the numbers of the first and the last of its pairings that are shown."""


class Rounds(tuple[RoundState, ...]):
    """Rounds of one event, in the order of play."""

    __slots__ = ()

    @property
    def current(self) -> RoundState | None:
        """The first round with an open match; None if there is none."""
        for round_ in self:
            if round_.open:
                return round_
        return None

    @property
    def current_or_last(self) -> RoundState | None:
        """The current round, or the last of all if no match is open; None before the first draw."""
        return self.current or next(reversed(self), None)

    @property
    def by_id(self) -> dict[int, RoundState]:
        return {round_.id: round_ for round_ in self}

    @property
    def stretches(self) -> list[Stretch]:
        """All pairings of each round."""
        return [round_.stretch for round_ in self]

    @property
    def brackets(self) -> "dict[str, Rounds]":
        """The rounds of each bracket, by the numbers of its stage and its group: ``2-1``."""
        rounds: dict[str, list[RoundState]] = defaultdict(list)
        for round_ in self:
            if round_.is_bracket:
                rounds[f"{round_.stage}-{round_.group}"].append(round_)
        return {key: Rounds(own_rounds) for key, own_rounds in rounds.items()}

    @property
    def ids_in_play(self) -> list[int]:
        """The rounds that are being played: the first open one, and others that have begun."""
        ids: list[int] = []
        for round_ in self:
            if round_.open and (not ids or round_.done):
                ids.append(round_.id)
        return ids

    @property
    def ids_with_byes(self) -> list[int]:
        """The first open round of each group in which somebody has no match. Of a bracket none: who
        has a bye there goes on without playing, and waits for nothing."""
        seen_groups: set[tuple[int, int]] = set()
        ids = []
        for round_ in self:
            group = (round_.stage, round_.group)
            if round_.open and not round_.is_bracket and group not in seen_groups:
                seen_groups.add(group)
                if round_.pairings > round_.played:
                    ids.append(round_.id)
        return ids

    def of_stage(self, number: int) -> "Rounds":
        return Rounds(round_ for round_ in self if round_.stage == number)

    def divide_into_pages(self, size: int) -> list[list[RoundStretch]]:
        """Pages of at most ``size`` pairings: whole rounds, as many as there is room for; one that
        is too long for a page has several."""
        pages: list[list[RoundStretch]] = []
        room = 0
        for round_ in self:
            for first in range(1, round_.pairings + 1, size):
                last = min(first + size - 1, round_.pairings)
                count = last - first + 1
                if count > room:
                    pages.append([])
                    room = size
                pages[-1].append((round_, first, last))
                room -= count
        return pages


def load_rounds(event: Event) -> Rounds:
    """All rounds of an event. One query."""
    return make_rounds(load_round_counts(event))


def make_rounds(rounds: Iterable[RoundCount]) -> Rounds:
    """The states of these rounds, in the same order."""
    states = []
    for row in rounds:
        state = RoundState(
            id=row.id,
            stage=row.stage.number,
            group=row.stage.group,
            section=row.section,
            number=row.number,
            title=name_round_in_event(row),
            short=name_round_in_group(row),
            unit=find_unit(row.stage.match_format),
            match_format=row.stage.match_format,
            pairings=row.pairings,
            played=row.pairings - row.byes,
            open=row.open,
            main=row.main,
            is_bracket=is_bracket(row),
            date=row.date,
        )
        states.append(state)
    return Rounds(states)


def load_round_titles(event: Event) -> dict[int, str]:
    """The title of each round of the event, by id, in the order of play."""
    return name_rounds_in_event(load_round_counts(event))


def merge_parallel_rounds(rounds: Iterable[RoundState]) -> Rounds:
    """The steps of an evening: rounds that groups play side by side are one step, and so are a
    losers' bracket and a stage that is over, if another follows."""
    rows = list(rounds)
    open_stages: set[int] = set()
    last_stage = 0
    for row in rows:
        last_stage = max(last_stage, row.stage)
        if row.open:
            open_stages.add(row.stage)
    steps: dict[tuple[int, str, int], RoundState] = {}
    for row in rows:
        # Rounds with the same key are one step.
        key = (row.stage, row.section, row.number)
        if row.stage not in open_stages and row.stage != last_stage:
            key = (row.stage, "", 0)
        elif row.section == LOSERS:
            key = (row.stage, LOSERS, 0)
        step = steps.get(key)
        if step is None and row.stage == last_stage:
            # The titles of the last stage need neither stage nor group.
            steps[key] = replace(row, title=row.short)
        elif step is None:
            steps[key] = row
        else:
            title = join_titles([step.title, row.title])
            if key[1] == LOSERS:
                title = _("The losers’ bracket")
            steps[key] = replace(
                step,
                # Of a losers' bracket, the round that is played now: a clock is set for that one.
                number=step.number if step.open else row.number,
                title=title,
                pairings=step.pairings + row.pairings,
                played=step.played + row.played,
                open=step.open + row.open,
            )
    return Rounds(steps.values())


def join_titles(titles: Sequence[str]) -> str:
    """What the titles of parallel rounds have in common: "Group A · Round 2" and "Group B · Round
    2" are "Round 2". The first title, if they have nothing in common."""
    return find_common_title(titles) or titles[0]
