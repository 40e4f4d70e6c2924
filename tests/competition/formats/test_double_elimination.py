"""Double elimination: the losers' bracket of every size, its byes, its drops, its places."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.draw.constraints import Constraints
from competition.formats.double_elimination import DoubleElimination
from competition.placings import find_places_at_stake
from competition.plan import (
    Bye,
    EntryId,
    LoserOf,
    OnlyIf,
    PairingId,
    PlannedPairing,
    Result,
    Seated,
    WinnerOf,
)
from kernel.refusals import Refused
from tests.competition import naive_brackets
from tests.competition.naive_brackets import coin, entrants
from tests.competition.playing import Evening, evening, first_rematch

FORMAT = DoubleElimination()
PLAIN = FORMAT.options({})
NO_RESET = FORMAT.options({"reset": False})
sizes = st.integers(2, 300)
randoms = st.randoms(use_true_random=False)


def plan(entries: int, *, reset: bool = True) -> tuple[PlannedPairing, ...]:
    return FORMAT.plan(range(1, entries + 1), PLAIN if reset else NO_RESET)


def drops(entries: int, number: int) -> list[int]:
    """The matches of a main round in the order in which their losers drop, from 1."""
    return [
        int(slot.pairing.rsplit("-", 1)[1])
        for pairing in plan(entries)
        for slot in pairing.slots
        if isinstance(slot, LoserOf) and slot.pairing.startswith(f"main-{number}-")
    ]


def test_eight_entries_are_planned_to_the_letter() -> None:
    said = [
        (pairing.id, *(next(iter(slot.as_json().values())) for slot in pairing.slots))
        for pairing in plan(8)
    ]
    assert said == [
        ("main-1-1", 1, 8),
        ("main-1-2", 4, 5),
        ("main-1-3", 2, 7),
        ("main-1-4", 3, 6),
        ("main-2-1", "main-1-1", "main-1-2"),
        ("main-2-2", "main-1-3", "main-1-4"),
        ("losers-1-1", "main-1-1", "main-1-2"),
        ("losers-1-2", "main-1-3", "main-1-4"),
        ("losers-2-1", "main-2-2", "losers-1-1"),
        ("losers-2-2", "main-2-1", "losers-1-2"),
        ("main-3-1", "main-2-1", "main-2-2"),
        ("losers-3-1", "losers-2-1", "losers-2-2"),
        ("losers-4-1", "main-3-1", "losers-3-1"),
        ("final-1-1", "main-3-1", "losers-4-1"),
        ("final-2-1", "final-1-1", "final-1-1"),
    ]


@pytest.mark.parametrize(
    ("entries", "orders"),
    [
        (8, [[2, 1]]),
        (16, [[3, 4, 1, 2], [1, 2]]),
        (32, [[4, 3, 2, 1, 8, 7, 6, 5], [3, 4, 1, 2], [1, 2]]),
        (
            64,
            [
                list(range(16, 0, -1)),
                [5, 6, 7, 8, 1, 2, 3, 4],
                [2, 1, 4, 3],
                [2, 1],
            ],
        ),
    ],
)
def test_losers_drop_in_the_usual_patterns(entries: int, orders: list[list[int]]) -> None:
    assert [drops(entries, number) for number in range(2, len(orders) + 2)] == orders
    assert drops(entries, 1) == list(range(1, entries // 2 + 1))


@given(sizes)
def test_the_main_bracket_is_that_of_a_single_elimination(entries: int) -> None:
    main = [pairing for pairing in plan(entries) if pairing.section == "main"]
    assert main == list(naive_brackets.plan(entries))


@given(sizes)
def test_every_loser_of_the_main_bracket_drops_once_and_every_other_loser_is_out(
    entries: int,
) -> None:
    pairings = plan(entries, reset=False)
    feeds = Counter(
        slot for pairing in pairings for slot in pairing.slots if not isinstance(slot, Bye)
    )
    assert set(feeds.values()) == {1}
    drops_from = {slot.pairing for slot in feeds if isinstance(slot, LoserOf)}
    assert drops_from == {
        pairing.id for pairing in pairings if pairing.section == "main" and pairing.is_played
    }
    goes_on = {slot.pairing for slot in feeds if isinstance(slot, WinnerOf)}
    nobody = {
        pairing.id for pairing in pairings if all(isinstance(slot, Bye) for slot in pairing.slots)
    }
    assert goes_on == {pairing.id for pairing in pairings} - nobody - {"final-1-1"}


@given(st.integers(3, 300))
def test_the_rounds_of_the_losers_are_those_of_the_full_bracket(entries: int) -> None:
    depth = (entries - 1).bit_length()
    rounds = Counter(pairing.round for pairing in plan(entries) if pairing.section == "losers")
    assert [rounds[number] for number in sorted(rounds)] == [
        1 << (depth - 2 - step) for step in range(depth - 1) for _ in range(2)
    ]


@given(sizes, st.booleans())
def test_no_pairing_waits_for_somebody_who_is_named_later(entries: int, reset: bool) -> None:
    known: set[PairingId] = set()
    for pairing in plan(entries, reset=reset):
        for slot in pairing.slots:
            assert not isinstance(slot, WinnerOf | LoserOf) or slot.pairing in known
        known.add(pairing.id)


@settings(max_examples=40, deadline=None)
@given(sizes, st.booleans(), randoms)
def test_who_has_lost_twice_is_out_and_nobody_else(
    entries: int, reset: bool, random: Random
) -> None:
    pairings = plan(entries, reset=reset)
    night = evening(pairings, random)
    losses = Counter(
        night.lost[pairing.id] for pairing, _, _ in night.met if night.lost[pairing.id] is not None
    )
    placings = FORMAT.placings(pairings, night.results)
    champion = placings[0].entry
    assert night.won["final-1-1" if not reset else "final-2-1"] == champion
    assert losses[champion] <= 1
    others = [losses[entry] for entry in range(1, entries + 1) if entry != champion]
    if reset:
        assert set(others) == {2}
        again = night.results["final-1-1"].winner == 1
        assert len(night.met) == 2 * entries - 2 + again
    else:
        assert len(night.met) == 2 * entries - 2
        assert sorted(others) in ([2] * (entries - 1), [1, *[2] * (entries - 2)])


@settings(max_examples=40, deadline=None)
@given(sizes, randoms)
def test_places_are_shared_by_those_who_lose_the_same_round_of_the_losers(
    entries: int, random: Random
) -> None:
    pairings = plan(entries)
    night = evening(pairings, random)
    placings = FORMAT.placings(pairings, night.results)
    out: list[list[EntryId]] = []
    rounds = max((pairing.round for pairing in pairings if pairing.section == "losers"), default=0)
    for number in range(1, rounds + 1):
        losers = [
            night.lost[pairing.id]
            for pairing, _, _ in night.met
            if (pairing.section, pairing.round) == ("losers", number)
        ]
        out.append([loser for loser in losers if loser is not None])
    worst = entries
    expected: dict[EntryId, tuple[int, int]] = {}
    for together in out:
        expected |= dict.fromkeys(together, (worst - len(together) + 1, worst))
        worst -= len(together)
    expected[night.lost["final-2-1"] or 0] = (2, 2)
    expected[night.won["final-2-1"] or 0] = (1, 1)
    assert {placing.entry: (placing.first, placing.last) for placing in placings} == expected
    assert not any(placing.still_in for placing in placings)


def test_the_places_of_a_full_bracket_are_the_usual_bands() -> None:
    placings = FORMAT.placings(plan(32), evening(plan(32), Random(1)).results)
    assert Counter((placing.first, placing.last) for placing in placings) == {
        (1, 1): 1,
        (2, 2): 1,
        (3, 3): 1,
        (4, 4): 1,
        (5, 6): 2,
        (7, 8): 2,
        (9, 12): 4,
        (13, 16): 4,
        (17, 24): 8,
        (25, 32): 8,
    }


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 70), st.booleans(), st.data(), randoms)
def test_everybody_ends_within_the_reach_he_had_at_any_moment(
    entries: int, reset: bool, data: st.DataObject, random: Random
) -> None:
    pairings = plan(entries, reset=reset)
    results = evening(pairings, random).results
    final = {placing.entry: placing for placing in FORMAT.placings(pairings, results)}
    so_far = data.draw(st.integers(0, len(results)))
    now = FORMAT.placings(pairings, dict(list(results.items())[:so_far]))
    assert {placing.entry for placing in now} == set(range(1, entries + 1))
    for placing in now:
        end = final[placing.entry]
        assert placing.first <= end.first <= end.last <= placing.last
        assert placing.still_in or placing == end
    assert [placing.first for placing in now] == sorted(placing.first for placing in now)


def finals(first: int, second: int | None = None) -> dict[EntryId, tuple[int, int, bool, str]]:
    """How three entries stand after finals won by these slots. 2 lost the first match and comes
    back against 1."""
    results = {
        "main-1-2": Result(0),
        "main-2-1": Result(0),
        "losers-2-1": Result(0),
        "final-1-1": Result(first),
    }
    if second is not None:
        results["final-2-1"] = Result(second)
    return {
        placing.entry: (placing.first, placing.last, placing.still_in, placing.why.code)
        for placing in FORMAT.placings(plan(3), results)
    }


def test_the_second_final_is_played_only_if_the_losers_winner_has_won_the_first() -> None:
    assert plan(3)[-1].only_if == OnlyIf("final-1-1", 1)
    third = {3: (3, 3, False, "lost_in_losers_round")}
    assert finals(0) == {1: (1, 1, False, "champion"), 2: (2, 2, False, "lost_final"), **third}
    assert finals(1) == {1: (1, 2, True, "plays_final"), 2: (1, 2, True, "plays_final"), **third}
    assert finals(1, 0) == {2: (1, 1, False, "champion"), 1: (2, 2, False, "lost_final"), **third}
    assert finals(1, 1) == {1: (1, 1, False, "champion"), 2: (2, 2, False, "lost_final"), **third}


def test_without_reset_one_final_decides() -> None:
    *_, final = plan(4, reset=False)
    assert (final.id, final.only_if) == ("final-1-1", None)


def test_two_entries_meet_until_one_has_lost_twice() -> None:
    assert [pairing.slots for pairing in plan(2)] == [
        (Seated(1), Seated(2)),
        (WinnerOf("main-1-1"), LoserOf("main-1-1")),
        (WinnerOf("final-1-1"), LoserOf("final-1-1")),
    ]


def test_a_loser_whose_neighbour_had_a_bye_passes_and_a_slot_of_nobody_is_a_bye() -> None:
    slots = {pairing.id: pairing.slots for pairing in plan(5)}
    assert slots["losers-1-1"] == (Bye(), LoserOf("main-1-2"))
    assert slots["losers-1-2"] == (Bye(), Bye())
    assert slots["losers-2-1"] == (LoserOf("main-2-2"), WinnerOf("losers-1-1"))
    assert slots["losers-2-2"] == (LoserOf("main-2-1"), Bye())
    assert slots["losers-3-1"] == (WinnerOf("losers-2-1"), WinnerOf("losers-2-2"))


def latest_possible(depth: int) -> int:
    """The latest that any pattern can put off the first rematch, in a bracket of 2^depth: all who
    lost to the same entry meet it, or one another, in as few last rounds of the losers as it takes
    to tell their ways apart (docs/reference/formats.md)."""
    found = []
    for halvings in range(depth):
        rounds_to_tell_apart = depth - 1 - halvings
        if rounds_to_tell_apart <= 2**halvings:
            found.append(2 * depth - 2 - 2 * halvings)
        elif rounds_to_tell_apart <= 2 ** (halvings + 1):
            found.append(2 * depth - 3 - 2 * halvings)
    return max(found)


@pytest.mark.parametrize("depth", range(2, 13))
def test_nobody_meets_again_before_he_must(depth: int) -> None:
    assert first_rematch(plan(2**depth)).round == latest_possible(depth)


def patterns(size: int) -> list[str]:
    """The first bits of the masks by which the losers of rounds 2, 3, … drop."""
    masks = [[place - 1 for place in drops(size, number)] for number in range(2, size.bit_length())]
    return [format(mask[0], f"0{len(mask).bit_length() - 1}b") for mask in masks if len(mask) > 1]


def test_the_page_on_formats_tells_the_truth() -> None:
    page = Path("docs/reference/formats.md").read_text()
    rows = re.findall(r"^\| ([\d,]+) \| (.*) \| (\d+) \|$", page, re.MULTILINE)
    assert [int(size.replace(",", "")) for size, *_ in rows] == [2**depth for depth in range(2, 13)]
    names = {"natural": "0", "reverse": "1", "half-shift": "10", "reverse-half-shift": "01"}
    for size, named, earliest in rows:
        entries = int(size.replace(",", ""))
        bits = [names.get(name, name) for name in named.split(", ") if name != "–"]
        found = patterns(entries)
        assert found == [
            pattern.ljust(len(mask), pattern[-1])[: len(mask)]
            for pattern, mask in zip(bits, found, strict=True)
        ]
        assert int(earliest) == latest_possible(entries.bit_length() - 1)


def test_the_earliest_rematches_can_be_counted() -> None:
    assert [latest_possible(depth) for depth in range(2, 13)] == [
        2, 3, 4, 5, 7, 8, 9, 11, 13, 15, 16,
    ]  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 300), randoms)
def test_with_byes_too_no_two_meet_again_before_that_round(entries: int, random: Random) -> None:
    night = evening(plan(entries), random)
    met: set[frozenset[EntryId]] = set()
    least = latest_possible((entries - 1).bit_length())
    for pairing, first, second in night.met:
        pair = frozenset({first, second})
        if pair in met:
            assert pairing.section == "final" or pairing.round >= least
        met.add(pair)


def test_a_draw_is_that_of_a_single_elimination() -> None:
    field = entrants(["a", "a", "b", None, None], seeds=1)
    order = FORMAT.draw(field, PLAIN, Constraints(), coin("x"))
    assert order == naive_brackets.FORMAT.draw(
        field, naive_brackets.PLAIN, Constraints(), coin("x")
    )
    twice = [*field, field[0]]
    assert FORMAT.check(twice) == naive_brackets.FORMAT.check(twice)
    with pytest.raises(Refused):
        FORMAT.draw(twice, PLAIN, Constraints(), coin())


def test_what_is_at_stake_narrows_from_round_to_round() -> None:
    stakes = find_places_at_stake(plan(8))
    assert stakes["main-1-1"] == (1, 8)
    assert stakes["losers-1-1"] == (1, 8)
    assert stakes["main-2-1"] == stakes["losers-2-1"] == (1, 6)
    assert stakes["losers-4-1"] == (1, 3)
    assert stakes["final-1-1"] == (1, 2)
    assert "losers-1-2" not in find_places_at_stake(plan(5))


def test_a_reason_is_given_at_every_stage_of_the_losers_bracket() -> None:
    results = {"main-1-1": Result(0), "main-1-2": Result(0), "losers-1-1": Result(0)}
    whys = {
        placing.entry: (placing.why.code, dict(placing.why.params))
        for placing in FORMAT.placings(plan(4), results)
    }
    assert whys == {
        1: ("still_in", {"round": 2, "of": 2}),
        2: ("still_in", {"round": 2, "of": 2}),
        4: ("still_in_losers", {"losers_round": 2}),
        3: ("lost_in_losers_round", {"losers_round": 1}),
    }


def test_the_evening_of_the_tests_meets_everybody() -> None:
    night: Evening = evening(plan(4), Random(0))
    assert {entry for _, *both in night.met for entry in both} == {1, 2, 3, 4}
