"""Remedies of a cut: each one that is offered settles its tie, in the order of the regulation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.cuts.borders import Border, SettledBorder, settle_ties
from competition.cuts.cut import CUT, OfEach, Places, Through
from competition.cuts.cut_checks import find_neighbour_violations, find_tie_violations
from competition.cuts.groups_cut import advance_of_each
from competition.cuts.places_cut import advance_by_places
from competition.cuts.remedies import REMEDIES
from competition.plan import Placing
from tests.competition.cuts.test_borders import rows

PLACE_RULES = ("lots", "play_off", "in", "in_play_off", "out")


def places(level: str, last: int = 2, **more: object) -> Places:
    cut = CUT.validate_python(
        {"take": "places", "stage": 1, "last": last, "level": level, "seeded": 0, **more}
    )
    assert isinstance(cut, Places)
    return cut


@pytest.mark.parametrize(
    ("rule", "more", "count", "remedy"),
    [
        ("lots", {}, 2, "lots"),
        ("play_off", {}, 2, "play_off"),
        ("play_off", {}, 3, "lots"),
        ("in_play_off", {"room": 2}, 2, "play_off"),
        ("in_play_off", {"room": 3}, 3, "lots"),
        ("in", {"room": 3}, 3, "lots"),
    ],
)
def test_the_first_remedy_that_applies_is_the_one(
    rule: str, more: dict[str, int], count: int, remedy: str
) -> None:
    (border,) = advance_by_places(places(rule, **more), rows(1, count)).borders
    assert border.remedy() == remedy


@pytest.mark.parametrize(("room", "through"), [(None, 4), (4, 4), (3, 1)])
def test_all_advance_where_there_is_room(room: int | None, through: int) -> None:
    more = {} if room is None else {"room": room}
    found = advance_by_places(places("in", **more), rows(1, 3, 1))
    assert len(found.entries) == through
    assert bool(found.borders) == (through == 1)
    assert found.settled == (() if found.borders else (SettledBorder((2, 3, 4), "all_advance"),))


def test_lots_for_seeds_send_nobody_home_who_advances_with_all() -> None:
    cut = places("in", seeded=3)
    unsettled = rows(1, 2, 1)
    (border,) = advance_by_places(cut, unsettled).borders
    assert border == Border((2, 3), 1, for_seeds=True)
    settled = settle_ties(unsettled, drawings=[[3, 2]])
    found = advance_by_places(cut, settled, unsettled=unsettled)
    assert (found.entries, found.borders) == ((1, 3, 2), ())


def test_a_play_off_that_ended_without_a_winner_leaves_lots() -> None:
    (border,) = advance_by_places(places("play_off"), rows(1, 2)).borders
    assert border.remedy([frozenset({2, 3})]) == "lots"
    assert border.remedy([frozenset({1, 3})]) == "play_off"


def test_a_play_off_settles_the_tie_of_its_two_entries_alone() -> None:
    two, three = rows(1, 2), rows(1, 3)
    assert [row.entry for row in settle_ties(two, play_offs=[(3, 2)])] == [1, 3, 2]
    assert settle_ties(three, play_offs=[(3, 2)]) == three
    assert [row.entry for row in settle_ties(three, play_offs=[(3, 2)], out=[4])] == [1, 3, 2, 4]


def test_a_play_off_counts_before_lots() -> None:
    settled = settle_ties(rows(1, 2), play_offs=[(3, 2)], drawings=[[2, 3]])
    assert [row.entry for row in settled] == [1, 3, 2]


def test_all_advance_in_every_group_or_in_none() -> None:
    groups = [rows(1, 2), rows(2, 1, start=11), rows(1, 1, 1, start=21)]
    wide = advance_of_each(OfEach(stage=1, of_each=2, level="in", seeded=0), groups, ())
    assert (sorted(wide.entries), wide.borders) == ([1, 2, 3, 11, 12, 21, 22], ())
    assert wide.settled == (SettledBorder((2, 3), "all_advance"),)
    narrow = advance_of_each(OfEach(stage=1, of_each=2, level="in", room=6, seeded=0), groups, ())
    assert narrow.borders == (Border((2, 3), 1),)


@given(st.data())
def test_random_ties_are_settled_by_the_remedies_in_order(data: st.DataObject) -> None:
    bands = data.draw(st.lists(st.integers(1, 4), min_size=2, max_size=5))
    unsettled = rows(*bands)
    last = data.draw(st.integers(1, len(unsettled) - 1))
    rule = data.draw(st.sampled_from(PLACE_RULES))
    room = data.draw(st.integers(last, len(unsettled))) if rule == "in_play_off" else None
    cut = places(rule, last, room=room, seeded=data.draw(st.sampled_from([None, 0])))
    found = settle(cut, unsettled, data)
    assert found.borders == ()
    assert len(set(found.entries)) == len(found.entries)
    if rule in ("lots", "play_off"):
        assert len(found.entries) == last
    if room is not None:
        assert last <= len(found.entries) <= room


def settle(cut: Places, unsettled: tuple[Placing, ...], data: st.DataObject) -> Through:
    """Applies the remedy of each open border; as many acts as there are borders are enough."""
    play_offs: list[list[int | str]] = []
    drawings: list[list[int | str]] = []
    for _ in range(3):
        settled = settle_ties(unsettled, play_offs=play_offs, drawings=drawings)
        found = advance_by_places(cut, settled, unsettled=unsettled)
        for border in found.borders:
            order = list(data.draw(st.permutations(border.tied)))
            (play_offs if border.remedy() == "play_off" else drawings).append(order)
        if not found.borders:
            return found
    return found


@pytest.mark.parametrize("rule", list(REMEDIES))
def test_nothing_follows_a_remedy_that_settles_every_tie(rule: str) -> None:
    remedies = REMEDIES[rule]
    assert all(remedy not in ("lots", "shared") for remedy in remedies[:-1])
    assert not remedies or remedies[-1] in ("lots", "shared")


@pytest.mark.parametrize(
    ("cut", "code"),
    [
        (places("lots", room=4), "room_without_all"),
        (places("in_play_off"), "room_missing"),
        (places("in", room=1), "room_too_small"),
        (places("in", last=8, first=5, room=6), "room_of_first_places"),
        (places("in", seeding="table", table="1-2"), "all_advance_by_table"),
        (OfEach(stage=1, of_each=1, runners_up=1, level="in"), "all_advance_with_runners_up"),
    ],
)
def test_a_remedy_that_cannot_be_applied_is_refused(cut: Places | OfEach, code: str) -> None:
    assert [each.code for each in find_tie_violations(cut)] == [code]


def test_nobody_takes_the_places_behind_a_cut_with_room_for_more() -> None:
    first, behind = places("in", room=4), places("lots", first=3, last=4)
    for cut, other in ((first, behind), (behind, first)):
        (found,) = find_neighbour_violations(cut, iter([other]))
        assert found.code == "room_with_places_behind"
    assert not list(find_neighbour_violations(places("in"), iter([behind])))
