"""Round robins and groups: Berger's tables, rests, second legs, the notation."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.documents.plans import plan as answered
from competition.draw.constraints import Constraints
from competition.formats.groups import Groups
from competition.formats.round_robin import RoundRobin
from competition.plan import Bye, EntryId, PlannedPairing, Result, Seated
from competition.stages.stage import draw_stage, find_stage_violations, plan_stage, rank_stage
from kernel.refusals import Refused, Unreadable
from tests.competition.naive_brackets import coin, entrants

FACTS = json.loads(Path("tests/data/round-robin-berger.json").read_text())["tables"]
FORMAT = RoundRobin()
GROUPS = Groups()
ONCE = FORMAT.options({})
TWICE = FORMAT.options({"legs": 2})
sizes = st.integers(2, 300)


def plan(entries: int, legs: int = 1) -> tuple[PlannedPairing, ...]:
    return FORMAT.plan(range(1, entries + 1), TWICE if legs == 2 else ONCE)


def who(pairing: PlannedPairing) -> tuple[EntryId, ...]:
    return tuple(slot.entry for slot in pairing.slots if isinstance(slot, Seated))


def by_round(pairings: Sequence[PlannedPairing]) -> list[list[tuple[EntryId, ...]]]:
    rounds: dict[int, list[tuple[EntryId, ...]]] = defaultdict(list)
    for pairing in pairings:
        rounds[pairing.round].append(who(pairing))
    return [rounds[number] for number in sorted(rounds)]


@pytest.mark.parametrize("size", FACTS)
def test_every_table_of_the_facts_is_played_to_the_letter(size: str) -> None:
    assert by_round(plan(int(size))) == [[tuple(pair) for pair in pairs] for pairs in FACTS[size]]


@pytest.mark.parametrize("size", FACTS)
def test_of_one_less_whoever_meets_the_highest_number_rests(size: str) -> None:
    highest = int(size)
    assert by_round(plan(highest - 1)) == [
        [tuple(number for number in pair if number < highest) for pair in pairs]
        for pairs in FACTS[size]
    ]
    rests = [pairing for pairing in plan(highest - 1) if not pairing.is_played]
    assert all(isinstance(pairing.slots[1], Bye) for pairing in rests)
    assert [pairing.absence for pairing in rests] == ["bye"] * (highest - 1)


@settings(max_examples=25, deadline=None)
@given(sizes, st.integers(1, 2))
def test_everybody_meets_everybody_once_a_leg_and_once_a_round(entries: int, legs: int) -> None:
    pairings = plan(entries, legs)
    met = Counter(frozenset(who(pairing)) for pairing in pairings if pairing.is_played)
    assert len(met) == entries * (entries - 1) // 2
    assert set(met.values()) == {legs}
    rests = Counter(who(pairing) for pairing in pairings if not pairing.is_played)
    assert list(rests.values()) == ([legs] * entries if entries % 2 else [])
    for pairs in by_round(pairings):
        assert sorted(entry for pair in pairs for entry in pair) == list(range(1, entries + 1))
    ids = [pairing.id for pairing in pairings]
    assert len(set(ids)) == len(ids)


@given(st.integers(2, 60))
def test_the_second_leg_is_the_first_with_sides_reversed(entries: int) -> None:
    homes = Counter(who(pairing) for pairing in plan(entries, 2) if pairing.is_played)
    assert set(homes.values()) == {1}
    assert all(homes[second, first] for first, second in homes)
    table = by_round(plan(entries))
    rounds = by_round(plan(entries, 2))
    assert rounds[: len(table)] == [*table[:-2], *reversed(table[-2:])]
    assert [[pair[::-1] for pair in pairs] for pairs in rounds[len(table) :]] == table


def sides_running(rounds: list[list[tuple[EntryId, ...]]]) -> int:
    """The most rounds running that somebody has the same side."""
    longest = 0
    running: dict[EntryId, tuple[int, int]] = {}
    for pairs in rounds:
        for pair in pairs:
            for side, entry in enumerate(pair):
                before, count = running.get(entry, (side, 0))
                running[entry] = (side, count + 1 if before == side else 1)
                longest = max(longest, running[entry][1])
    return longest


@pytest.mark.parametrize("entries", range(4, 40, 2))
def test_over_two_legs_nobody_has_the_same_side_three_times_running(entries: int) -> None:
    assert sides_running(by_round(plan(entries, 2))) == 2
    table = by_round(plan(entries))
    unchanged = [*table, *([pair[::-1] for pair in pairs] for pairs in table)]
    assert sides_running(unchanged) == 3


def test_seeds_have_the_first_numbers_and_lots_the_others() -> None:
    field = entrants([None] * 6, seeds=2)
    orders = {FORMAT.draw(field, ONCE, Constraints(), coin(word)) for word in "abcdefgh"}
    assert {order[:2] for order in orders} == {(0, 1)}
    assert len(orders) > 4
    assert all(sorted(map(int, order)) == list(range(6)) for order in orders)


def test_a_round_robin_is_answered_to_the_letter() -> None:
    document = {"format": "round_robin", "entries": ["a", "b", "c"]}
    assert answered(document) == {
        "legal": True,
        "pairings": [
            {
                "id": f"main-{number}-{match}",
                "section": "main",
                "round": number,
                "slots": slots,
            }
            for number, match, slots in [
                (1, 1, [{"entry": "a"}, {"bye": True}]),
                (1, 2, [{"entry": "b"}, {"entry": "c"}]),
                (2, 1, [{"entry": "c"}, {"bye": True}]),
                (2, 2, [{"entry": "a"}, {"entry": "b"}]),
                (3, 1, [{"entry": "b"}, {"bye": True}]),
                (3, 2, [{"entry": "c"}, {"entry": "a"}]),
            ]
        ],
    }


@pytest.mark.parametrize(
    ("entries", "options", "groups"),
    [
        (2, {}, 1),
        (4, {}, 1),
        (5, {}, 2),
        (64, {}, 16),
        (65, {}, 17),
        (7, {"group_size": 3}, 3),
        (7, {"group_size": 2}, 3),
        (3, {"group_size": 2}, 1),
        (300, {"groups": 7}, 7),
    ],
)
def test_groups_are_as_many_as_the_size_asks_for(
    entries: int, options: dict[str, Any], groups: int
) -> None:
    assert GROUPS.groups(entries, GROUPS.options(options)) == groups


@settings(deadline=None)
@given(sizes, st.integers(2, 9))
def test_nobody_is_alone_in_a_group_and_none_is_too_large(entries: int, size: int) -> None:
    options = GROUPS.options({"group_size": size})
    field = entrants([None] * entries)
    assert find_stage_violations(GROUPS, options, field) == ()
    order = draw_stage(GROUPS, options, field, constraints=Constraints(), coin=coin())
    assert min(map(len, order)) >= 2
    assert max(map(len, order)) <= max(size, 3)
    assert max(map(len, order)) - min(map(len, order)) <= 1


def test_groups_are_planned_side_by_side_under_names_of_their_own() -> None:
    document = {"format": "groups", "entries": [["a", "b"], ["c", "d", "e"]]}
    said = [
        (pairing["id"], pairing["round"], [slot.get("entry") for slot in pairing["slots"]])
        for pairing in answered(document)["pairings"]
    ]
    assert said == [
        ("g1-main-1-1", 1, ["a", "b"]),
        ("g2-main-1-1", 1, ["c", None]),
        ("g2-main-1-2", 1, ["d", "e"]),
        ("g2-main-2-1", 2, ["e", None]),
        ("g2-main-2-2", 2, ["c", "d"]),
        ("g2-main-3-1", 3, ["d", None]),
        ("g2-main-3-2", 3, ["e", "c"]),
    ]


def test_a_flat_order_is_cut_as_it_stands_the_first_groups_the_larger() -> None:
    flat = {"format": "groups", "options": {"groups": 3}, "entries": list(range(8))}
    parts = {**flat, "entries": [[0, 1, 2], [3, 4, 5], [6, 7]]}
    assert answered(flat) == answered(parts)
    by_size = {"format": "groups", "options": {"group_size": 3}, "entries": list(range(8))}
    assert answered(by_size) == answered(parts)
    two = {"format": "single_elimination", "options": {"groups": 2}, "entries": list(range(5))}
    assert [pairing["id"] for pairing in answered(two)["pairings"]][:3] == [
        "g1-main-1-1",
        "g1-main-1-2",
        "g2-main-1-1",
    ]


def test_nobody_is_in_two_groups() -> None:
    document = {"format": "groups", "entries": [["a", "b"], ["b", "c"]]}
    with pytest.raises(Refused, match="entry_twice"):
        answered(document)


def test_the_first_of_each_group_stand_before_the_second_of_each() -> None:
    order = (("a", "b", "c"), ("d", "e", "f"))
    pairings = plan_stage(GROUPS, GROUPS.options({"groups": 2}), order)
    results = {
        pairing.id: Result(int(str(who(pairing)[0]) > str(who(pairing)[1])), (1, 1), (1, 1))
        for pairing in pairings
        if pairing.is_played
    }
    placings = rank_stage(GROUPS, pairings, results)
    assert [(placing.entry, placing.first, placing.last) for placing in placings] == [
        ("a", 1, 2),
        ("d", 1, 2),
        ("b", 3, 4),
        ("e", 3, 4),
        ("c", 5, 6),
        ("f", 5, 6),
    ]
    assert [placing.values["match_points"] for placing in placings] == [4, 4, 2, 2, 0, 0]
    assert not any(placing.still_in for placing in placings)


def test_a_rest_is_worth_nothing() -> None:
    pairings = FORMAT.plan("abc", ONCE)
    placings = FORMAT.placings(pairings, {"main-1-2": Result(0, (41, 20), (1, 0))})
    assert {placing.entry: placing.values["match_points"] for placing in placings} == {
        "b": 2,
        "a": 0,
        "c": 0,
    }


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 24), st.integers(1, 2), st.randoms(use_true_random=False))
def test_played_to_the_end_the_best_stands_first(entries: int, legs: int, random: Any) -> None:
    """The lower number always wins, in random slots: only one ranking is right."""
    pairings = plan(entries, legs)
    games = [pairing for pairing in pairings if pairing.is_played]
    random.shuffle(games)
    results = {
        game.id: Result(who(game).index(min(map(int, who(game)))), (0, 0), (0, 0)) for game in games
    }
    placings = FORMAT.placings(pairings, results)
    assert [placing.entry for placing in placings] == list(range(1, entries + 1))
    assert [placing.first for placing in placings] == list(range(1, entries + 1))
    first = dict(list(results.items())[: len(results) // 2])
    assert all(
        placing.still_in
        == any(placing.entry in who(game) for game in games if game.id not in first)
        for placing in FORMAT.placings(pairings, first)
    )


@pytest.mark.parametrize("options", [{"legs": 3}, {"legs": 0}, {"groups": 0}])
def test_options_out_of_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        GROUPS.options(options)


@pytest.mark.parametrize("options", [{"legs": "2"}, {"group_size": None}, {"thirds": 1}])
def test_options_without_form_are_unreadable(options: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        GROUPS.options(options)


def test_groups_may_be_left_to_their_size() -> None:
    assert GROUPS.options({"groups": None}) == GROUPS.options({})


@pytest.mark.parametrize("entries", [["a"], ["a", "a"], list(range(301))])
def test_an_order_that_cannot_be_is_refused(entries: list[EntryId]) -> None:
    with pytest.raises(Refused):
        FORMAT.plan(entries, ONCE)
