"""Races for one sheet, and for one next pairing. Run on SQLite (a file) and on PostgreSQL."""

from functools import partial
from typing import Any

from django.db import connection

from scoring.acts import Act
from scoring.models import Line, Match
from scoring.refusals import StaleVersion
from tests.factories import NOW, first_match, make_event, owner_of
from tests.races.threads import all_at_once
from tests.tournaments.steps import win
from tournaments.models import Event, Pairing, Slot
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.registration.withdrawals import Withdrawal, withdraw
from tournaments.services.results.sheets import RecordedLine, record_line

WRITERS = 8
ROUNDS = 4
State = Pairing.State


def write(match_id: Any, actor: Any, key: Any, points: Any, version: Any = 0) -> Any:
    act = Act("hand", {"points": [points, None]}, key, version, device=key, made_at=NOW)
    return record_line(match_id=match_id, act=act, actor=actor, now=NOW)


def test_the_database_is_one_that_shows_races() -> None:
    assert connection.vendor == "postgresql" or "memory" not in str(
        connection.settings_dict["NAME"]
    )


def test_of_many_writers_at_one_version_one_wins() -> None:
    event = make_event()
    actor, match = owner_of(event.club), first_match(event)
    results = all_at_once(
        [partial(write, match, actor, f"key{n}", points=n) for n in range(WRITERS)]
    )
    assert sum(isinstance(result, RecordedLine) for result in results) == 1
    assert sum(isinstance(result, StaleVersion) for result in results) == WRITERS - 1
    assert list(Line.objects.filter(match_id=match).values_list("n", flat=True)) == [1]


def test_one_key_sent_many_times_at_once_is_one_line() -> None:
    event = make_event()
    actor, match = owner_of(event.club), first_match(event)
    results = all_at_once([partial(write, match, actor, "key", points=7)] * WRITERS)
    assert all(isinstance(result, RecordedLine) for result in results)
    lines = {result.written.line.pk for result in results}
    assert len(lines) == 1
    assert sum(not result.written.replayed for result in results) == 1
    assert Line.objects.filter(match_id=match).count() == 1


def test_two_matches_that_decide_the_same_next_pairing_at_once_both_arrive() -> None:
    match_format = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
    event = make_event(pairs=4, tables=2, match_format=match_format)
    actor = owner_of(event.club)
    semifinals = list(event.pairings.filter(round__order=0).values_list("match_id", flat=True))
    results = all_at_once([partial(write, match, actor, "key", points=11) for match in semifinals])
    assert all(isinstance(result, RecordedLine) for result in results), results
    final = event.pairings.get(round__order=1)
    assert not final.slots.filter(entry=None).exists()
    assert final.state == Pairing.State.CALLED


def test_a_correction_and_the_next_match_do_not_cross() -> None:
    """Either the next match has begun and the correction is refused, or it is corrected first and
    the first hand of the next match finds no sides: never a hand between the wrong pairs."""
    match_format = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
    event = make_event(pairs=4, match_format=match_format)
    actor = owner_of(event.club)
    first, second = event.pairings.filter(round__order=0).order_by("pk")
    write(first.match_id, actor, "key", points=11)
    write(second.match_id, actor, "key", points=11)
    final = event.pairings.get(round__order=1)
    strike = Act("strike", {"line": 1, "reason": "?"}, "strike", 1, device="", made_at=NOW)
    all_at_once(
        [
            partial(record_line, match_id=first.match_id or 0, act=strike, actor=actor, now=NOW),
            partial(write, final.match_id, actor, "first", points=6),
        ]
    )
    begun = Match.objects.get(pairing=final).begun
    corrected = not Match.objects.get(pairing=first).decided
    assert begun != corrected
    assert Slot.objects.filter(pairing=final, entry=None).exists() == corrected


def test_who_leaves_while_its_match_is_decided_plays_no_more() -> None:
    match_format = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
    for _ in range(ROUNDS):
        event = make_event(pairs=8, match_format=match_format, format="double_elimination")
        actor = owner_of(event.club)
        # The next match has its other entry already: the one that leaves could be called to it.
        win(event.pairings.get(code="main-1-2"))
        first = event.pairings.get(code="main-1-1")
        entry = first.slots.earliest("position").entry
        assert entry is not None
        leave = partial(withdraw, entry=entry, reason="via", actor=actor, now=NOW)
        decided, left = all_at_once(
            [partial(write, first.match_id, actor, "key", points=11), leave]
        )
        assert isinstance(left, Withdrawal), left
        assert isinstance(decided, RecordedLine | StaleVersion), decided
        playable = event.pairings.filter(state__in=(State.READY, State.CALLED))
        assert not playable.filter(slots__entry=entry).exists()
        assert list(find_faults(event)) == []


def test_freed_tables_find_every_ready_pairing() -> None:
    match_format = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
    event = make_event(pairs=16, tables=4, match_format=match_format)
    actor = owner_of(event.club)
    while True:
        called = event.pairings.filter(state=Pairing.State.CALLED)
        matches = list(called.values_list("match_id", flat=True))
        if not matches:
            break
        results = all_at_once([partial(write, match, actor, "k", points=11) for match in matches])
        assert all(isinstance(result, RecordedLine) for result in results), results
        assert_no_pairing_waits_beside_a_free_table(event)
    assert not event.pairings.exclude(state=Pairing.State.DECIDED).exists()


def assert_no_pairing_waits_beside_a_free_table(event: Event) -> None:
    ready = event.pairings.filter(state=Pairing.State.READY).count()
    busy = event.pairings.filter(state=Pairing.State.CALLED).count()
    assert ready == 0 or busy == event.tables.count()
