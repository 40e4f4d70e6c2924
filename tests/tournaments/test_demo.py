"""The evenings of the demo: each in the middle of its play."""

from random import Random

import pytest

from tests.factories import NOW, make_club, owner_of
from tournaments.core.formats import formats
from tournaments.demo.evenings import EVENINGS, Evening, format_evening
from tournaments.selectors.fields import progress_of
from tournaments.selectors.rankings import ranking_of

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
    progress = progress_of(stage)
    assert event.state == "RUNNING"
    assert progress.open
    assert event.pairings.filter(state="DECIDED").exists()
    assert event.pairings.filter(state="CALLED").exists()
    assert len(ranking_of(stage).placings) == evening.pairs


def test_the_swiss_is_in_its_third_round_of_four() -> None:
    club = make_club()
    swiss = next(evening for evening in EVENINGS if evening.format == "swiss")
    event = format_evening(club, owner_of(club), swiss, NOW, Random(5))
    progress = progress_of(event.stages.get())
    assert (progress.paired, progress.rounds) == (3, 4)
