"""What a change by hand breaks, and a round without those who have not come."""

from competition.pairing.swiss.costs import PairingCost
from competition.pairing.swiss.manual import check_manual, pair_without
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import pair_best_round

PLAYERS = [
    PresentEntry("a", 1, "x", 4, frozenset("b"), floated="down"),
    PresentEntry("b", 2, "x", 4),
    PresentEntry("c", 3, "x", 2, had_bye=True),
    PresentEntry("d", 4, None, 2, floated="up"),
    PresentEntry("e", 5, None, 0),
]


def codes(
    *pairings: tuple[str, str],
    preferences: PairingPreferences | None = None,
    before: list[tuple[str, str]] | None = None,
) -> list[str]:
    found = check_manual(PLAYERS, pairings, preferences or PairingPreferences(), before or [])
    return [each.code for each in (*found.violations, *found.warnings)]


def test_a_change_says_all_that_it_breaks() -> None:
    assert codes(("a", "b"), ("d", "e")) == [
        "rematch",
        "clubmates_meet",
        "steps_apart",
        "second_bye",
        "bye_above",
    ]
    assert codes(("d", "a"), ("b", "c")) == [
        "steps_apart",
        "floats_again",
        "floats_again",
        "steps_apart",
        "clubmates_meet",
    ]


def test_what_stood_before_is_not_told_again() -> None:
    assert codes(("a", "d"), ("b", "c"), before=[("d", "a"), ("b", "e")]) == [
        "steps_apart",
        "clubmates_meet",
    ]


def test_the_organizers_own_wishes_are_remembered() -> None:
    preferences = PairingPreferences(forced=[("a", "e")], forbidden=[("d", "c")])
    assert codes(("a", "b"), ("c", "d"), preferences=preferences, before=[("b", "a")]) == [
        "forbidden_pair",
        "forced_pair_apart",
    ]


def test_what_is_no_round_is_refused() -> None:
    assert codes(("a", "b"), ("a", "z")) == [
        "entry_twice",
        "not_here",
        "meets_nobody",
        "meets_nobody",
        "meets_nobody",
    ]
    assert check_manual(PLAYERS, [("a", "b")], PairingPreferences()).cost is None


def test_the_levels_are_those_of_the_round() -> None:
    found = pair_best_round(PLAYERS, PairingPreferences())
    assert check_manual(PLAYERS, found.pairings, PairingPreferences()).cost == found.cost
    assert check_manual(
        PLAYERS, [("a", "b"), ("c", "d")], PairingPreferences()
    ).cost == PairingCost(rematches=1, clashes=1)


def test_without_one_who_has_not_come_the_others_stay_where_they_are() -> None:
    before = [("a", "e"), ("b", "d")]
    found = pair_without(PLAYERS, before, {"e"}, PairingPreferences())
    assert found.bye is None
    assert set(found.pairings) == {("b", "d"), ("a", "c")}


def test_the_fewer_stay_the_better_is_the_round() -> None:
    players = [PresentEntry(number, points=points) for number, points in enumerate([2, 2, 0, 0])]
    kept = pair_without(players, [(0, 1), (2, 3)], {3}, PairingPreferences())
    assert (kept.pairings, kept.bye) == (((0, 1),), 2)
    players[2] = PresentEntry(2, had_bye=True)
    stays = pair_without(players, [(0, 1), (2, 3)], {3}, PairingPreferences())
    free = pair_without(players, [(0, 1), (2, 3)], {3}, PairingPreferences(), kept=[])
    assert (stays.cost.rematches, free.cost.rematches) == (1, 0)


def test_a_wish_that_the_kept_pairs_contradict_gives_way() -> None:
    preferences = PairingPreferences(forced=[("b", "e")], forbidden=[("b", "d")])
    found = pair_without(PLAYERS, [("b", "d"), ("a", "e")], {"a"}, preferences)
    assert ("b", "d") in found.pairings
