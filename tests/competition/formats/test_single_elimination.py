"""Single elimination: who meets whom, for every size."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.draw.constraints import Constraints
from competition.plan import Bye, Entrant, EntryId, LoserOf, PlannedPairing, Seated, WinnerOf
from kernel.refusals import Refused, Unreadable
from tests.competition.naive_brackets import (
    FORMAT,
    PLAIN,
    WITH_THIRD,
    clubs_down_the_bracket,
    coin,
    drawn,
    entrants,
    first_slots,
    plan,
)

FACTS = json.loads(Path("tests/data/brackets-single-elimination.json").read_text())["cases"]
sizes = st.integers(2, 300)


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: str(facts["n"]))
def test_a_bracket_is_that_of_the_facts(facts: dict[str, Any]) -> None:
    pairings = plan(facts["n"])
    assert first_slots(pairings) == facts["bracket_order_slots"]
    assert max(pairing.round for pairing in pairings) == facts["rounds"]
    assert sum(pairing.is_played for pairing in pairings) == facts["matches_played"]


def test_two_entries_play_one_final() -> None:
    assert plan(2) == (PlannedPairing("main-1-1", "main", 1, (Seated(1), Seated(2))),)


def test_three_entries_have_one_bye() -> None:
    assert plan(3) == (
        PlannedPairing("main-1-1", "main", 1, (Seated(1), Bye())),
        PlannedPairing("main-1-2", "main", 1, (Seated(2), Seated(3))),
        PlannedPairing("main-2-1", "main", 2, (WinnerOf("main-1-1"), WinnerOf("main-1-2"))),
    )


@given(sizes)
def test_n_entries_need_n_minus_one_matches(entries: int) -> None:
    assert sum(pairing.is_played for pairing in plan(entries)) == entries - 1


@given(sizes)
def test_everybody_is_seated_once_and_every_winner_goes_on_once(entries: int) -> None:
    pairings = plan(entries)
    slots = [slot for pairing in pairings for slot in pairing.slots]
    assert Counter(slot.entry for slot in slots if isinstance(slot, Seated)) == Counter(
        range(1, entries + 1)
    )
    goes_on = [slot.pairing for slot in slots if isinstance(slot, WinnerOf)]
    assert goes_on == [pairing.id for pairing in pairings[:-1]]


@given(sizes)
def test_byes_go_to_the_best_places(entries: int) -> None:
    byes = [
        slot.entry
        for pairing in plan(entries)
        if not pairing.is_played
        for slot in pairing.slots
        if isinstance(slot, Seated)
    ]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    assert len(byes) < entries


@given(sizes)
def test_the_best_two_can_only_meet_in_the_final_the_best_four_in_the_semifinals(
    entries: int,
) -> None:
    slots = first_slots(plan(entries))
    best = 2
    while best <= entries:
        size = len(slots) // best
        shares = [slots[start : start + size] for start in range(0, len(slots), size)]
        heads = [[place for place in share if place and int(place) <= best] for share in shares]
        assert all(len(head) == 1 for head in heads)
        best *= 2


@given(sizes)
def test_when_all_favourites_win_the_best_meets_the_worst_that_is_left(entries: int) -> None:
    pairings = plan(entries)
    places: dict[str, int] = {}
    for pairing in pairings:
        met = [
            slot.entry if isinstance(slot, Seated) else places[slot.pairing]
            for slot in pairing.slots
            if isinstance(slot, Seated | WinnerOf)
        ]
        places[pairing.id] = min(map(int, met))
        if pairing.round > 1:
            left = sum(other.round == pairing.round for other in pairings) * 2
            assert sum(map(int, met)) == left + 1


@given(st.integers(4, 300))
def test_the_losers_of_the_semifinals_play_for_the_third_place_before_the_final(
    entries: int,
) -> None:
    *before, third, final = FORMAT.plan(range(entries), WITH_THIRD)
    semifinals = [pairing for pairing in before if pairing.round == final.round - 1]
    assert third == PlannedPairing(
        "third-1-1", "third", 1, tuple(LoserOf(semifinal.id) for semifinal in semifinals)
    )
    assert (*before, final) == FORMAT.plan(range(entries), PLAIN)


@pytest.mark.parametrize("entries", [2, 3])
def test_under_four_entries_the_third_place_is_not_played_for(entries: int) -> None:
    assert FORMAT.plan(range(entries), WITH_THIRD) == FORMAT.plan(range(entries), PLAIN)


def test_rounds_follow_one_another_in_the_order_of_play() -> None:
    assert [pairing.id for pairing in FORMAT.plan("abcdefg", WITH_THIRD)] == [
        "main-1-1",
        "main-1-2",
        "main-1-3",
        "main-1-4",
        "main-2-1",
        "main-2-2",
        "third-1-1",
        "main-3-1",
    ]


def test_a_number_and_its_digits_are_two_entries() -> None:
    assert first_slots(FORMAT.plan([1, "1"], PLAIN)) == [1, "1"]


def test_4096_entries_fill_a_bracket_and_one_more_is_refused() -> None:
    assert len(plan(4096)) == 4095
    assert refusal(list(range(4097))) == [("too_many_entries", {"entries": 4097, "most": 4096})]


def test_fewer_than_two_entries_are_refused() -> None:
    assert refusal(["a"]) == [("too_few_entries", {"entries": 1, "least": 2})]


def test_everything_wrong_with_the_entries_is_said_at_once() -> None:
    assert refusal([]) == [("too_few_entries", {"entries": 0, "least": 2})]
    assert refusal(["a", "b", "a", "b", "b"]) == [
        ("entry_twice", {"entry": "a", "times": 2}),
        ("entry_twice", {"entry": "b", "times": 3}),
    ]


def refusal(order: Sequence[EntryId]) -> list[tuple[str, Any]]:
    with pytest.raises(Refused) as refused:
        FORMAT.plan(order, PLAIN)
    return [(violation.code, violation.params) for violation in refused.value.violations]


def test_seeds_below_one_and_claimed_twice_are_refused() -> None:
    field = [Entrant("a", 0), Entrant("b", 2), Entrant("c", 2), Entrant("d", -1), Entrant("d")]
    with pytest.raises(Refused) as refused:
        FORMAT.draw(field, PLAIN, Constraints(), coin())
    assert [(found.code, found.params) for found in refused.value.violations] == [
        ("entry_twice", {"entry": "d", "times": 2}),
        ("seed_out_of_range", {"seed": 0, "least": 1}),
        ("seed_twice", {"seed": 2, "times": 2}),
        ("seed_out_of_range", {"seed": -1, "least": 1}),
    ]


def test_seeds_may_have_gaps_and_any_order_in_the_list() -> None:
    field = [Entrant("a", 30), Entrant("b"), Entrant("c", 1), Entrant("d", 7)]
    assert FORMAT.draw(field, PLAIN, Constraints(), coin()) == ("c", "d", "a", "b")


@given(st.integers(2, 40), st.integers(0, 40), st.text(max_size=5))
def test_without_clubmates_the_unseeded_are_shuffled_as_they_were_entered(
    entries: int, seeds: int, word: str
) -> None:
    order = drawn([None] * entries, seeds, word)
    unseeded = list(range(min(seeds, entries), entries))
    assert list(order) == [*range(min(seeds, entries)), *coin(word).shuffle(unseeded)]


@given(st.text(max_size=5))
def test_with_one_of_each_club_nothing_changes(word: str) -> None:
    clubs = list("abcdefgh")
    assert drawn(clubs, 2, word) == drawn([None] * 8, 2, word)


@given(st.text(max_size=5))
def test_where_clubs_do_not_count_nothing_changes(word: str) -> None:
    assert drawn(["a"] * 9, 2, word, clubs_apart=False) == drawn([None] * 9, 2, word)


def test_the_same_seed_draws_the_same_again() -> None:
    clubs = ["a", "b", "c", None] * 10
    assert drawn(clubs, 3, "sangiovese") == drawn(clubs, 3, "sangiovese")
    assert drawn(clubs, 3, "sangiovese") != drawn(clubs, 3, "albana")


@settings(max_examples=20)
@given(st.text(max_size=5))
def test_a_draw_says_how_far_it_is(word: str) -> None:
    told: list[tuple[int, int]] = []
    field = entrants(["a", "b"] * 8)
    FORMAT.draw(field, PLAIN, Constraints(), coin(word), lambda *step: told.append(step))
    assert told == [(0, 16), (16, 16)]


def test_a_draw_without_clubs_gives_everybody_every_place_as_often() -> None:
    at = Counter(
        (place, entry)
        for number in range(3000)
        for place, entry in enumerate(drawn([None] * 3, word=str(number)))
    )
    assert len(at) == 9
    assert all(900 < times < 1100 for times in at.values())


def test_a_full_bracket_with_clubs_gives_everybody_every_place_as_often() -> None:
    clubs = ["a", "a", "a", "b", "b", None, None, None]
    at = Counter(
        (place, entry)
        for number in range(4000)
        for place, entry in enumerate(drawn(clubs, word=str(number)))
    )
    assert len(at) == 64
    assert all(400 < times < 600 for times in at.values())


def test_clubmates_of_an_even_field_never_meet_in_the_first_round() -> None:
    clubs = ["a", "a", "b", "b"]
    slots = clubs_down_the_bracket(clubs, drawn(clubs))
    assert sorted(map(str, slots[:2])) == sorted(map(str, slots[2:])) == ["a", "b"]


def test_an_option_that_is_not_known_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        FORMAT.options({"reset": True})
    with pytest.raises(Unreadable):
        FORMAT.options({"third_place": 1})


def test_what_is_planned_at_once_pairs_nothing_later() -> None:
    assert FORMAT.rounds(3, PLAIN) is None
