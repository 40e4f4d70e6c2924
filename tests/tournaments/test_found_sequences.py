"""Sequences of acts that once led to an event that its rules did not decide, found by
test_any_event. They do not depend on what Hypothesis draws."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.tournaments.event_plans import HANDS, Plan
from tests.tournaments.steps import QUICK
from tests.tournaments.test_any_event import EventMachine
from tournaments.services.events.stages import StagePlan

pytestmark = pytest.mark.django_db

Step = tuple[str, Mapping[str, Any]]
THIRD: Mapping[str, Any] = {"third_place": True}


def following(format: str, options: Mapping[str, Any], cut: Mapping[str, Any]) -> StagePlan:  # noqa: A002
    return StagePlan(format, {"stage": 1, **cut}, options=options, match_format=QUICK)


def correct(which: int, outcome: int) -> Step:
    return "correct", {"which": which, "outcome": outcome}


def play(*outcomes: int) -> Step:
    return "play", {"outcomes": list(outcomes)}


def leave(*which: int) -> list[Step]:
    return [("withdraw", {"which": each}) for each in which]


def end(which: int, **how: Any) -> Step:
    return "end_otherwise", {"which": which, "how": how}


def decide(which: int) -> Step:
    return "decide", {"which": which}


GO_ON: Step = ("go_on", {})

LOSERS_LEFT = (
    Plan(
        8,
        "single_elimination",
        THIRD,
        QUICK,
        (following("single_elimination", THIRD, {"take": "losers", "rounds": [1]}),),
    ),
    [correct(5, 4), *leave(8, 1, 4, 9), correct(4, 4), correct(8, 3), *leave(9)],
)
"""Two of the losers of a round left: those who played on took places 5 and 6, and they 5 to 8."""

DRAWN_LOTS_AND_LEFT = (
    Plan(
        7,
        "qualifying",
        {"rounds": 2, "groups": 2},
        QUICK,
        (following("single_elimination", THIRD, {"take": "places", "level": "lots", "last": 4}),),
    ),
    [
        *leave(2),
        correct(6, 0),
        *leave(2, 4, 4),
        end(4, side=0),
        correct(2, 4),
        correct(5, 3),
        correct(1, 4),
        *leave(4),
    ],
)
"""Who has left draws no lots: the exported ranking had everybody tied with him."""

LOTS_FOR_SEEDS = (
    Plan(
        8,
        "qualifying",
        {"rounds": 1},
        HANDS,
        (
            following(
                "danese",
                {"rounds": 2},
                {"take": "places", "level": "in", "seeded": 2, "seeding": "pots", "last": 4},
            ),
        ),
    ),
    [GO_ON, *leave(8, 2), correct(2, 2), play(2), *leave(4), play(3, 0, 0, 2, 2, 2, 0, 0), GO_ON],
)
"""All who were tied across the cut advanced, and lots were drawn for their seeds."""

SEMIFINAL_AFTER_THE_THIRD_PLACE = (
    Plan(
        9,
        "consolation",
        {"places": 4},
        QUICK,
        (following("single_elimination", THIRD, {"take": "places", "level": "lots", "last": 6}),),
    ),
    [GO_ON, correct(0, 0), play(0, 0, 0, 0, 0, 0, 1, 0), correct(9, 0)],
)
"""The final was to come when a semifinal turned; the match for the third place had been played."""

REPLAYED_WITHOUT_A_LOSER = (
    Plan(6, "consolation", {"places": 4}, QUICK, ()),
    [
        end(6, side=None, case="double_forfeit", advances=0),
        correct(5, 4),
        end(2, side=None, case="void"),
        correct(0, 0),
        decide(3),
        decide(2),
        end(3, side=None, case="double_forfeit"),
        end(5, side=1),
    ],
)
"""A match was to be played again; its loser had won the next one by walkover already."""

WINNER_LEFT_AMONG_THE_LOSERS = (
    Plan(
        8,
        "consolation",
        {"places": 4},
        QUICK,
        (following("round_robin", {}, {"take": "places", "level": "lots", "last": 7}),),
    ),
    [
        *leave(0),
        correct(6, 4),
        end(1, side=0),
        play(0, 3, 2, 2, 2),
        correct(7, 3),
        end(9, side=None, case="void"),
        decide(1),
        play(0, 0, 3, 3, 3, 2, 1, 0),
        end(4, side=0, plays_on=False),
        play(1, 2),
        correct(9, 0),
        *leave(6, 4),
        correct(2, 4),
        play(0, 3, 2, 0, 2, 0, 1, 0),
        play(2),
        play(3, 2, 3, 2, 3, 3, 2, 3),
        *leave(6, 0),
    ],
)
"""A winner was left among the losers: the seat of the winner waited for ever."""

LEFT_BEFORE_THE_BEGIN = (
    Plan(
        5,
        "consolation",
        {"places": 4},
        QUICK,
        (following("swiss", {"rounds": 2}, {"take": "places", "seeded": 0, "last": 3}),),
    ),
    [
        *leave(6),
        play(1, 2, 0, 0),
        end(9, side=0),
        end(3, side=None, case="double_forfeit", advances=0),
        GO_ON,
        *leave(1),
        correct(7, 0),
        end(7, side=0, plays_on=False),
    ],
)
"""An entry left after the draw, and then the stage began: it was still asked who comes for it."""

FOUND = {
    "losers left": LOSERS_LEFT,
    "lots and left": DRAWN_LOTS_AND_LEFT,
    "lots for seeds": LOTS_FOR_SEEDS,
    "semifinal turned": SEMIFINAL_AFTER_THE_THIRD_PLACE,
    "replayed": REPLAYED_WITHOUT_A_LOSER,
    "winner among losers": WINNER_LEFT_AMONG_THE_LOSERS,
    "left before the begin": LEFT_BEFORE_THE_BEGIN,
}


@pytest.mark.parametrize(
    ("plan", "steps"),
    FOUND.values(),
    ids=FOUND.keys(),
)
def test_what_was_found_is_decided_by_its_rules(plan: Plan, steps: Sequence[Step]) -> None:
    machine = EventMachine()
    try:
        machine.begin(plan=plan)
        machine.everything_follows_from_a_rule()
        for name, arguments in steps:
            getattr(machine, name)(**arguments)
            machine.everything_follows_from_a_rule()
    finally:
        machine.teardown()
