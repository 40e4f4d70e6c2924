"""The six criteria, to the letter of the notation: rounds counted by hand."""

from typing import Any

import pytest

from competition.documents.rounds import pair
from competition.pairing.swiss.costs import PairingCost, order_criteria
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.score_groups import ScoreGroups


def score_groups(*points: int, **more: Any) -> ScoreGroups:
    return ScoreGroups(
        [PresentEntry(number, points=each, **more) for number, each in enumerate(points)]
    )


@pytest.mark.parametrize(
    ("size", "distances"),
    [
        (2, {(0, 1): 0}),
        (3, {(0, 1): 0, (0, 2): 0, (1, 2): 0}),
        (4, {(0, 1): 1, (0, 2): 0, (0, 3): 1, (2, 3): 1}),
        (5, {(0, 1): 1, (0, 2): 0, (0, 3): 0, (0, 4): 1}),
        (6, {(0, 1): 2, (0, 3): 0, (0, 4): 1, (0, 5): 2}),
    ],
)
def test_in_a_group_the_fold_is_half_of_it_away(
    size: int, distances: dict[tuple[int, int], int]
) -> None:
    group = score_groups(*[0] * size)
    assert {pair: group.compute_pair_cost(*pair).distance for pair in distances} == distances


def test_across_groups_the_nearest_ends_are_no_distance_and_steps_are_squared() -> None:
    groups = score_groups(9, 9, 4, 4, 4, 1)
    assert groups.compute_pair_cost(1, 2) == PairingCost(steps=1)
    assert groups.compute_pair_cost(0, 4) == PairingCost(steps=1, distance=3)
    assert groups.compute_pair_cost(0, 5) == PairingCost(steps=4, distance=1)


def test_steps_are_counted_in_groups_and_not_in_points() -> None:
    assert (
        score_groups(100, 3).compute_pair_cost(0, 1).steps
        == score_groups(1, 0).compute_pair_cost(0, 1).steps
        == 1
    )


def test_who_floats_again_is_counted_by_himself() -> None:
    groups = ScoreGroups(
        [
            PresentEntry("a", points=2, floated="down"),
            PresentEntry("b", points=2, floated="up"),
            PresentEntry("c", points=0, floated="up"),
            PresentEntry("d", points=0, floated="down"),
        ]
    )
    found = {
        (one, other): groups.compute_pair_cost(one, other).floats
        for one in (0, 1)
        for other in (2, 3)
    }
    assert found == {(0, 2): 2, (0, 3): 1, (1, 2): 1, (1, 3): 0}
    assert groups.compute_pair_cost(0, 1).floats == groups.compute_pair_cost(2, 3).floats == 0


def test_the_bye_counts_groups_from_the_last_and_a_second_one_as_a_rematch() -> None:
    groups = ScoreGroups(
        [
            PresentEntry("a", points=3),
            PresentEntry("b", points=2, had_bye=True),
            PresentEntry("c", points=0),
        ]
    )
    assert [groups.compute_bye_cost(index) for index in range(3)] == [
        PairingCost(byes=2),
        PairingCost(rematches=1, byes=1),
        PairingCost(),
    ]


def test_no_club_is_nobodys_club_and_a_rematch_is_known_from_one_side() -> None:
    clubs = ScoreGroups(
        [
            PresentEntry(1, club="x"),
            PresentEntry(2, club="x"),
            PresentEntry(3),
            PresentEntry(4, met={1, 9}),
        ]
    )
    assert clubs.compute_pair_cost(0, 1) == PairingCost(clashes=1, distance=1)
    assert clubs.compute_pair_cost(2, 3) == PairingCost(distance=1)
    assert clubs.compute_pair_cost(0, 3) == PairingCost(rematches=1, distance=1)


def test_who_has_no_seed_comes_after_the_seeded_as_listed() -> None:
    order = ScoreGroups(
        [PresentEntry("x"), PresentEntry("y", seed=7), PresentEntry("z"), PresentEntry("w", seed=2)]
    )
    assert [player.id for player in order.players] == ["w", "y", "x", "z"]


@pytest.mark.parametrize(
    ("club_level", "order"),
    [
        (5, (0, 1, 2, 3, 4, 5)),
        (4, (0, 1, 2, 4, 3, 5)),
        (3, (0, 1, 4, 2, 3, 5)),
        (1, (4, 0, 1, 2, 3, 5)),
        (0, (0, 1, 2, 3, 5)),
    ],
)
def test_the_clubs_may_be_lifted_up_or_left_out(club_level: int, order: tuple[int, ...]) -> None:
    assert order_criteria(club_level) == order


def entry(name: str, **more: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "seed": None,
        "club": None,
        "points": 0,
        "met": [],
        "had_bye": False,
        "floated": None,
    }
    return {"id": name, **plain, **more}


def test_the_notation_is_answered_to_the_letter() -> None:
    """Four at the top fold; g has rested, so f does, though e and he are before him."""
    document = {
        "format": "swiss",
        "options": {"club_level": 5},
        "forbidden": [],
        "forced": [],
        "entries": [
            entry("a", seed=1, points=2),
            entry("b", seed=2, points=2, met=["gone"]),
            entry("c", seed=3, points=2),
            entry("d", seed=4, points=2),
            entry("e", seed=5, club="x"),
            entry("f", seed=6, points=0, club="x"),
            entry("g", had_bye=True, club="x"),
        ],
    }
    assert pair(document) == {
        "legal": True,
        "pairings": [["a", "c"], ["b", "d"], ["e", "g"]],
        "bye": "f",
        "levels": [0, 0, 0, 0, 1, 0],
        "proved": True,
    }


def test_clubmates_meet_unless_clubs_weigh_more_than_steps() -> None:
    players = [
        entry("a", points=2, club="x"),
        entry("b", points=2, club="x"),
        entry("c"),
        entry("d"),
    ]
    by_level = {
        level: pair({"format": "swiss", "options": {"club_level": level}, "entries": players})
        for level in (0, 3, 5)
    }
    assert by_level[5]["levels"] == [0, 0, 0, 0, 1, 0]
    assert by_level[3]["levels"] == [0, 0, 2, 0, 0, 2]
    assert by_level[0]["pairings"] == by_level[5]["pairings"]
