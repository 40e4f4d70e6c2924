"""Simulated players play an event to its end, through the service of the screens."""

from datetime import timedelta
from random import Random

import pytest

from accounts.actors import SYSTEM
from scoring.core.format import best_of
from scoring.models import Line, Match
from scoring.verification import find_sheet_faults
from tests.factories import NOW, make_event
from tournaments.demo import make_demo
from tournaments.playing import play_out
from tournaments.services.results.simulation import ServiceWriter

pytestmark = pytest.mark.django_db


def test_an_event_is_played_to_its_winner() -> None:
    event = make_event(pairs=9, tables=3, match_format=best_of(3, "marafon", {"target": 21}))
    played = play_out(ServiceWriter(event.pk, SYSTEM), Random(7))
    assert played.matches == 8
    assert not Match.objects.exclude(state="WON").exists()
    for match in Match.objects.all():
        assert find_sheet_faults(match, list(match.lines.order_by("n"))) == []


def test_play_stops_after_so_many_rounds_or_hands() -> None:
    event = make_event(pairs=8)
    writer = ServiceWriter(event.pk, SYSTEM)
    assert play_out(writer, Random(7), most_hands=5).hands == 5
    play_out(writer, Random(7), rounds=1)
    assert Match.objects.filter(state="WON").count() == 4


def test_the_demo_is_an_evening_in_progress() -> None:
    demo = make_demo(now=NOW, random=Random(3))
    states = set(demo.event.pairings.values_list("state", flat=True))
    assert demo.event.entries.count() == 64
    assert {"DECIDED", "CALLED", "WAITING"} <= states
    assert len({login.password for login in demo.logins}) == 3
    lengths = [
        pairing.decided_at - pairing.called_at
        for pairing in demo.event.pairings.filter(state="DECIDED")
        if pairing.decided_at and pairing.called_at
    ]
    assert len(lengths) == 32
    # As long as a match of two or three games to 41 takes, and the last hand is of this minute.
    assert min(lengths) > timedelta(minutes=25)
    assert max(lengths) < timedelta(hours=2)
    last_line = Line.objects.filter(match__pairing__event=demo.event).latest("arrived_at")
    assert NOW - last_line.arrived_at < timedelta(minutes=1)
