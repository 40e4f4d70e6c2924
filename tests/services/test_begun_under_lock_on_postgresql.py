"""A service that gives a pairing other entries has locked its match before: while it runs, no first
hand is written there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.factories import NOW, make_event, owner_of, pair
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import QUICK, pairing, turn, win
from tests.tournaments.test_corrected_brackets import record
from tests.tournaments.test_corrections import a_drawn_final, tip_over
from tournaments.models import Entry, Pairing, PendingDecision, Slot
from tournaments.services.corrections.replays import replay
from tournaments.services.decisions.pending import swap
from tournaments.services.draws.bracket_changes import swap_in_bracket
from tournaments.services.registration.withdrawals import replace_entry
from tournaments.services.rounds.next_round import take_back_round
from tournaments.services.rounds.round_changes import swap_in_round
from tournaments.tasks import pair_here

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

Scenario = tuple[Pairing, Callable[[], object]]
"""A pairing, and an act that changes or deletes its slots."""


def a_replay() -> Scenario:
    """Of a semifinal, where the final can begin."""
    event = make_event(pairs=8, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2"):
        win(pairing(event, code))
    turn(event, "main-1-1")
    pending, actor = PendingDecision.objects.get(), owner_of(event.club)
    return pairing(event, "main-3-1"), lambda: replay(
        pending=pending, reason="si rigioca", actor=actor, now=NOW
    )


def two_in_a_round() -> Scenario:
    stage = evening("swiss", 8, options={"rounds": 4}).stages.get()
    play_open(stage, Random(1))
    pair_here(stage=stage, actor=owner_of(stage.event.club), now=NOW)
    stage.refresh_from_db()
    first, second = Pairing.objects.filter(round__group__stage=stage, round__number=2)[:2]
    entries = _entry_of(first), _entry_of(second)
    actor = owner_of(stage.event.club)
    return first, lambda: swap_in_round(
        stage=stage,
        entries=entries,
        version=stage.version,
        reason="Così.",
        agreed=True,
        actor=actor,
        now=NOW,
    )


def two_in_a_bracket() -> Scenario:
    event = make_event(pairs=8, match_format=QUICK)
    first, second = pairing(event, "main-1-1"), pairing(event, "main-1-2")
    entries, actor = (_entry_of(first), _entry_of(second)), owner_of(event.club)
    return first, lambda: swap_in_bracket(
        stage=event.stages.get(),
        entries=entries,
        version=None,
        reason="Così.",
        agreed=True,
        actor=actor,
        now=NOW,
    )


def an_entry_replaced() -> Scenario:
    event = make_event(pairs=4, match_format=QUICK)
    first, actor = pairing(event, "main-1-1"), owner_of(event.club)
    return first, lambda: replace_entry(
        entry=_entry_of(first), form=pair(100), reason="Malato.", actor=actor, now=NOW
    )


def a_round_taken_back() -> Scenario:
    stage = evening("swiss", 8, options={"rounds": 4}).stages.get()
    play_open(stage, Random(1))
    actor = owner_of(stage.event.club)
    pair_here(stage=stage, actor=actor, now=NOW)
    first = Pairing.objects.filter(round__group__stage=stage, round__number=2)[0]
    return first, lambda: take_back_round(stage=stage, reason="Così.", actor=actor, now=NOW)


def two_across_a_cut() -> Scenario:
    event = a_drawn_final()
    actor = owner_of(event.club)
    wrong, data = tip_over(event)
    record(event, wrong, "amend", data)
    pending = PendingDecision.objects.get()
    slots = Slot.objects.filter(entry__in=pending.goes, pairing__round__group__stage=pending.stage)
    first = slots.exclude(pairing__match=None)[0].pairing
    return first, lambda: swap(pending=pending, reason="Così.", actor=actor, now=NOW)


def a_result() -> Scenario:
    """A corrected one, whose winner plays next."""
    event = make_event(pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    return pairing(event, "main-2-1"), lambda: turn(event, "main-1-1")


def _entry_of(seated: Pairing) -> Entry:
    entry = seated.slots.earliest("position").entry
    assert entry is not None
    return entry


@contextmanager
def checked_at_each_change(match: int) -> Iterator[list[bool]]:
    """Whether the match is locked, whenever a slot is changed or deleted."""
    locked: list[bool] = []
    raw = connection.connection
    assert raw is not None

    def execute(run: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(('UPDATE "tournaments_slot"', 'DELETE FROM "tournaments_slot"')):
            locked.append(is_locked(match, raw.info.dsn))
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield locked


def is_locked(match: int, dsn: str) -> bool:
    with psycopg.connect(dsn) as other:
        try:
            other.execute(
                "SELECT id FROM scoring_match WHERE id = %s FOR NO KEY UPDATE NOWAIT", [match]
            )
        except psycopg.errors.LockNotAvailable:
            return True
    return False


@pytest.mark.parametrize(
    "prepare",
    [
        a_replay,
        two_in_a_round,
        two_in_a_bracket,
        an_entry_replaced,
        a_round_taken_back,
        two_across_a_cut,
        a_result,
    ],
)
def test_no_match_begins_while_its_entries_change(prepare: Callable[[], Scenario]) -> None:
    changed, act = prepare()
    match = changed.match_id
    assert match is not None
    with checked_at_each_change(match) as locked:
        act()
    assert locked
    assert all(locked)
