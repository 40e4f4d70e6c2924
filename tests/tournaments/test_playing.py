"""Simulated players play an event to its end, through the service of the screens."""

from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts.actors import SYSTEM
from scoring.core.format import best_of
from scoring.models import Line, Match
from scoring.verification import find_sheet_faults
from tests.factories import NOW, make_event
from tournaments.demo import make_demo
from tournaments.models import Event
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


def play(*arguments: str, hands: int | None = None) -> str:
    """Runs the command, and returns what it has printed."""
    output = StringIO()
    call_command("play", *arguments, hands=hands, random=7, stdout=output)
    return output.getvalue()


def count_hands(event: Event) -> int:
    return Line.objects.filter(match__pairing__event=event, kind="hand").count()


def test_the_command_plays_the_newest_running_event() -> None:
    newest, older = make_event(pairs=2), make_event(pairs=2)
    not_running = make_event(pairs=2, running=False)
    Event.objects.filter(pk=newest.pk).update(created_at=NOW + timedelta(days=1))
    Event.objects.filter(pk=not_running.pk).update(created_at=NOW + timedelta(days=2))
    assert play(hands=3) == "1 matches, 3 hands\n"
    assert [count_hands(event) for event in (newest, older, not_running)] == [3, 0, 0]


def test_the_command_plays_the_event_of_this_id() -> None:
    newest, older = make_event(pairs=2), make_event(pairs=2)
    Event.objects.filter(pk=newest.pk).update(created_at=NOW + timedelta(days=1))
    printed = play(str(older.pk))
    assert printed == f"1 matches, {count_hands(older)} hands\n"
    assert Match.objects.get(pairing__event=older).state == "WON"
    assert count_hands(newest) == 0


def test_without_a_running_event_the_command_says_so() -> None:
    not_running = make_event(pairs=2, running=False)
    with pytest.raises(CommandError, match="no event is running"):
        play()
    with pytest.raises(CommandError, match=f"no running event has the id {not_running.pk}"):
        play(str(not_running.pk))


@pytest.mark.parametrize("event_id", ["00000000-0000-4000-8000-000000000000", "Santa Lucia"])
def test_the_command_names_an_id_that_no_running_event_has(event_id: str) -> None:
    make_event(pairs=2)
    with pytest.raises(CommandError, match=f"no running event has the id {event_id}"):
        play(event_id)
    assert not Line.objects.exists()


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
