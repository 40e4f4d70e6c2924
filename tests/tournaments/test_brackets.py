"""What a bracket shows of a match that is being played."""

import pytest

from tests.factories import make_event
from tests.tournaments.steps import win, write
from tournaments.selectors.stages.brackets import load_bracket

pytestmark = pytest.mark.django_db


def test_the_totals_are_those_of_the_game_being_played() -> None:
    target = {"game": "marafon", "options": {"target": 11}}
    event = make_event(pairs=2, match_format={"games": [target] * 3, "wins": 2})
    pairing = event.pairings.get()

    def totals() -> tuple[int, ...]:
        ((shown,),) = (round_.pairings for round_ in load_bracket(event.stages.get()))
        return shown.totals

    assert totals() == ()
    write(pairing, "hand", {"points": [6, None]})
    assert totals() == (6, 5)
    write(pairing, "hand", {"points": [8, None]})
    assert totals() == (0, 0)
    win(pairing, side=1)
    assert totals() == (0, 0)
    write(pairing, "hand", {"points": [3, None]})
    assert totals() == (3, 8)
