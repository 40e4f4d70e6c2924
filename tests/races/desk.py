"""Races at the desk: two people tick off, pay, or take back the same pair. Run on SQLite (a file)
and on PostgreSQL."""

from functools import partial

from competition.regulation import HouseRules
from scoring.acts import Act
from tests.factories import NOW, actor_of, make_event, make_member, owner_of
from tests.races.hall import hall, line, phone
from tests.races.threads import all_at_once
from tests.tournaments.steps import pairing
from tournaments.models import Entry, Event, SheetConflict
from tournaments.services.hall.conflicts import record_conflict
from tournaments.services.registration.payments import take_payment
from tournaments.services.undo.arrivals import mark_paid, mark_present
from tournaments.services.undo.undo import undo


def entry_with_a_fee() -> Entry:
    event = make_event(pairs=2, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return Entry.objects.select_related("event__club").filter(event=event).earliest("pk")


def test_two_people_take_the_fee_at_once_and_it_is_paid_once() -> None:
    entry = entry_with_a_fee()
    club = entry.event.club
    actors = (owner_of(club), actor_of(make_member(club)))
    found = [Entry.objects.select_related("event__club").get(pk=entry.pk) for _ in actors]
    all_at_once(
        [
            partial(take_payment, entry=row, cents=None, actor=actor, now=NOW)
            for row, actor in zip(found, actors, strict=True)
        ]
    )
    entry.refresh_from_db()
    assert (entry.paid_cents, entry.payments.count()) == (2000, 1)


def test_of_two_who_note_a_pair_as_present_one_can_take_it_back() -> None:
    entry = entry_with_a_fee()
    club = entry.event.club
    actors = (owner_of(club), actor_of(make_member(club)))
    found = [Entry.objects.select_related("event__club").get(pk=entry.pk) for _ in actors]
    results = all_at_once(
        [
            partial(mark_present, entry=row, present=True, actor=actor, now=NOW)
            for row, actor in zip(found, actors, strict=True)
        ]
    )
    assert sorted(len(steps) for steps in results if isinstance(steps, list)) == [0, 1]


def test_a_double_press_on_undo_cancels_one_payment() -> None:
    entry = entry_with_a_fee()
    actor = owner_of(entry.event.club)
    steps = mark_paid(entry=entry, paid=True, actor=actor, now=NOW)
    results = all_at_once([partial(undo, steps=steps, actor=actor, now=NOW) for _ in range(2)])
    assert results == [None, None]
    entry.refresh_from_db()
    assert not entry.paid
    assert entry.payments.get().cancelled_at is not None


def test_two_notes_of_one_conflict_are_one() -> None:
    event, code = hall()
    one, two = phone(code), phone(code)
    line(event, one, "hand", {"points": [7, None]}, 0, "hand")
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    act = Act("hand", {"points": [6, None]}, "other", 0, device="", made_at=NOW)
    note = partial(record_conflict, match_id=match, act=act, actor=two, now=NOW)
    results = all_at_once([note, note])
    assert not [each for each in results if isinstance(each, Exception)]
    assert SheetConflict.objects.count() == 1
