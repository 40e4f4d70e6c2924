"""Verification: what it finds, that it goes on, and that it writes nothing."""

import json
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.utils.translation import override

from accounts.actors import SYSTEM
from scoring.core.format import best_of
from scoring.models import Line, Match
from tests.factories import NOW, make_event, owner_of
from tournaments.models import Draw, Entry, Event, PairedFrom, Pairing, Slot
from tournaments.playing import play_out
from tournaments.read_only import refuse_writes
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.registration.payments import (
    cancel_payment,
    give_refund,
    take_payment,
)
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import pair_here

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Nine pairs, a knockout that is played out."""
    found = make_event(pairs=9, match_format=best_of(3, "marafon", {"target": 21}))
    play_out(ServiceWriter(found.pk, SYSTEM), Random(7))
    return found


def codes(event: Event) -> set[str]:
    return {fault.code for fault in find_faults(event)}


def decided(event: Event, at: int = 0) -> Pairing:
    return event.pairings.filter(state="DECIDED").order_by("pk")[at]


def test_an_event_that_is_as_it_was_written_has_no_fault(event: Event) -> None:
    assert list(find_faults(event)) == []


def test_a_truncated_sheet_is_found(event: Event) -> None:
    match = decided(event).match
    assert match is not None
    match.lines.filter(n=match.version).delete()
    faults = [fault for fault in find_faults(event) if fault.code == "lines_missing"]
    assert [(fault.match, fault.detail["expected"]) for fault in faults] == [
        (match.pk, match.version - 1)
    ]


def test_swapped_matches_are_found_and_both_are_named(event: Event) -> None:
    one, other = decided(event, 0), decided(event, 1)
    spare = Match.objects.create(format={})
    first, second = one.match_id, other.match_id
    Pairing.objects.filter(pk=one.pk).update(match=spare)
    Pairing.objects.filter(pk=other.pk).update(match=first)
    Pairing.objects.filter(pk=one.pk).update(match=second)
    found = [fault for fault in find_faults(event) if fault.code == "match_of_another_pairing"]
    assert {fault.pairing for fault in found} == {one.code, other.code}


def test_swapped_sides_are_found(event: Event) -> None:
    pairing = decided(event)
    for slot in pairing.slots.all():
        Slot.objects.filter(pk=slot.pk).update(side=1 - slot.side)
    assert {"slot_side", "slot_entry"} <= codes(event)


def test_swapped_seats_are_found(event: Event) -> None:
    pairing = next(
        each
        for each in event.pairings.order_by("pk")
        if {slot.source for slot in each.slots.all()} == {"ENTRY"}
    )
    one, other = pairing.slots.order_by("position")
    first, second = one.entry_id, other.entry_id
    assert first is not None
    assert second is not None
    spare = Entry.objects.create(event=event, entered_at=event.created_at)
    Slot.objects.filter(pk=one.pk).update(entry=spare)
    Slot.objects.filter(pk=other.pk).update(entry=first)
    Slot.objects.filter(pk=one.pk).update(entry=second)
    assert "slot_not_as_drawn" in codes(event)


def test_a_draw_of_another_version_is_found(event: Event) -> None:
    Draw.objects.update(version=2)
    assert "draw_differs" in codes(event)


def test_a_changed_order_of_a_draw_is_found(event: Event) -> None:
    draw = Draw.objects.get()
    Draw.objects.update(order=[draw.order[1], draw.order[0], *draw.order[2:]])  # type: ignore[index]
    assert "draw_differs" in codes(event)


def test_a_changed_club_of_a_drawn_entry_is_found(event: Event) -> None:
    Entry.objects.filter(pk=Draw.objects.get().entries[0]["id"]).update(club_name="Altro circolo")
    assert codes(event) == {"entrant_club"}


def test_another_entry_in_a_slot_that_a_result_fills_is_found(event: Event) -> None:
    slot = Slot.objects.filter(source="WINNER_OF", pairing__event=event).order_by("-pk")[0]
    other = event.entries.exclude(slots__pairing=slot.pairing).order_by("pk")[0]
    Slot.objects.filter(pk=slot.pk).update(entry=other)
    assert "slot_entry" in codes(event)


def test_a_later_round_is_compared_with_what_it_was_paired_from() -> None:
    event = make_event(pairs=6, format="swiss", options={"rounds": 3})
    play_out(ServiceWriter(event.pk, SYSTEM), Random(7), rounds=1)
    stage = event.stages.get()
    pair_here(stage=stage, actor=owner_of(event.club), now=NOW)
    assert list(find_faults(event)) == []
    kept = PairedFrom.objects.get(round__number=2)
    pairing = kept.round.pairings.order_by("number")[0]
    for slot, spare in zip(pairing.slots.order_by("position"), spare_entries(event), strict=True):
        Slot.objects.filter(pk=slot.pk).update(entry=spare)
    found = {fault.code: fault.pairing for fault in find_faults(event)}
    assert found["pairing_not_as_paired"] == pairing.code


@pytest.mark.parametrize("format_", ["swiss", "danese"])
def test_a_later_round_whose_document_was_deleted_is_found(format_: str) -> None:
    event = make_event(pairs=6, format=format_, options={"rounds": 3})
    play_out(ServiceWriter(event.pk, SYSTEM), Random(7), rounds=1)
    pair_here(stage=event.stages.get(), actor=owner_of(event.club), now=NOW)
    assert list(find_faults(event)) == []
    PairedFrom.objects.get(round__number=2).delete()
    (fault,) = find_faults(event)
    assert (fault.code, fault.detail) == ("round_without_document", {"round": 2})


def spare_entries(event: Event) -> list[Entry]:
    """Two more rows of entries, that nobody has drawn."""
    return [Entry.objects.create(event=event, entered_at=NOW) for _ in range(2)]


def test_an_illegal_line_does_not_end_the_verification(event: Event) -> None:
    first, last = decided(event, 0).match, decided(event, 7).match
    assert first is not None
    assert last is not None
    Line.objects.filter(match=first, n=1).update(data={"points": [99, 99]})
    Match.objects.filter(pk=last.pk).update(begun=False)
    found = {(fault.code, fault.match) for fault in find_faults(event)}
    assert ("chain_broken", first.pk) in found
    assert ("column_differs", last.pk) in found


def test_the_command_names_the_faults_and_exits_with_an_error(event: Event) -> None:
    pairing = decided(event)
    Match.objects.filter(pairing=pairing).update(begun=False)
    out = StringIO()
    with pytest.raises(CommandError, match="1 events, 1 faults"):
        call_command("verify", event=event.pk, json=True, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    assert told == {
        "event": str(event.pk),
        "code": "column_differs",
        "stage": 1,
        "pairing": pairing.code,
        "match": pairing.match_id,
        "column": "begun",
        "stored": False,
        "expected": True,
    }


def test_without_json_the_command_prints_a_sentence_with_its_numbers(event: Event) -> None:
    pairing = decided(event)
    Match.objects.filter(pairing=pairing).update(begun=False)
    out = StringIO()
    with override("en"), pytest.raises(CommandError):
        call_command("verify", event=event.pk, stdout=out)
    assert out.getvalue() == (
        f"event {event.pk}, {event}: Match of {pairing.code}, stage 1: what is shown does not"
        f" follow from its sheet. [stage 1, {pairing.code}, match {pairing.match_id}:"
        " column_differs: column 'begun', stored False, expected True]\n"
    )


def test_nothing_can_be_written_while_it_verifies(event: Event) -> None:
    with refuse_writes(), pytest.raises(DatabaseError), transaction.atomic():
        Match.objects.update(begun=False)
    assert Match.objects.filter(begun=True).exists()


# Payments


@pytest.fixture
def paid_entry() -> Entry:
    """It has paid twenty euros and got five back; another payment was cancelled."""
    event = make_event(pairs=2, drawn=False)
    actor, entry = owner_of(event.club), event.entries.earliest("pk")
    take_payment(entry=entry, cents=2000, actor=actor, now=NOW)
    give_refund(entry=entry, cents=500, reason="sconto", actor=actor, now=NOW)
    twice = take_payment(entry=entry, cents=2000, actor=actor, now=NOW)
    assert twice is not None
    cancel_payment(payment=twice, actor=actor, now=NOW)
    entry.refresh_from_db()
    return entry


def test_payments_that_add_up_are_no_fault(paid_entry: Entry) -> None:
    assert paid_entry.paid_cents == 1500
    assert list(find_faults(paid_entry.event)) == []


@pytest.mark.parametrize("stored", [0, 1499, 2000, None])
def test_an_amount_that_does_not_follow_from_the_payments_is_found(
    paid_entry: Entry, stored: int | None
) -> None:
    Entry.objects.filter(pk=paid_entry.pk).update(paid_cents=stored)
    faults = list(find_faults(paid_entry.event))
    assert [(fault.code, dict(fault.detail)) for fault in faults] == [
        ("paid_cents_differ", {"entry": paid_entry.pk, "stored": stored or 0, "expected": 1500})
    ]


def test_a_payment_that_was_deleted_or_changed_is_found(paid_entry: Entry) -> None:
    refund = paid_entry.payments.get(cents__lt=0)
    paid_entry.payments.filter(pk=refund.pk).update(cents=-400)
    assert codes(paid_entry.event) == {"paid_cents_differ"}
    refund.delete()
    assert codes(paid_entry.event) == {"paid_cents_differ"}
