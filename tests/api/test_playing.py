"""Simulated players write through the API, over a real server, as phones would."""

from random import Random
from typing import Any

import pytest

from accounts.actors import TokenAccess
from accounts.services import make_token
from scoring.models import Line, Match
from tests.factories import make_club, make_event, make_member
from tests.tournaments.steps import QUICK
from tournaments.http_writer import HttpWriter
from tournaments.playing import play_out
from tournaments.selectors.standings.standings import load_standings_of_event

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_event_is_played_out_over_http(live_server: Any) -> None:
    club = make_club()
    event = make_event(club=club, pairs=5, tables=2, match_format=QUICK)
    _, secret = make_token(user=make_member(club), name="play", access=TokenAccess.ORGANIZE)
    played = play_out(HttpWriter(live_server.url, str(event.pk), secret), Random(1))
    assert played.matches == 4
    assert load_standings_of_event(event).winner is not None
    assert Line.objects.count() == played.hands
    assert not Match.objects.filter(state=Match.State.OPEN).exists()
