"""Acts that a program undoes within ten seconds, by the token of their answer."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from tests.api.client import Answer, Program, refused
from tests.factories import make_event, make_member
from tests.tournaments.steps import pairing
from tournaments.models import Club, Entry, Event, ExtraTime, RefereeCall, RoundClock
from tournaments.services.undo.offers import read_steps, sign_steps
from tournaments.services.undo.steps import UndoStep

TOKEN = "Undo-Token"


@pytest.fixture
def open_event(club: Club) -> Event:
    event = make_event(club=club, pairs=3, drawn=False)
    event.rules = {**event.rules, "fee_cents": 2000}
    event.save()
    return event


@pytest.fixture
def entry(open_event: Event) -> Entry:
    return open_event.entries.earliest("pk")


def undo(program: Program, event: Event, token: str) -> Answer:
    return program.post(f"events/{event.pk}/undo/", {"token": token})


def make_pair(first_name: str) -> dict[str, Any]:
    players = [{"first_name": first_name, "last_name": name} for name in ("Neri", "Bassi")]
    return {"players": players}


def describe_entry(entry: Entry) -> tuple[Any, ...]:
    entry.refresh_from_db()
    return entry.state, entry.paid, entry.paid_cents, entry.present_at is not None


ACTS_ON_ENTRIES = {
    "present": lambda program, path: program.post(f"{path}present/", {"present": True}),
    "paid": lambda program, path: program.post(f"{path}paid/", {"paid": True}),
    "check-in": lambda program, path: program.post(f"{path}check-in/", {"paid": True}),
    "withdraw": lambda program, path: program.post(f"{path}withdraw/", {"reason": "malato"}),
    "payment": lambda program, path: program.post(f"{path}payments/", {"cents": 500}),
}


@pytest.mark.parametrize("act", ACTS_ON_ENTRIES.values(), ids=ACTS_ON_ENTRIES.keys())
def test_an_act_on_an_entry_is_undone(
    act: Callable[[Program, str], Answer], entry: Entry, organizer: Program
) -> None:
    before = describe_entry(entry)
    token = act(organizer, f"entries/{entry.pk}/")[TOKEN]
    assert describe_entry(entry) != before
    assert undo(organizer, entry.event, token).status_code == 204
    assert describe_entry(entry) == before
    assert undo(organizer, entry.event, token).status_code == 204


def test_new_entries_are_undone(open_event: Event, organizer: Program) -> None:
    path = f"events/{open_event.pk}/entries/"
    one = organizer.post(path, make_pair("Ivo"))
    assert undo(organizer, open_event, one[TOKEN]).status_code == 204
    two = [make_pair("Ugo"), make_pair("Ada")]
    trial = organizer.post(f"{path}bulk/", {"entries": two, "dry_run": True})
    assert not trial.has_header(TOKEN)
    listed = organizer.post(f"{path}bulk/", {"entries": two})
    assert open_event.entries.count() == 5
    assert undo(organizer, open_event, listed[TOKEN]).status_code == 204
    assert open_event.entries.count() == 3


def test_what_is_cancelled_or_given_back_counts_again(entry: Entry, organizer: Program) -> None:
    made = organizer.write(f"entries/{entry.pk}/payments/", {"cents": 2000})
    refund = organizer.post(f"entries/{entry.pk}/payments/refunds/", {"cents": 500})
    assert undo(organizer, entry.event, refund[TOKEN]).status_code == 204
    assert describe_entry(entry)[2] == 2000
    cancelled = organizer.post(f"payments/{made['id']}/cancel/")
    assert undo(organizer, entry.event, cancelled[TOKEN]).status_code == 204
    assert describe_entry(entry)[2] == 2000


def test_a_replacement_is_undone(event: Event, organizer: Program) -> None:
    old = event.entries.earliest("pk")
    body = {**make_pair("Ivo"), "reason": "febbre"}
    replaced = organizer.post(f"entries/{old.pk}/replace/", body)
    assert describe_entry(old)[0] == "REPLACED"
    assert undo(organizer, event, replaced[TOKEN]).status_code == 204
    assert describe_entry(old)[0] == "ENTERED"
    assert not Entry.objects.filter(pk=replaced.json()["id"]).exists()


def test_acts_in_the_hall_are_undone(event: Event, organizer: Program) -> None:
    found = pairing(event, "main-1-1")
    moved = organizer.put(f"pairings/{found.pk}/table/", {"table": 3})
    assert undo(organizer, event, moved[TOKEN]).status_code == 204
    assert organizer.read(f"pairings/{found.pk}/")["table"] == 1
    longer = organizer.put(f"pairings/{found.pk}/extra-time/", {"minutes": 5})
    assert undo(organizer, event, longer[TOKEN]).status_code == 204
    assert not ExtraTime.objects.filter(minutes=5).exists()
    times = {"starts_at": "2026-12-13T20:30:00+01:00", "target_at": None}
    clock = organizer.put(f"rounds/{found.round_id}/clock/", times)
    assert undo(organizer, event, clock[TOKEN]).status_code == 204
    assert not RoundClock.objects.exists()
    call = RefereeCall.objects.create(
        event=event, table=event.tables.get(number=1), called_at=timezone.now()
    )
    answered = organizer.post(f"referee-calls/{call.pk}/answer/")
    assert undo(organizer, event, answered[TOKEN]).status_code == 204
    call.refresh_from_db()
    assert call.answered_at is None


def test_the_start_of_play_is_undone(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4, tables=2, running=False)
    started = organizer.post(f"events/{event.pk}/start/")
    assert started.json()["state"] == "RUNNING"
    for _ in range(2):
        assert undo(organizer, event, started[TOKEN]).status_code == 204
        assert organizer.read(f"events/{event.pk}/")["state"] == "DRAWN"
    assert not event.pairings.filter(table__isnull=False).exists()


def test_an_act_that_changes_nothing_has_no_token(entry: Entry, organizer: Program) -> None:
    path = f"entries/{entry.pk}/present/"
    assert organizer.post(path, {"present": True}).has_header(TOKEN)
    assert not organizer.post(path, {"present": True}).has_header(TOKEN)


def test_only_who_did_it_undoes_it_and_only_for_ten_seconds(
    club: Club, entry: Entry, organizer: Program
) -> None:
    token = organizer.post(f"entries/{entry.pk}/present/", {"present": True})[TOKEN]
    colleague = Program(make_member(club))
    refused(undo(colleague, entry.event, token), 409, "undo_of_another")
    (step,) = read_steps(token)
    long_ago = UndoStep.from_json({**step.as_json(), "made_at": "2026-01-01T00:00:00+00:00"})
    refused(undo(organizer, entry.event, sign_steps([long_ago])), 409, "undo_too_late")
    refused(undo(organizer, entry.event, "x"), 409, "undo_refused")
    assert describe_entry(entry)[3] is True


def test_what_has_changed_since_is_not_undone(entry: Entry, organizer: Program) -> None:
    path = f"entries/{entry.pk}/present/"
    token = organizer.post(path, {"present": True})[TOKEN]
    organizer.post(path, {"present": False})
    organizer.post(path, {"present": True})
    refused(undo(organizer, entry.event, token), 409, "undo_changed_since")
