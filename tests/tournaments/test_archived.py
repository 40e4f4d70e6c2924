"""Nothing is written to an archived event, by whichever service."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tournaments.services
from accounts.actors import Actor
from api.authentication import make_device_actor
from scoring.models import Line, Match
from tests.factories import NOW, first_match, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, write
from tournaments.models import (
    Entry,
    EntryImport,
    Event,
    Hall,
    Pairing,
    Payment,
    Penalty,
    PendingDecision,
    Protest,
    RefereeCall,
    SheetConflict,
    TableCode,
    Venue,
)
from tournaments.refusals import EventStateRefused
from tournaments.services.decisions.pending import keep_prizes
from tournaments.services.decisions.protests import decide_protest, file_protest
from tournaments.services.events.changes import change_event
from tournaments.services.events.halls import add_hall, rename_hall
from tournaments.services.hall.conflicts import settle_conflict
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import answer_call, call_referee, reopen_call
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from tournaments.services.hall.table_moves import free_table, move_to_table
from tournaments.services.registration.arrivals import set_paid, set_present
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import enter
from tournaments.services.registration.entry_corrections import EntryCorrection, correct_entry
from tournaments.services.registration.imports import paste
from tournaments.services.registration.payments import cancel_payment, give_refund, take_payment
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles
from tournaments.services.rounds.clocks import set_extra_time, set_round_clock
from tournaments.services.standings.penalties import cancel_penalty, disqualify

pytestmark = pytest.mark.django_db

Act = Callable[[Event, Entry, Pairing, Actor], object]

ACTS: dict[str, Act] = {
    "enter": lambda event, entry, match, actor: enter(
        event=event, form=pair(9), actor=actor, now=NOW
    ),
    "import": lambda event, entry, match, actor: paste(
        event=event, name="x", text="Rossi - Verdi", actor=actor, now=NOW
    ),
    "correct an entry": lambda event, entry, match, actor: correct_entry(
        entry=entry, correction=EntryCorrection(wanted={"phone": "1"}, seen={}), **by(actor)
    ),
    "withdraw": lambda event, entry, match, actor: withdraw(entry=entry, reason="x", **by(actor)),
    "delete": lambda event, entry, match, actor: delete_entry(entry=entry, **by(actor)),
    "replace": lambda event, entry, match, actor: replace_entry(
        entry=entry, form=pair(9), reason="x", **by(actor)
    ),
    "present": lambda event, entry, match, actor: set_present(
        entry=entry, present=True, **by(actor)
    ),
    "paid": lambda event, entry, match, actor: set_paid(entry=entry, paid=False, **by(actor)),
    "take money": lambda event, entry, match, actor: take_payment(
        entry=entry, cents=100, **by(actor)
    ),
    "give money back": lambda event, entry, match, actor: give_refund(
        entry=entry, cents=100, reason="x", **by(actor)
    ),
    "cancel a payment": lambda event, entry, match, actor: cancel_payment(
        payment=Payment.objects.get(), **by(actor)
    ),
    "file a protest": lambda event, entry, match, actor: file_protest(
        entry=entry, pairing=None, article="", text="y", **by(actor)
    ),
    "decide a protest": lambda event, entry, match, actor: decide_protest(
        protest=Protest.objects.get(),
        decision=Protest.Decision.REJECTED,
        reason="x",
        **by(actor),
    ),
    "decide a question": lambda event, entry, match, actor: keep_prizes(
        pending=PendingDecision.objects.get(), reason="x", **by(actor)
    ),
    "disqualify": lambda event, entry, match, actor: disqualify(
        entry=entry, reason="x", voids=False, article="", **by(actor)
    ),
    "cancel a penalty": lambda event, entry, match, actor: cancel_penalty(
        penalty=Penalty.objects.get(), reason="x", **by(actor)
    ),
    "change": lambda event, entry, match, actor: change_event(
        event=event, changes={"name": "x"}, **by(actor)
    ),
    "hall": lambda event, entry, match, actor: add_hall(
        event=event, name="Palestra", tables=1, **by(actor)
    ),
    "rename a hall": lambda event, entry, match, actor: rename_hall(
        hall=event.halls.get(), name="Palestra", **by(actor)
    ),
    "prizes": lambda event, entry, match, actor: set_prizes(event=event, bands=[], **by(actor)),
    "articles": lambda event, entry, match, actor: set_articles(
        event=event, articles=[], **by(actor)
    ),
    "make codes": lambda event, entry, match, actor: make_codes(event=event, **by(actor)),
    "revoke codes": lambda event, entry, match, actor: revoke_codes(
        codes=TableCode.objects.all(), event=event, **by(actor)
    ),
    "answer a call": lambda event, entry, match, actor: answer_call(
        call=RefereeCall.objects.get(), **by(actor)
    ),
    "reopen a call": lambda event, entry, match, actor: reopen_call(
        call=RefereeCall.objects.get(), answered_at=NOW, **by(actor)
    ),
    "settle a conflict": lambda event, entry, match, actor: settle_conflict(
        conflict=SheetConflict.objects.get(), **by(actor)
    ),
    "move": lambda event, entry, match, actor: move_to_table(pairing=match, number=2, **by(actor)),
    "free": lambda event, entry, match, actor: free_table(pairing=match, **by(actor)),
    "write a line": lambda event, entry, match, actor: write(match, "hand", {"points": [6, None]}),
    "give extra time": lambda event, entry, match, actor: set_extra_time(
        pairing=match, minutes=5, **by(actor)
    ),
    "set a clock": lambda event, entry, match, actor: set_round_clock(
        stage=event.stages.get(),
        section="",
        number=1,
        starts_at=NOW,
        target_at=None,
        **by(actor),
    ),
}


def by(actor: Actor) -> Any:
    return {"actor": actor, "now": NOW}


@pytest.fixture
def event() -> Event:
    """Archived, with an open one of all that could still be written to."""
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    actor = owner_of(event.club)
    entry = event.entries.order_by("pk")[0]
    pairing = event.pairings.get(match=first_match(event))
    set_paid(entry=entry, paid=True, cents=500, actor=actor, now=NOW)
    file_protest(entry=entry, pairing=None, article="", text="x", actor=actor, now=NOW)
    other = event.entries.order_by("pk")[3]
    disqualify(entry=other, reason="x", voids=False, article="", actor=actor, now=NOW)
    make_codes(event=event, tables=[1], actor=actor, now=NOW)
    device = admit(code=TableCode.objects.get().code, now=NOW).device
    call_referee(actor=make_device_actor(device), now=NOW)
    PendingDecision.objects.create(event=event, kind="PRIZES_MOVED", asked_at=NOW)
    add_hall(event=event, name="Palesrta", tables=1, actor=actor, now=NOW, reason="x")
    assert pairing.match is not None
    SheetConflict.objects.create(match=pairing.match, device=str(device.pk), version=1, met_at=NOW)
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("name", ACTS)
def test_it_is_not_written_to(event: Event, name: str) -> None:
    entry = event.entries.order_by("pk")[0]
    match = event.pairings.get(match=first_match(event))
    before = _read_all(event)
    with pytest.raises(EventStateRefused):
        ACTS[name](event, entry, match, owner_of(event.club))
    assert _read_all(event) == before


def _read_all(event: Event) -> list[object]:
    tables = (
        *(Event, Entry, Pairing, Match, Line, Payment, Protest, PendingDecision, Penalty),
        *(TableCode, RefereeCall, SheetConflict, EntryImport, Hall, Venue),
    )
    return [list(model.objects.order_by("pk").values()) for model in tables]


OF_ANY_STATE = {
    "events/events.py": "moves events from state to state",
    "hall/table_codes.py": "codes of a cancelled event are revoked",
    "registration/arrivals.py": "fees of a cancelled event are given back",
    "registration/imports.py": "holds the event for a service that checks it",
    "registration/payments.py": "fees of a cancelled event are given back",
    "registration/players.py": "a name is corrected or removed in all events of the club",
    "trust/anchors.py": "an archived event is anchored",
    "trust/repairs.py": "derives again what is recorded",
    "table_queue.py": "calls the tables of events that are running",
    "undo/arrivals.py": "holds the event for a service that checks it",
    "undo/starts.py": "holds the event for a service that checks it",
}


def test_only_services_with_a_reason_lock_an_event_in_any_state() -> None:
    folder = Path(tournaments.services.__file__).parent
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if path.name != "versions.py"
        and any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "lock_event_in_any_state"
            for node in ast.walk(ast.parse(path.read_text()))
        )
    }
    assert found == set(OF_ANY_STATE)
