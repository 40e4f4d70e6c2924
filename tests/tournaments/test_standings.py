"""Standings of a knock-out: places, shared ones, who is still in."""

from random import Random
from typing import Any

import pytest

from accounts.actors import SYSTEM
from tests.factories import make_event
from tests.tournaments.steps import QUICK, win
from tournaments.playing import play_out
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.results.simulation import ServiceWriter

pytestmark = pytest.mark.django_db


def places(event: Any) -> Any:
    return [(row.placing.first, row.placing.last) for row in load_standings_of_event(event).rows]


def test_before_the_draw_there_are_no_rows() -> None:
    event = make_event(pairs=4, drawn=False)
    assert load_standings_of_event(event).rows == ()


def test_after_the_draw_everybody_is_still_in() -> None:
    rows = load_standings_of_event(make_event(pairs=4)).rows
    assert [row.placing.still_in for row in rows] == [True] * 4


def test_who_lost_in_the_same_round_shares_the_place() -> None:
    event = make_event(pairs=16, match_format=QUICK)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    assert places(event) == [(1, 1), (2, 2), *[(3, 4)] * 2, *[(5, 8)] * 4, *[(9, 16)] * 8]


def test_a_third_place_match_parts_the_third_from_the_fourth() -> None:
    event = make_event(pairs=4, match_format=QUICK, options={"third_place": True})
    play_out(ServiceWriter(event.pk, SYSTEM), Random(1))
    assert places(event) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_the_winner_is_named_once_the_final_is_decided() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    assert load_standings_of_event(event).winner is None
    final = event.pairings.get()
    win(final, side=1)
    assert load_standings_of_event(event).winner.name.id == final.slots.get(position=1).entry_id


def test_reading_costs_the_same_queries_at_any_size(
    django_assert_num_queries: Any,
) -> None:
    for pairs in (4, 32):
        event = make_event(pairs=pairs)
        with django_assert_num_queries(7):
            load_standings_of_event(event)
