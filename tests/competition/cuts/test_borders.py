"""Borders between places: who is tied across them, and what lots settle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.cuts.borders import Border, find_border, find_ties, settle_by_lots
from competition.cuts.cut import OfEach, Places
from competition.cuts.groups_cut import advance_of_each
from competition.cuts.places_cut import advance_by_places
from competition.plan import EntryId, Placing, Why

LEVEL = Why("level", {})


def rows(*bands: int, start: int = 1) -> tuple[Placing, ...]:
    """Entries numbered from ``start`` that share places in bands of these sizes."""
    found: list[Placing] = []
    for size in bands:
        first = len(found) + 1
        found += [
            Placing(start + len(found) + at, first, first + size - 1, False, LEVEL)
            for at in range(size)
        ]
    return tuple(found)


def entries(placings: tuple[Placing, ...]) -> list[EntryId]:
    return [row.entry for row in placings]


@pytest.mark.parametrize(
    ("after", "border"),
    [
        (0, None),
        (1, None),
        (2, Border((2, 3, 4), 1)),
        (3, Border((2, 3, 4), 2)),
        (4, None),
        (6, None),
    ],
)
def test_a_border_is_open_where_entries_share_places_across_it(
    after: int, border: Border | None
) -> None:
    assert find_border(rows(1, 3, 2), after) == border


def test_every_shared_place_is_a_tie() -> None:
    assert list(find_ties(rows(1, 3, 2))) == [Border((2, 3, 4), 1), Border((5, 6), 1)]


def test_lots_put_the_tied_in_the_order_in_which_they_were_drawn() -> None:
    settled = settle_by_lots(rows(1, 3, 1), [[4, 2, 3]])
    assert entries(settled) == [1, 4, 2, 3, 5]
    assert [(row.first, row.last) for row in settled] == [(place, place) for place in range(1, 6)]
    assert settled[1].why == Why(
        "drawn_first", {"metric": "lots", "mine": 1, "theirs": 2, "among": 3, "over": 2}
    )


def test_lots_without_all_of_the_tied_settle_nothing() -> None:
    assert settle_by_lots(rows(3), [[3, 1], [2, 1]]) == rows(3)


def test_a_later_drawing_for_others_changes_nothing() -> None:
    """1 and 2 were drawn for in their group; then 1 took part in a second drawing with others."""
    assert entries(settle_by_lots(rows(2), [[1, 2], [3, 1]])) == [1, 2]
    assert entries(settle_by_lots(rows(2), [[1, 2], [2, 1, 3]])) == [2, 1]


def test_who_is_out_stands_behind_without_a_lot() -> None:
    settled = settle_by_lots(rows(3), [[3, 2]], out=[1])
    assert [(row.entry, row.first, row.last) for row in settled] == [
        (3, 1, 1),
        (2, 2, 2),
        (1, 3, 3),
    ]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.data())
def test_lots_for_the_tied_settle_every_border(bands: list[int], data: st.DataObject) -> None:
    placings = rows(*bands)
    after = data.draw(st.integers(0, len(placings)))
    border = find_border(placings, after)
    if border is None:
        return
    drawing = data.draw(st.permutations(border.tied))
    settled = settle_by_lots(placings, [drawing])
    assert find_border(settled, after) is None
    through = entries(settled)[:after]
    assert [entry for entry in through if entry in border.tied] == list(drawing[: border.places])


def test_a_tie_inside_a_group_is_a_border_of_the_cut() -> None:
    groups = [rows(1, 3), rows(3, 1, start=11), rows(2, 2, start=21)]
    through = advance_of_each(OfEach(stage=1, of_each=2), groups, ())
    # Both of the third group go through; lots decide which of them is seeded as its winner.
    assert through.borders == (
        Border((2, 3, 4), 1),
        Border((11, 12, 13), 2),
        Border((21, 22), 1, for_seeds=True),
    )
    assert through.entries == (1, 21, 22)


def test_runners_up_are_compared_once_the_groups_are_settled() -> None:
    cut = OfEach(stage=1, of_each=1, runners_up=1)
    groups = [rows(1, 2), rows(1, 1, 1, start=11)]
    assert advance_of_each(cut, groups, ()).borders == (Border((2, 3), 1),)
    settled = [settle_by_lots(group, [[3, 2]]) for group in groups]
    behind = (settled[0][1], settled[1][1])
    tied = tuple(Placing(row.entry, 1, 2, False, LEVEL) for row in behind)
    assert advance_of_each(cut, settled, tied).borders == (Border((3, 12), 1),)
    assert advance_of_each(cut, settled, settle_by_lots(tied, [[12, 3]])).entries == (1, 11, 12)


def test_a_tie_across_both_ends_of_a_cut_is_drawn_for_once() -> None:
    through = advance_by_places(Places(stage=1, first=2, last=3), rows(4))
    assert through.borders == (Border((1, 2, 3, 4), 3),)
    assert through.entries == ()
