"""Repair: what it changes and names, what it keeps, and what it leaves alone.

Run on SQLite and on PostgreSQL."""

import json
from pathlib import Path
from random import Random

import pytest

from accounts.actors import SYSTEM
from scoring.core.format import best_of
from scoring.models import Line, Match
from tests.factories import NOW, make_event
from tournaments.models import Event, Pairing, Slot, Table
from tournaments.playing import play_out
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.results.simulation import ServiceWriter
from tournaments.services.trust.repairs import repair_event


@pytest.fixture
def event() -> Event:
    """Eight pairs; the first round is played, the second waits."""
    found = make_event(pairs=8, match_format=best_of(3, "marafon", {"target": 21}))
    play_out(ServiceWriter(found.pk, SYSTEM), Random(7), rounds=1)
    return found


def test_what_is_as_it_follows_is_left_alone_and_nothing_is_kept(
    event: Event, tmp_path: Path
) -> None:
    assert repair_event(event=event, folder=tmp_path, now=NOW) == []
    assert list(tmp_path.iterdir()) == []


def test_a_changed_result_is_derived_again_and_what_was_replaced_is_kept(
    event: Event, tmp_path: Path
) -> None:
    match = Match.objects.filter(state="WON").order_by("pk")[0]
    winner = match.winner
    assert winner is not None
    Match.objects.filter(pk=match.pk).update(winner=1 - winner)
    (repair,) = repair_event(event=event, folder=tmp_path, now=NOW)
    assert (repair.row, repair.column, repair.before, repair.after) == (
        match.pk,
        "winner",
        1 - winner,
        winner,
    )
    (kept,) = tmp_path.iterdir()
    assert json.loads(kept.read_text())["repairs"][0]["before"] == 1 - winner
    assert list(find_faults(event)) == []


def test_a_slot_gets_the_entry_that_the_result_gives_it(event: Event, tmp_path: Path) -> None:
    slot = Slot.objects.filter(source="WINNER_OF", entry__isnull=False).order_by("pk")[0]
    right = slot.entry_id
    Slot.objects.filter(pk=slot.pk).update(entry=None)
    repairs = repair_event(event=event, folder=tmp_path, now=NOW)
    assert [(each.table, each.before, each.after) for each in repairs] == [("slot", None, right)]
    assert list(find_faults(event)) == []


def test_a_match_that_was_called_with_a_wrong_entry_waits_again(
    event: Event, tmp_path: Path
) -> None:
    """Neither semifinal is decided, and the final was called with an entry of each."""
    final = event.pairings.get(code="main-3-1")
    table = Table.objects.create(event=event, number=99)
    semifinals = event.pairings.filter(round__number=2).order_by("pk")
    for slot, semifinal in zip(final.slots.order_by("pk"), semifinals, strict=True):
        entry = semifinal.slots.earliest("pk").entry_id
        Slot.objects.filter(pk=slot.pk).update(entry=entry)
    called = Pairing.objects.filter(pk=final.pk)
    called.update(state=Pairing.State.CALLED, table=table, called_at=NOW)
    repairs = repair_event(event=event, folder=tmp_path, now=NOW)
    columns = {(each.column, each.before, each.after) for each in repairs if each.row == final.pk}
    assert columns >= {("state", "CALLED", "WAITING"), ("table", table.pk, None)}
    assert called.filter(state=Pairing.State.WAITING, table=None, called_at=None).exists()
    assert list(find_faults(event)) == []


def test_a_damaged_sheet_is_left_for_a_backup(event: Event, tmp_path: Path) -> None:
    match = Match.objects.filter(state="WON").order_by("pk")[0]
    match.lines.filter(n=match.version).delete()
    before = list(Line.objects.order_by("pk").values_list("pk", "digest"))
    assert repair_event(event=event, folder=tmp_path, now=NOW) == []
    assert list(Line.objects.order_by("pk").values_list("pk", "digest")) == before
    assert "lines_missing" in {fault.code for fault in find_faults(event)}
