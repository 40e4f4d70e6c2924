"""The money of the entries: records that add up, and are never overwritten."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from competition.regulation import HouseRules
from tests.factories import NOW, actor_of, draw_now, make_event, make_member, owner_of, pair
from tests.tournaments.steps import QUICK, win
from tournaments.models import Entry, Event, Payment
from tournaments.refusals import EventStateRefused, NotAllowed, PaymentRefused
from tournaments.selectors.draws.change_previews import list_first_matches
from tournaments.selectors.registration.entries import count_entries_of_event
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee
from tournaments.selectors.registration.payments import load_cash_by_collector
from tournaments.selectors.trust.verification.payments import find_payment_faults
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.registration.arrivals import set_paid
from tournaments.services.registration.entries import Imported, import_entries
from tournaments.services.registration.payments import (
    cancel_payment,
    give_refund,
    take_payment,
)
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.rounds.next_round import enter_late

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An entry costs twenty euros."""
    event = make_event(pairs=3, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.earliest("pk")


def pay(entry: Entry, cents: int | None = None, **more: Any) -> Payment | None:
    more.setdefault("actor", owner_of(entry.event.club))
    made = take_payment(entry=entry, cents=cents, now=NOW, **more)
    entry.refresh_from_db()
    return made


def refund(entry: Entry, cents: int, **more: Any) -> Payment:
    more.setdefault("actor", owner_of(entry.event.club))
    made = give_refund(entry=entry, cents=cents, reason="non viene", now=NOW, **more)
    entry.refresh_from_db()
    return made


def amounts(entry: Entry) -> list[tuple[int | None, bool]]:
    rows = entry.payments.order_by("pk").values_list("cents", "cancelled_at")
    return [(cents, cancelled is not None) for cents, cancelled in rows]


def totals(event: Event) -> dict[str, int]:
    return {each.collector.id: each.cents for each in load_cash_by_collector(event)}


def helper_of(event: Event) -> Actor:
    return actor_of(make_member(event.club))


def test_who_says_nothing_else_pays_the_fee(entry: Entry) -> None:
    made = pay(entry)
    assert made is not None
    assert (made.cents, made.made_at, made.author) == (2000, NOW, entry.paid_to)
    assert (entry.paid, entry.paid_cents) == (True, 2000)


def test_a_part_leaves_the_rest_to_pay(event: Event, entry: Entry) -> None:
    pay(entry, 500)
    assert (entry.paid, entry.paid_cents) == (False, 500)
    assert compute_missing_cents(entry, get_entry_fee(event)) == 1500
    pay(entry)
    assert (entry.paid, entry.paid_cents) == (True, 2000)
    assert amounts(entry) == [(500, False), (1500, False)]


def test_the_rest_that_is_ticked_off_keeps_the_first_part_with_its_collector(
    event: Event, entry: Entry
) -> None:
    first, second = owner_of(event.club), helper_of(event)
    pay(entry, 500, actor=first)
    set_paid(entry=entry, paid=True, actor=second, now=NOW)
    assert totals(event) == {first.id: 500, second.id: 1500}


def test_a_double_tap_pays_once(entry: Entry) -> None:
    assert pay(entry) is not None
    assert pay(entry) is None
    assert amounts(entry) == [(2000, False)]


def test_a_form_that_is_sent_twice_pays_once(entry: Entry) -> None:
    first = pay(entry, 500, key="abc")
    assert pay(entry, 500, key="abc") == first
    assert amounts(entry) == [(500, False)]


@pytest.mark.parametrize("cents", [0, -1, 1_000_001])
def test_an_amount_that_nobody_pays_is_refused(entry: Entry, cents: int) -> None:
    with pytest.raises(PaymentRefused):
        pay(entry, cents)


def test_a_refund_is_a_record_of_its_own(event: Event, entry: Entry) -> None:
    pay(entry)
    withdraw(entry=entry, reason="febbre", actor=owner_of(event.club), now=NOW)
    refund(entry, 2000)
    assert amounts(entry) == [(2000, False), (-2000, False)]
    assert (entry.paid, entry.paid_cents) == (False, 0)
    assert count_entries_of_event(event).cash_cents == 0


def test_a_refund_comes_out_of_the_cash_of_who_gives_it(event: Event, entry: Entry) -> None:
    helper = helper_of(event)
    pay(entry, actor=helper)
    refund(entry, 500)
    assert totals(event) == {helper.id: 2000, owner_of(event.club).id: -500}


def test_no_more_is_given_back_than_was_paid(entry: Entry) -> None:
    pay(entry, 500)
    with pytest.raises(PaymentRefused) as refused:
        refund(entry, 501)
    assert refused.value.params == {"paid_cents": 500}


def test_what_is_given_back_can_be_paid_again(entry: Entry) -> None:
    pay(entry)
    refund(entry, 2000)
    pay(entry)
    assert (entry.paid, entry.paid_cents) == (True, 2000)


def test_a_payment_by_mistake_is_cancelled_and_stays_on_record(event: Event, entry: Entry) -> None:
    made = pay(entry)
    assert made is not None
    later = NOW + timedelta(minutes=1)
    actor = helper_of(event)
    for _ in range(2):
        cancel_payment(payment=made, actor=actor, now=later)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents, entry.paid_to) == (False, None, None)
    assert (made.cancelled_at, made.cancelled_by) == (later, Actor(actor.kind, actor.id))
    assert list(load_cash_by_collector(event)) == []


def test_what_was_given_back_of_a_payment_keeps_it_from_being_cancelled(entry: Entry) -> None:
    made = pay(entry)
    assert made is not None
    refund(entry, 500)
    with pytest.raises(PaymentRefused):
        cancel_payment(payment=made, actor=owner_of(entry.event.club), now=NOW)
    assert amounts(entry) == [(2000, False), (-500, False)]


def test_not_paid_cancels_what_was_ticked_off(entry: Entry) -> None:
    pay(entry)
    set_paid(entry=entry, paid=False, actor=owner_of(entry.event.club), now=NOW)
    assert amounts(entry) == [(2000, True)]


def test_without_a_fee_any_payment_is_enough() -> None:
    entry = make_event(pairs=2, drawn=False).entries.earliest("pk")
    assert compute_missing_cents(entry, None) is None
    pay(entry)
    assert (entry.paid, entry.paid_cents) == (True, None)
    set_paid(entry=entry, paid=False, actor=owner_of(entry.event.club), now=NOW)
    pay(entry, 500)
    assert (entry.paid, entry.paid_cents) == (True, 500)


def test_who_is_entered_as_paid_has_a_record_of_it(event: Event) -> None:
    actor = owner_of(event.club)
    import_entries(event=event, forms=[pair(8, paid=True)], actor=actor, now=NOW)
    entry = event.entries.latest("pk")
    assert amounts(entry) == [(2000, False)]
    assert (entry.paid_cents, entry.payments.get().author) == (2000, entry.paid_to)


def test_a_list_pays_what_is_missing_of_a_known_pair(event: Event, entry: Entry) -> None:
    pay(entry, 500)
    form = pair(0, paid=True)
    import_entries(
        event=event, forms=[form], actor=owner_of(event.club), now=NOW, updated=frozenset({"paid"})
    )
    entry.refresh_from_db()
    assert amounts(entry) == [(500, False), (1500, False)]
    assert (entry.paid, entry.paid_cents) == (True, 2000)


def test_the_money_of_who_waited_goes_along_into_the_field() -> None:
    event = make_event(pairs=2, drawn=False, capacity=2)
    actor = owner_of(event.club)
    import_entries(event=event, forms=[pair(8)], actor=actor, now=NOW)
    waiting = event.entries.latest("pk")
    pay(waiting, 700)
    event = draw_now(event)
    new = replace_entry(
        entry=event.entries.earliest("pk"), form=pair(8), reason="non viene", actor=actor, now=NOW
    )
    new.refresh_from_db()
    assert new == waiting
    assert (new.paid, new.paid_cents, amounts(new)) == (True, 700, [(700, False)])


def test_who_waited_with_a_part_paid_settles_the_rest_at_the_desk(event: Event) -> None:
    actor = owner_of(event.club)
    Event.objects.filter(pk=event.pk).update(capacity=3)
    import_entries(event=event, forms=[pair(8)], actor=actor, now=NOW)
    pay(event.entries.latest("pk"), 500)
    event = draw_now(event)
    new = replace_entry(
        entry=event.entries.earliest("pk"),
        form=pair(8, paid=True),
        reason="non viene",
        actor=actor,
        now=NOW,
    )
    new.refresh_from_db()
    assert (new.paid, new.paid_cents) == (True, 2000)
    assert amounts(new) == [(500, False), (1500, False)]
    assert list(find_payment_faults(event)) == []


def test_the_money_of_a_replacement_is_noted_by_who_replaces(event: Event) -> None:
    helper = actor_of(make_member(event.club))
    event = draw_now(event)
    new = replace_entry(
        entry=event.entries.earliest("pk"),
        form=pair(8, paid_cents=500),
        reason="non viene",
        actor=helper,
        now=NOW,
    )
    new.refresh_from_db()
    assert new.paid_to is not None
    assert (new.paid_to.id, new.payments.get().author.id) == (helper.id, helper.id)


def test_the_money_of_a_late_pair_is_noted_by_who_enters_it_in_a_bracket() -> None:
    event = make_event(pairs=3, match_format=QUICK)
    helper, stage = actor_of(make_member(event.club)), event.stages.get()
    (with_bye,) = [each.entry for each in list_first_matches(stage) if each.has_bye]
    enter_late_in_bracket(
        stage=stage,
        form=pair(8, paid=True),
        against=event.entries.get(pk=with_bye),
        preliminary=False,
        version=None,
        reason="treno",
        agreed=True,
        actor=helper,
        now=NOW,
    )
    assert event.entries.latest("pk").payments.get().author.id == helper.id


def test_the_money_of_a_late_pair_is_noted_by_who_enters_it_between_rounds() -> None:
    event = make_event(pairs=4, format="swiss", options={"rounds": 3}, match_format=QUICK)
    helper = actor_of(make_member(event.club))
    for each in event.pairings.filter(match__isnull=False):
        win(each)
    late = pair(8, paid=True)
    entry = enter_late(stage=event.stages.get(), form=late, group=1, actor=helper, now=NOW)
    assert entry.payments.get().author.id == helper.id


@pytest.mark.parametrize("paid", [False, True])
def test_who_waited_and_has_paid_pays_nothing_twice(event: Event, paid: bool) -> None:
    actor = owner_of(event.club)
    Event.objects.filter(pk=event.pk).update(capacity=3)
    import_entries(event=event, forms=[pair(8, paid=True)], actor=actor, now=NOW)
    event = draw_now(event)
    new = replace_entry(
        entry=event.entries.earliest("pk"),
        form=pair(8, paid=paid),
        reason="non viene",
        actor=actor,
        now=NOW,
    )
    new.refresh_from_db()
    assert (new.paid, new.paid_cents, amounts(new)) == (True, 2000, [(2000, False)])


def test_a_referee_takes_no_money(event: Event, entry: Entry) -> None:
    with pytest.raises(NotAllowed):
        pay(entry, actor=actor_of(make_member(event.club, "REFEREE")))


def test_the_cash_of_an_archived_event_is_closed(event: Event, entry: Entry) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    with pytest.raises(EventStateRefused):
        pay(entry)


# Amounts of a list ------------------------------------------------------------------------------


def load(event: Event, *forms: EntryDetails) -> Imported:
    return import_entries(
        event=event,
        forms=forms,
        actor=owner_of(event.club),
        now=NOW,
        updated=frozenset({"paid"}),
    )


@pytest.mark.parametrize(
    ("cents", "is_paid", "missing"),
    [(1000, False, 1000), (1999, False, 1), (2000, True, 0), (2500, True, 0)],
)
def test_an_amount_of_a_list_is_that_payment(
    event: Event, cents: int, is_paid: bool, missing: int
) -> None:
    """Like money that is taken at the desk."""
    (entry,) = load(event, pair(8, paid_cents=cents)).entries
    pay(event.entries.earliest("pk"), cents)
    for paying in (entry, event.entries.earliest("pk")):
        paying.refresh_from_db()
        assert (paying.paid, paying.paid_cents) == (is_paid, cents)
        assert compute_missing_cents(paying, get_entry_fee(event)) == missing
        assert amounts(paying) == [(cents, False)]
        assert paying.payments.get().settles is False
    assert totals(event) == {owner_of(event.club).id: 2 * cents}
    assert list(find_payment_faults(event)) == []


def test_an_amount_without_a_fee_is_enough_and_kept() -> None:
    event = make_event(pairs=2, drawn=False)
    (entry,) = load(event, pair(8, paid_cents=700)).entries
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents, amounts(entry)) == (True, 700, [(700, False)])


def test_a_list_that_is_loaded_again_pays_nothing_twice(event: Event) -> None:
    forms = [pair(8, paid_cents=1000), pair(9, paid=True), pair(0, paid_cents=500)]
    load(event, *forms)
    again = load(event, *forms)
    assert (again.known, again.changed) == (3, 0)
    assert [
        amounts(entry) for entry in event.entries.order_by("pk") if entry.payments.exists()
    ] == [
        [(500, False)],
        [(1000, False)],
        [(2000, False)],
    ]
    assert list(find_payment_faults(event)) == []


def test_a_later_list_adds_what_was_paid_since(event: Event, entry: Entry) -> None:
    load(event, pair(0, paid_cents=500))
    load(event, pair(0, paid_cents=2000))
    entry.refresh_from_db()
    assert amounts(entry) == [(500, False), (1500, False)]
    assert (entry.paid, entry.paid_cents) == (True, 2000)
    load(event, pair(0, paid_cents=500))
    assert amounts(entry) == [(500, False), (1500, False)]
    assert list(find_payment_faults(event)) == []


def test_what_was_given_back_is_not_taken_again_by_an_old_list(event: Event, entry: Entry) -> None:
    load(event, pair(0, paid_cents=2000))
    refund(entry, 2000)
    assert load(event, pair(0, paid_cents=2000)).changed == 0
    assert amounts(entry) == [(2000, False), (-2000, False)]


def test_a_pair_that_stands_twice_in_a_list_pays_once(event: Event) -> None:
    load(event, pair(8, paid_cents=1000), pair(8, paid_cents=1000), pair(0, paid=True), pair(0))
    assert totals(event) == {owner_of(event.club).id: 3000}
