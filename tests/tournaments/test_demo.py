"""The evenings of the demo: each in the middle of its play."""

from datetime import timedelta
from random import Random

import pytest

from competition.formats import formats
from competition.stages.stage import rank_groups
from tests.factories import NOW, make_club, owner_of
from tests.tournaments.event_checks import check_exports, seated_in
from tournaments.demo.evenings import EVENINGS, Evening, format_evening
from tournaments.demo.nine_bars import nine_bars
from tournaments.models import Round
from tournaments.selectors.events.calendars import list_rounds_left
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import load_ranking

pytestmark = pytest.mark.django_db
ELSEWHERE = {"single_elimination", "qualifying", "sittings"}
"""Shown by the club's own evening, the weekend, and the game of five."""


def test_every_format_has_its_evening() -> None:
    shown = ELSEWHERE | {evening.format for evening in EVENINGS}
    assert shown == {known.name for known in formats()}


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.format)
def test_an_evening_is_in_the_middle_of_its_play(evening: Evening) -> None:
    club = make_club()
    event = format_evening(club, owner_of(club), evening, NOW, Random(5))
    stage = event.stages.get(number=1)
    progress = load_progress(stage)
    assert event.state == "RUNNING"
    assert progress.open
    assert event.pairings.filter(state="DECIDED").exists()
    assert event.pairings.filter(state="CALLED").exists()
    assert len(load_ranking(stage).placings) == evening.pairs


def test_the_swiss_is_in_its_third_round_of_four() -> None:
    club = make_club()
    swiss = next(evening for evening in EVENINGS if evening.format == "swiss")
    event = format_evening(club, owner_of(club), swiss, NOW, Random(5))
    progress = load_progress(event.stages.get())
    assert (progress.paired, progress.rounds) == (3, 4)


def test_nine_bars_are_tied_at_every_border_and_settled_by_lots() -> None:
    club = make_club()
    event = nine_bars(club, owner_of(club), NOW, Random(5))
    first, final = event.stages.order_by("number")
    ranking = load_ranking(first)
    before = rank_groups(ranking.format, ranking.pairings, ranking.results)
    assert [{(row.first, row.last) for row in rows} for rows in before] == [{(1, 3)}] * 9
    assert len(seated_in(final)) == 16
    for rows in ranking.groups:
        assert [(row.first, row.last) for row in rows] == [(1, 1), (2, 2), (3, 3)]
        assert rows[0].entry in seated_in(final)
        assert rows[2].entry not in seated_in(final)
    for stage in (first, final):
        check_exports(stage)


def test_the_championship_of_the_bar_plays_a_round_a_week_and_one_today() -> None:
    club = make_club()
    weekly = next(evening for evening in EVENINGS if evening.weekly)
    event = format_evening(club, owner_of(club), weekly, NOW, Random(5))
    rounds = Round.objects.filter(group__stage__event=event).order_by("order")
    weeks = [NOW.date() + timedelta(weeks=number) for number in range(-3, 2)]
    assert list(rounds.values_list("date", flat=True)) == weeks
    assert list_rounds_left(event.stages.get()).earliest("order").date == NOW.date()
