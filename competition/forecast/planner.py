"""Before an event: which formats fit into an evening, and when each would end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from competition.forecast.evening import Range, forecast
from competition.forecast.lengths import estimate_length
from competition.forecast.pace import estimate_pace
from competition.forecast.schedule import ForecastStage, Schedule
from rules.registry import rulebooks
from scoring.core.format import best_of

MOST_PAIRS: Final = 256
MOST_PLANNED_TABLES: Final = 128
MOST_HOURS: Final = 12
LEAST_IN_GROUPS: Final = 8
MOST_ALL_MEET: Final = 12
RUNS: Final = 60
SEED: Final = 1
KEPT: Final = 64
"""Answers that are kept: each costs a second, and is asked for again by every reader."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to play an evening. ``code``: its name in ``wording``; ``games``: how many of a match
    may be played; ``guaranteed``: the matches that every pair plays at least; ``bracket``: the
    pairs of the bracket after groups."""

    code: str
    format: str
    games: int
    guaranteed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    bracket: int = 0


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """A proposal with its forecast: seconds after the start. ``fits``: the expected end is
    within the hours."""

    proposal: Proposal
    end: Range
    matches: int
    fits: bool
    is_sure: bool
    """Even its late end is within the hours."""


def list_planned_games() -> list[str]:
    """The games of two sides that are played to a target: a match of others has no usual length."""
    return [
        book.name
        for book in rulebooks()
        if book.sides == 2 and book.target(book.read_options({})) is not None
    ]


def list_proposals(pairs: int) -> list[Proposal]:
    """What can be played by this number of pairs."""
    proposals = []
    # With a bye in the first round, a pair may lose its first match in the second and go home.
    has_byes = pairs & (pairs - 1) != 0
    for games in (1, 3):
        proposals += [
            Proposal("knockout", "single_elimination", games, 1),
            Proposal("losers_play_on", "consolation", games, 2 - has_byes),
            Proposal("second_chance", "double_elimination", games, 2),
        ]
        for rounds in (4, 5):
            # With fewer pairs it would be a round robin, or have rematches.
            if pairs > rounds:
                # With an odd number of pairs, one may have the bye in one of the rounds.
                guaranteed = rounds - pairs % 2
                options = {"rounds": rounds}
                proposals.append(
                    Proposal(f"swiss_{rounds}", "swiss", games, guaranteed, options=options)
                )
        if pairs >= LEAST_IN_GROUPS:
            groups = -(-pairs // 4)
            proposals.append(
                Proposal(
                    "groups_and_bracket",
                    "groups",
                    games,
                    pairs // groups - 1,
                    options={"group_size": 4},
                    bracket=2 * groups,
                )
            )
        if pairs <= MOST_ALL_MEET:
            proposals.append(Proposal("everybody", "round_robin", games, pairs - 1))
    return proposals


@lru_cache(maxsize=KEPT)
def plan_evening(
    pairs: int, tables: int, hours: int, game: str = "marafon"
) -> tuple[PlannedEvening, ...]:
    """All proposals for these pairs, tables (0: as many as needed) and hours: those that fit first,
    the one with the most matches for every pair before the others; then those that end too late,
    in the order of their end. The arguments are bounded by
    MOST_PAIRS, MOST_PLANNED_TABLES and MOST_HOURS."""
    evenings: list[PlannedEvening] = []
    for proposal in list_proposals(pairs):
        length = estimate_length(best_of(proposal.games, game))
        schedule = Schedule()
        shape = ForecastStage("1", proposal.format, proposal.options, pairs, length)
        first_tasks = schedule.add_stage(shape)
        if proposal.bracket:
            later_stage = ForecastStage(
                "2", "single_elimination", options={}, entries=proposal.bracket, length=length
            )
            schedule.add_stage(later_stage, first_tasks)
        expected = forecast(schedule.tasks, [tables], estimate_pace(()), SEED, most_runs=RUNS)
        # The format cannot have so few pairs, or the evening is too large to forecast.
        if expected is None:
            continue
        seconds = hours * 3600
        planned = PlannedEvening(
            proposal,
            expected.end,
            expected.left,
            fits=expected.end.likely <= seconds,
            is_sure=expected.end.high <= seconds,
        )
        evenings.append(planned)
    # Of what ends too late, the one that ends first is nearest to what is wanted: there the number
    # of matches does not count.
    evenings.sort(
        key=lambda each: (not each.fits, -each.proposal.guaranteed * each.fits, each.end.likely)
    )
    return tuple(evenings)
