"""Seeds of a later stage: pots, groupmates, crossing tables, points, averages."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.documents.rankings import rank as rank_document
from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.seeding import (
    Origin,
    assign_seeds_by_table,
    count_carried_points,
    find_pot,
    format_group_label,
    list_crossed_pairs,
    read_crossing_table,
)
from competition.formats import format_named
from competition.plan import Entrant, EntryId
from competition.stages.stage import draw_stage
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.results import RoundResult
from kernel.refusals import Refused
from tests.competition.naive_brackets import clubs_down_the_bracket, crowd

FORMAT = format_named("single_elimination")
seeds = st.integers(0, 1 << 256).map("{:064x}".format).filter(lambda seed: len(seed) == 64)


def drawn(entrants: list[Entrant], seed: str, constraints: Constraints | None = None) -> list[int]:
    (order,) = draw_stage(
        FORMAT,
        FORMAT.options({}),
        entrants,
        constraints=constraints or Constraints(),
        coin=Coin(seed),
    )
    return [int(entry) for entry in order]


@given(seeds, st.integers(2, 4), st.data())
def test_a_pot_is_drawn_exactly_given_the_pots_before_it(
    seed: str, firsts: int, data: st.DataObject
) -> None:
    """Against every order of the second pot."""
    groups = [str(number) for number in range(firsts)]
    others = data.draw(st.lists(st.sampled_from(groups), min_size=1, max_size=5))
    field = [Entrant(at, pot=1, mates=group) for at, group in enumerate(groups)]
    field += [Entrant(firsts + at, pot=2, mates=group) for at, group in enumerate(others)]
    order = drawn(field, seed)
    mates = [field[entry].mates for entry in order]
    assert sorted(order[:firsts]) == list(range(firsts))
    numbers = range(len(field))
    possible = {
        tuple(crowd(clubs_down_the_bracket([*mates[:firsts], *rest], numbers)))
        for rest in permutations(mates[firsts:])
    }
    assert tuple(crowd(clubs_down_the_bracket(mates, numbers))) == min(possible)


@given(seeds, st.sampled_from([2, 4, 8, 16]))
def test_the_two_who_go_on_from_each_group_are_in_different_halves(seed: str, groups: int) -> None:
    field = [
        Entrant(place * groups + group, seed=group + 1 if place == 0 else None, mates=str(group))
        for place in (0, 1)
        for group in range(groups)
    ]
    order = drawn(field, seed)
    slots = clubs_down_the_bracket([field[entry].mates for entry in order], range(2 * groups))
    assert len(set(slots[:groups])) == len(set(slots[groups:])) == groups


def test_groupmates_count_where_clubmates_did() -> None:
    field = [
        Entrant(1, seed=1, club="x", mates="1"),
        Entrant(2, seed=2, club="y", mates="2"),
        Entrant(3, club="x", mates="2"),
        Entrant(4, club="y", mates="1"),
    ]
    for number in range(8):
        seed = f"{number:064x}"
        assert drawn(field, seed) == [1, 2, 4, 3]
        apart = Constraints(groupmates_apart=False)
        assert drawn(field, seed, apart) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("groups", "of_each"), [(2, 2), (4, 2), (8, 2), (16, 2), (2, 4), (4, 4), (2, 8)]
)
def test_neighbouring_groups_cross_and_everybody_plays(groups: int, of_each: int) -> None:
    pairs = list_crossed_pairs(groups, of_each)
    origins = {
        (place, group): Origin(format_group_label(place, group), place)
        for place in range(1, of_each + 1)
        for group in range(1, groups + 1)
    }
    by_label = {origin.label: key for key, origin in origins.items()}
    for one, other in pairs:
        (place, group), (worse, opposite) = by_label[one], by_label[other]
        assert place + worse == of_each + 1
        assert (group - 1) // 2 == (opposite - 1) // 2
        assert group != opposite
    numbers: dict[EntryId, Origin] = {number: origins[key] for number, key in enumerate(origins)}
    assert sorted(assign_seeds_by_table(pairs, numbers).values()) == list(
        range(1, len(origins) + 1)
    )
    half = [by_label[label][1] for pair in pairs[: len(pairs) // 2] for label in pair]
    assert {half.count(group) for group in range(1, groups + 1)} == {of_each // 2}


def test_a_table_may_have_byes_where_the_bracket_has_them() -> None:
    origins: dict[EntryId, Origin] = {
        entry: Origin(label, 1) for entry, label in enumerate(("1A", "1B", "2A", "2B", "3A", "R1"))
    }
    pairs = read_crossing_table("bye-1A; 2B–3A\n1B-BYE, 2a - r1")
    assert assign_seeds_by_table(pairs, origins) == {0: 1, 3: 4, 4: 5, 1: 2, 2: 3, 5: 6}
    with pytest.raises(Refused) as refused:
        assign_seeds_by_table(read_crossing_table("1A-bye, 1B-bye, 2A-2B, 3A-R1"), origins)
    assert [found.code for found in refused.value.violations] == ["crossing_byes"]


@pytest.mark.parametrize(("groups", "of_each"), [(3, 2), (1, 2), (6, 2), (4, 3), (2, 1)])
def test_groups_that_leave_places_empty_do_not_cross_by_themselves(
    groups: int, of_each: int
) -> None:
    with pytest.raises(Refused):
        list_crossed_pairs(groups, of_each)


def test_pots_double_or_have_a_size() -> None:
    assert [find_pot(place, None) for place in range(1, 10)] == [1, 2, 3, 3, 4, 4, 4, 4, 5]
    assert [find_pot(place, 4) for place in range(1, 10)] == [1, 1, 1, 1, 2, 2, 2, 2, 3]


@pytest.mark.parametrize(
    ("value", "how", "points"),
    [
        (7, "full", 7),
        (7, "half", 3),
        ((15, 2), "full", 7),
        ((15, 2), "half", 3),
        (-3, "half", -2),
        (None, "full", 0),
        (7, "none", 0),
    ],
)
def test_points_are_carried_over_in_whole_numbers(
    value: int | tuple[int, int] | None, how: str, points: int
) -> None:
    assert count_carried_points(value, how) == points  # type: ignore[arg-type]


RESULTS = [
    RoundResult(1, ("a", "b"), (2, 0), points=(20, 10)),
    RoundResult(2, ("a", "c"), (0, 2), points=(5, 6)),
    RoundResult(2, ("b",), (2,), kind="bye"),
]


def test_the_average_per_match_ranks_who_played_less() -> None:
    options = StandingsOptions(per_match=True)
    rows = rank(["match_points", "points_for"], options, ["a", "b", "c"], RESULTS)
    assert [(row.entry, row.values["match_points"]) for row in rows] == [
        ("c", 2),
        ("a", 1),
        ("b", 0),
    ]
    assert {row.entry: row.values["points_for"] for row in rows} == {"c": 6, "a": (25, 2), "b": 10}


def test_points_that_are_carried_over_count_in_the_first_criterion_alone() -> None:
    rows = rank(
        ["match_points", "buchholz"], StandingsOptions(), ["a", "b", "c"], RESULTS, carried={"b": 5}
    )
    plain = rank(["match_points", "buchholz"], StandingsOptions(), ["a", "b", "c"], RESULTS)
    assert {row.entry: row.values["match_points"] for row in rows} == {"a": 2, "b": 7, "c": 2}
    assert {row.entry: row.values["buchholz"] for row in rows} == {
        row.entry: row.values["buchholz"] for row in plain
    }
    assert rows[0].entry == "b"


def test_points_are_not_carried_over_to_what_knows_none() -> None:
    with pytest.raises(Refused) as refused:
        rank(["games_lost"], StandingsOptions(), ["a", "b", "c"], RESULTS, carried={"b": 5})
    assert [found.code for found in refused.value.violations] == ["carried_metric"]


def bracket(*winners: int | None) -> list[dict[str, object]]:
    slots: list[list[dict[str, object]]] = [
        [{"entry": 1}, {"entry": 4}],
        [{"entry": 2}, {"entry": 3}],
        [{"winner_of": "main-1-1"}, {"winner_of": "main-1-2"}],
    ]
    ids = ("main-1-1", "main-1-2", "main-2-1")
    return [
        {"id": id_, "section": "main", "round": int(id_[5]), "slots": each, "winner": winner}
        for id_, each, winner in zip(ids, slots, winners, strict=True)
    ]


def ranked(**more: object) -> list[tuple[object, object]]:
    answer = rank_document({"metrics": [], "entries": [], "results": [], **more})
    return [(row["entry"], row["place"]) for row in answer["ranking"]]


def test_a_bracket_is_ranked_from_its_pairings() -> None:
    assert ranked(pairings=bracket(0, 1, 0)) == [(1, 1), (3, 2), (4, 3), (2, 3)]
    lots = {"2": 1, "4": 2}
    assert ranked(pairings=bracket(0, 1, 0), lots=lots) == [(1, 1), (3, 2), (2, 3), (4, 4)]


@pytest.mark.parametrize(
    ("pairings", "code"),
    [
        ([], "too_short"),
        (bracket(None, 1, 0), "bracket_inconsistent"),
        (bracket(0, 1, 0)[::-1], "unknown_pairing"),
        (bracket(0, 1, 0)[:1] * 2, "unknown_pairing"),
        ([{**bracket(0, 1, 0)[0], "slots": [{}, {"entry": 1}]}], "slot_of_one_kind"),
    ],
)
def test_a_bracket_that_cannot_be_ranked_is_refused(pairings: object, code: str) -> None:
    with pytest.raises(Refused) as refused:
        ranked(pairings=pairings)
    assert [found.code for found in refused.value.violations] == [code]
