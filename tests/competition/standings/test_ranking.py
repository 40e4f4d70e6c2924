"""Places and their reasons, over events made up at random."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.plan import EntryId
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.ranking import PlacedEntry, rank
from competition.standings.results import RoundResult
from competition.standings.ruling import RankingPenalty
from kernel.refusals import Refused
from tests.competition.standings.events import DEFAULTS, events, places, played

OPTIONS = StandingsOptions(victory_table="burraco_3")
ORDERS = st.lists(st.sampled_from(sorted(METRICS)), min_size=1, max_size=5, unique=True)
LOTS = st.dictionaries(st.integers(0, 8), st.integers(1, 9), max_size=9)


def ranked(
    order: list[str],
    event: tuple[list[EntryId], list[RoundResult]],
    lots: dict[int, int],
) -> tuple[PlacedEntry, ...]:
    entries, results = event
    drawn: dict[EntryId, int] = {entry: lot for entry, lot in lots.items() if entry in entries}
    return rank(order, OPTIONS, entries, results, lots=drawn)


@given(st.data(), ORDERS, events(), LOTS)
def test_the_order_in_which_things_are_told_changes_nothing(
    data: st.DataObject,
    order: list[str],
    event: tuple[list[EntryId], list[RoundResult]],
    lots: dict[int, int],
) -> None:
    entries = data.draw(st.permutations(event[0]))
    results = [
        data.draw(st.sampled_from([result, mirrored(result)]))
        for result in data.draw(st.permutations(event[1]))
    ]
    assert ranked(order, (entries, results), lots) == ranked(order, event, lots)


def mirrored(result: RoundResult) -> RoundResult:
    """The same result with its slots the other way round."""
    return RoundResult(
        result.round,
        result.slots[::-1],
        result.score[::-1],
        kind=result.kind,
        games=result.games[::-1],
        points=result.points[::-1],
        thirds=result.thirds[::-1],
        shutouts=result.shutouts[::-1],
        marafonas=result.marafonas[::-1],
        hands=result.hands,
    )


@given(ORDERS, events(), LOTS)
def test_a_place_is_one_more_than_stand_above(
    order: list[str], event: tuple[list[EntryId], list[RoundResult]], lots: dict[int, int]
) -> None:
    rows = ranked(order, event, lots)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert sorted(row.entry for row in rows if isinstance(row.entry, int)) == event[0]
    for row in rows:
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        assert row.tied_count == sum(other.place == row.place for other in rows)


@given(ORDERS, events(), LOTS)
def test_every_reason_is_true_of_the_values(
    order: list[str], event: tuple[list[EntryId], list[RoundResult]], lots: dict[int, int]
) -> None:
    rows = ranked(order, event, lots)
    assert rows[-1].why is None
    for row, below in pairwise(rows):
        assert (row.why is None) == (row.place == below.place)
        if row.why is not None:
            check(order, rows, row, below)


def check(
    order: list[str], rows: tuple[PlacedEntry, ...], row: PlacedEntry, below: PlacedEntry
) -> None:
    """The reason names the first metric that tells the two apart, and says which way."""
    told: Any = row.why.params
    assert told["over"] == below.entry
    decides = next(name for name in order if decided(name, rows, row, below, order))
    if row.why.code == "above_in_mini_table":
        assert decides == "mini_table"
        return
    assert (told["metric"], told["mine"], told["theirs"]) == (
        decides,
        row.values[decides],
        below.values[decides],
    )
    codes = {"lots": "drawn_first", "head_to_head": "above_head_to_head"}
    by = "above_by_less" if METRICS[decides].less else "above_by"
    assert row.why.code == codes.get(decides, by)
    mine, theirs = comparable(told["mine"]), comparable(told["theirs"])
    assert mine < theirs if METRICS[decides].less else mine > theirs


def decided(
    name: str, rows: tuple[PlacedEntry, ...], row: PlacedEntry, below: PlacedEntry, order: list[str]
) -> bool:
    """Whether this metric parts the two: their values differ, and all that were tied with them
    have one."""
    before = order[: order.index(name)]
    tied = [each for each in rows if same(each, row, before, rows, order)]
    known = all(each.values[name] is not None for each in tied)
    return known and row.values[name] != below.values[name]


def same(
    one: PlacedEntry,
    other: PlacedEntry,
    metrics: list[str],
    rows: tuple[PlacedEntry, ...],
    order: list[str],
) -> bool:
    """Tied after these metrics, one after the other."""
    return not any(decided(name, rows, one, other, order) for name in metrics)


def comparable(value: Any) -> Any:
    """A fraction as a whole number of a unit that all have: 7! is enough for nine entries."""
    return value[0] * 5040 // value[1] if isinstance(value, tuple) else value


def test_nobody_is_ranked_by_nothing() -> None:
    assert places(rank([], DEFAULTS, ["b", "a"], [])) == {"a": 1, "b": 1}
    assert rank(["match_points"], DEFAULTS, [], []) == ()


def test_the_level_stand_by_their_ids_numbers_first() -> None:
    rows = rank(["match_points"], DEFAULTS, ["b", 10, "a", 9, "9"], [])
    assert [row.entry for row in rows] == [9, 10, "9", "a", "b"]
    assert {row.place for row in rows} == {1}


def test_lots_part_the_level_once_all_of_them_have_one() -> None:
    order = ["match_points", "lots"]
    entries: list[EntryId] = ["a", "b", "c"]
    rows = rank(order, DEFAULTS, entries, [], lots={"a": 2, "b": 1})
    assert places(rows) == {"a": 1, "b": 1, "c": 1}
    rows = rank(order, DEFAULTS, entries, [], lots={"a": 2, "b": 1, "c": 3})
    assert places(rows) == {"b": 1, "a": 2, "c": 3}
    assert rows[0].why.key == (
        "drawn_first",
        "metric=lots",
        "mine=1",
        "theirs=2",
        "among=3",
        "over=a",
    )


def test_all_that_cannot_be_is_said_at_once() -> None:
    results = [
        played(1, "a", "q", score=(2, 0)),
        played(1, "a", "b", score=(2,), games=(2, 1, 0)),
        played(2, "a", score=(2,)),
        RoundResult(3, ("a", "b"), (1, 1), kind="half_bye"),
    ]
    with pytest.raises(Refused) as refused:
        rank(
            ["elo", "wins", "wins", "mini_table", "victory_points"],
            StandingsOptions(mini_table=["lots", "wins"]),
            ["a", "b", "b"],
            results,
            lots={"l": 1},
            penalties=[RankingPenalty("p", 1, "wins"), RankingPenalty("a", 1, "mini_table")],
        )
    assert [(found.code, dict(found.params)) for found in refused.value.violations] == [
        ("unknown_metric", {"metric": "elo"}),
        ("metric_twice", {"metric": "wins", "times": 2}),
        ("unknown_metric", {"metric": "lots"}),
        ("victory_table_missing", {}),
        ("entry_twice", {"entry": "b", "times": 2}),
        ("unknown_entry", {"entry": "q"}),
        ("unknown_entry", {"entry": "l"}),
        ("unknown_entry", {"entry": "p"}),
        ("not_by_slot", {"round": 1, "field": "score", "found": 1, "slots": 2}),
        ("not_by_slot", {"round": 1, "field": "games", "found": 3, "slots": 2}),
        ("kind_for_slots", {"round": 2, "kind": "played", "slots": 1}),
        ("kind_for_slots", {"round": 3, "kind": "half_bye", "slots": 2}),
        ("entry_twice_in_round", {"entry": "a", "round": 1, "times": 2}),
        ("penalty_metric", {"metric": "mini_table"}),
    ]
