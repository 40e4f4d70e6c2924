"""What must still happen, with the last round open: a large qualifying, and many groups."""

from random import Random
from typing import Any

from bench.figures import Figure, measure_cpu_seconds
from competition.cuts.cut import Cut, OfEach, Places
from competition.formats import format_named
from competition.scenarios.assessment import assess_stage
from competition.scenarios.match_outcomes import list_outcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.sampling import choose_random_result
from competition.stages.stage import plan_stage
from scoring.core.format import best_of, read_format

PAIRS = 128
A_FIGURE = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 4}],
    "wins": None,
}
GOAL = "≤ 2"


def play_rounds(
    format_name: str, options: dict[str, Any], match: dict[str, Any], rounds: int
) -> StageState:
    """A random stage of this number of pairs after some rounds."""
    format_ = format_named(format_name)
    chosen = format_.options(options)
    groups = format_.groups(PAIRS, chosen)
    order = tuple(tuple(range(first, PAIRS + 1, groups)) for first in range(1, groups + 1))
    plan = plan_stage(format_, chosen, order)
    possible = list_outcomes(read_format(match), format_.metrics)
    random = Random(1)
    results = {}
    for pairing in plan:
        if pairing.is_played and pairing.round <= rounds:
            results[pairing.id] = choose_random_result(possible, random)
    return StageState(format_, chosen, plan, results, possible)


def measure() -> list[Figure]:
    best, each = Places(stage=1, last=32), OfEach(stage=1, of_each=2)
    qualifying = play_rounds("qualifying", {"rounds": 3}, A_FIGURE, 2)
    earlier = play_rounds("qualifying", {"rounds": 3}, A_FIGURE, 1)
    groups = play_rounds("groups", {"group_size": 4}, best_of(3, "marafon"), 2)

    def seconds(state: StageState, cut: Cut) -> float:
        return measure_cpu_seconds(lambda: assess_stage(state, cut, Random(2)), times=3)

    outcomes = measure_cpu_seconds(
        lambda: list_outcomes(read_format(A_FIGURE), qualifying.metrics), times=3
    )
    return [
        Figure("what a match of four hands a figure can come to, CPU", outcomes, "s"),
        Figure(
            f"qualifying of {PAIRS}, last round open, CPU", seconds(qualifying, best), "s", GOAL
        ),
        Figure("the same with two rounds open, CPU", seconds(earlier, best), "s", GOAL),
        Figure(
            f"{PAIRS} in groups of four, last round open, CPU", seconds(groups, each), "s", GOAL
        ),
    ]
