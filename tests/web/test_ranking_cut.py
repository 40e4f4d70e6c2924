"""Where the line of the cut runs in a ranking."""

import pytest

from tests.tournaments.test_cut_after_changes import leave, penalize
from tests.tournaments.tied_event import make_tied_event
from tournaments.models import Club
from tournaments.selectors.standings.rankings import load_ranking
from web.rankings import build_ranking_view

pytestmark = pytest.mark.django_db


def test_the_line_is_below_a_tie_that_advances_although_a_better_entry_has_left(club: Club) -> None:
    event = make_tied_event(club, pairs=6, last=3, level="in")
    best, *_others, last = [
        int(row.entry) for row in load_ranking(event.stages.get(number=1)).placings
    ]
    penalize(event, last)
    leave(event, best)

    (table,) = build_ranking_view(event, event.stages.get(number=1)).tables

    entries = [row.entry for row in table.rows if not row.is_out]
    assert [row.entry for row in table.rows if row.cut_after] == [entries[3]]
    assert entries[-1] == last
