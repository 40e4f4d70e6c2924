"""The formats: the draw, the first round, and the rounds that follow from the results."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.pairing.field import EntryField
from competition.pairing.swiss.history import list_players
from competition.plan import (
    Bye,
    Entrant,
    EntryId,
    PlannedPairing,
    Result,
    Seated,
    Why,
)
from competition.standings.ruling import Ruling
from kernel.refusals import Refused
from tests.competition.naive_brackets import coin

SWISS = format_named("swiss")
DANESE = format_named("danese")


def seated(pairing: PlannedPairing) -> tuple[EntryId, ...]:
    return tuple(slot.entry for slot in pairing.slots if isinstance(slot, Seated))


def met(pairings: Sequence[PlannedPairing]) -> list[tuple[EntryId, ...]]:
    return [seated(pairing) for pairing in pairings]


def field(
    order: Sequence[EntryId],
    pairings: Sequence[PlannedPairing] = (),
    results: Mapping[str, Result] | None = None,
    **more: Any,
) -> EntryField:
    entrants = more.pop("entrants", [Entrant(entry) for entry in order])
    absent = more.pop("absent", {})
    return EntryField(order, entrants, pairings, dict(results or {}), absent, **more)


def won_by_first(pairings: Sequence[PlannedPairing]) -> dict[str, Result]:
    return {pairing.id: Result(0, (41, 20)) for pairing in pairings if pairing.is_played}


def test_the_first_round_folds_the_order_and_the_last_rests() -> None:
    plan = SWISS.plan("abcdefg", SWISS.options({}))
    assert met(plan) == [("a", "d"), ("b", "e"), ("c", "f"), ("g",)]
    assert [pairing.id for pairing in plan] == ["r1t1", "r1t2", "r1t3", "r1t4"]
    assert plan[-1].slots == (Seated("g"), Bye())
    assert plan[-1].absence == "bye"
    assert plan[-1].why == Why("bye_last_number", {"number": 7})


def test_an_accelerated_first_round_folds_each_half() -> None:
    plan = SWISS.plan("abcdefgh", SWISS.options({"accelerated": 2}))
    assert met(plan) == [("a", "c"), ("b", "d"), ("e", "g"), ("f", "h")]


def test_an_order_that_cannot_be_is_refused() -> None:
    for order in (["a"], ["a", "a", "b"]):
        with pytest.raises(Refused):
            SWISS.plan(order, SWISS.options({}))


def test_seeds_have_the_first_numbers_and_count_nothing_where_all_is_drawn() -> None:
    entrants = [Entrant(number, seed=9 - number if number > 4 else None) for number in range(9)]
    folded = SWISS.draw(entrants, SWISS.options({}), Constraints(), coin())
    assert folded[:4] == (8, 7, 6, 5)
    drawn = SWISS.draw(entrants, SWISS.options({"first": "drawn"}), Constraints(), coin())
    assert sorted(drawn) == list(range(9))
    assert drawn[:4] != (8, 7, 6, 5)


@given(
    st.lists(st.sampled_from(["a", "a", "b", "c", None]), min_size=2, max_size=40),
    st.integers(0, 1000),
    st.sampled_from([0, 2]),
)
@settings(deadline=None)
def test_clubmates_meet_in_the_first_round_only_where_they_must(
    clubs: list[str | None], number: int, accelerated: int
) -> None:
    """With lots alone: where every table has one of the club already, that of the rest too."""
    entrants = [Entrant(index, club=club) for index, club in enumerate(clubs)]
    options = SWISS.options({"accelerated": accelerated})
    order = SWISS.draw(entrants, options, Constraints(), coin(str(number)))
    tables = [[clubs[int(entry)] for entry in table] for table in met(SWISS.plan(order, options))]
    for club in [table[0] for table in tables if len(table) == 2 and table[0] == table[1]]:
        assert club is None or all(club in table for table in tables)


def test_whoever_has_as_many_points_meets_next() -> None:
    options = SWISS.options({})
    first = SWISS.plan(range(1, 9), options)
    second = SWISS.next_round(field(range(1, 9), first, won_by_first(first)), options)
    assert met(second) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert [pairing.id for pairing in second] == ["r2t1", "r2t2", "r2t3", "r2t4"]
    assert {(pairing.section, pairing.round) for pairing in second} == {("main", 2)}
    assert [pairing.why for pairing in second] == [Why("same_points", {"points": 2})] * 2 + [
        Why("same_points", {"points": 0})
    ] * 2


def test_the_absent_are_planned_without_an_opponent_and_say_why() -> None:
    options = SWISS.options({})
    first = SWISS.plan(range(1, 9), options)
    there = field(
        [*range(1, 9), 9],
        first,
        won_by_first(first),
        absent={8: "absent", 2: "half_bye"},
    )
    second = SWISS.next_round(there, options)
    rests = [(seated(each), each.absence) for each in second if not each.is_played]
    assert rests[0][1] == "bye"
    assert rests[1:] == [((2,), "half_bye"), ((8,), "absent")]
    assert [each.why.code for each in second if each.why] == [
        "same_points",
        "across_score_groups",
        "same_points",
        "bye_of_the_last",
    ]


def test_points_byes_meetings_and_floats_are_read_off_the_rounds() -> None:
    first = SWISS.plan("abcde", SWISS.options({}))  # a-c, b-d, e rests
    results = {"r1t1": Result(0), "r1t2": Result(None)}
    after = {each.id: each for each in list_players(field("abcde", first, results))}
    assert {name: each.points for name, each in after.items()} == {
        "a": 2,
        "b": 1,
        "c": 0,
        "d": 1,
        "e": 2,
    }
    assert [name for name, each in after.items() if each.had_bye] == ["e"]
    assert after["a"].met == {"c"}
    assert after["e"].met == set()
    second = (
        PlannedPairing("r2t1", "main", 2, (Seated("d"), Seated("a"))),
        PlannedPairing("r2t2", "main", 2, (Seated("b"), Seated("e"))),
        PlannedPairing("r2t3", "main", 2, (Seated("c"), Bye()), absence="half_bye"),
    )
    results |= {"r2t1": Result(1), "r2t2": Result(None, is_forfeit=True)}
    then = {each.id: each for each in list_players(field("abcde", [*first, *second], results))}
    assert {name: (each.points, each.floated, each.had_bye) for name, each in then.items()} == {
        "a": (4, "down", False),
        "b": (1, "up", False),
        "c": (1, None, False),
        "d": (1, "up", False),
        "e": (2, "down", True),
    }
    assert then["d"].met == {"b", "a"}


def test_points_are_counted_as_the_ruling_says() -> None:
    first = SWISS.plan("abc", SWISS.options({}))
    ruling = Ruling(options={"win": 3, "bye": 1})
    found = list_players(field("abc", first, won_by_first(first), ruling=ruling))
    assert [each.points for each in found] == [3, 0, 1]


def test_acceleration_lends_a_win_to_the_upper_half_while_it_lasts() -> None:
    options = SWISS.options({"accelerated": 2})
    first = SWISS.plan(range(1, 9), options)
    there = field(range(1, 9), first, won_by_first(first))
    assert [each.points for each in SWISS.players(there, options)] == [4, 4, 2, 2, 2, 2, 0, 0]  # type: ignore[attr-defined]
    second = SWISS.next_round(there, options)
    assert met(second)[0] == (1, 2)
    later = field(range(1, 9), [*first, *second], won_by_first([*first, *second]))
    assert max(each.points for each in SWISS.players(later, options)) == 4  # type: ignore[attr-defined]


def test_forced_and_forbidden_pairs_of_the_absent_do_not_count() -> None:
    options = SWISS.options({})
    first = SWISS.plan(range(1, 9), options)
    there = field(
        range(1, 9),
        first,
        won_by_first(first),
        absent={8: "absent"},
        forced=[(1, 8), (2, 7)],
        forbidden=[(8, 3), (1, 3)],
    )
    second = SWISS.next_round(there, options)
    pairs = {frozenset(pair) for pair in met(second)}
    assert frozenset((2, 7)) in pairs
    assert frozenset((1, 3)) not in pairs
    assert next(each.why for each in second if set(seated(each)) == {2, 7}) == Why(
        "forced_pairing", {}
    )


def test_clubmates_are_a_reason_only_where_clubs_count() -> None:
    entrants = [Entrant(entry, club="one") for entry in "abcd"]
    codes = {}
    for level in (0, 5):
        options = SWISS.options({"club_level": level})
        first = SWISS.plan("abcd", options)
        there = field("abcd", first, won_by_first(first), entrants=entrants)
        codes[level] = {each.why.code for each in SWISS.next_round(there, options) if each.why}
    assert codes == {0: {"same_points"}, 5: {"clubmates_unavoidable"}}


def test_a_rematch_that_must_be_says_so() -> None:
    options = SWISS.options({})
    first = SWISS.plan("ab", options)
    (again,) = SWISS.next_round(field("ab", first, won_by_first(first)), options)
    assert again.why == Why("rematch_unavoidable", {"points": 2, "against": 0})
    alone = SWISS.plan("abc", options)
    there = field("abc", alone, won_by_first(alone), absent={"a": "absent", "b": "absent"})
    assert SWISS.next_round(there, options)[0].why == Why("second_bye_unavoidable", {"points": 2})


def test_danese_pairs_neighbours_of_the_standings() -> None:
    options = DANESE.options({})
    first = DANESE.plan(range(1, 9), options)
    results = {pairing.id: Result(0, (40 + number, 20)) for number, pairing in enumerate(first)}
    there = field(range(1, 9), first, results)
    standing = [placing.entry for placing in DANESE.placings(first, results)]
    second = DANESE.next_round(there, options)
    assert met(second) == [tuple(standing[place : place + 2]) for place in range(0, 8, 2)]
    assert second[0].why == Why("neighbours", {"place": 1, "against": 2})


def test_danese_neighbours_who_have_met_meet_again_unless_it_is_not_allowed() -> None:
    first = DANESE.plan("abcd", DANESE.options({}))  # a-c, b-d
    results = {"r1t1": Result(None, (30, 30)), "r1t2": Result(None, (20, 20))}
    there = field("abcd", first, results, ruling=Ruling(metrics=("points_for",)))
    assert met(DANESE.next_round(there, DANESE.options({}))) == [("a", "c"), ("b", "d")]
    apart = DANESE.next_round(there, DANESE.options({"rematches": False}))
    assert met(apart) == [("a", "b"), ("c", "d")]


@given(st.integers(2, 14), st.sampled_from(["swiss", "danese"]), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_as_many_rounds_as_there_are_others_are_played_to_the_end(
    entries: int, name: str, random: Random
) -> None:
    """Nobody meets the same twice while that can be, and no round is without a pairing."""
    format_ = format_named(name)
    options = format_.options({"rematches": False} if name == "danese" else {})
    pairings = list(format_.plan(range(entries), options))
    results: dict[str, Result] = {}
    rounds = entries - 1 + entries % 2
    for number in range(1, rounds + 1):
        if number > 1:
            pairings += format_.next_round(field(range(entries), pairings, results), options)
        now = [pairing for pairing in pairings if pairing.round == number]
        there = [entry for pairing in now for entry in seated(pairing)]
        assert sorted(map(int, there)) == list(range(entries))
        results |= {
            pairing.id: Result(random.choice([0, 1, None]), (41, 30))
            for pairing in now
            if pairing.is_played
        }
    rests = [seated(pairing)[0] for pairing in pairings if not pairing.is_played]
    again = [pairing for pairing in pairings if pairing.why and "rematch" in pairing.why.code]
    pairs = [frozenset(pair) for pair in met(pairings) if len(pair) == 2]
    rematches = len(pairs) - len(set(pairs))
    if name == "swiss":
        assert len(again) == rematches
    assert len(rests) == entries % 2 * rounds
    if entries <= 4:
        assert rematches == 0


@given(st.integers(2, 300), st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_three_rounds_of_any_field_have_everybody_once(entries: int, number: int) -> None:
    random = Random(number)
    options = SWISS.options({})
    pairings = list(SWISS.plan(range(entries), options))
    results: dict[str, Result] = {}
    for _ in range(2):
        for pairing in pairings:
            if pairing.is_played and pairing.id not in results:
                results[pairing.id] = Result(random.choice([0, 1]))
        absent: Any = {entry: "absent" for entry in range(entries) if random.random() < 0.02}
        if len(absent) == entries:
            break
        there = field(range(entries), pairings, results, absent=absent)
        now = SWISS.next_round(there, options)
        assert sorted(int(entry) for pairing in now for entry in seated(pairing)) == list(
            range(entries)
        )
        assert len({pairing.id for pairing in now}) == len(now)
        pairings += now
