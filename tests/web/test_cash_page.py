"""The money of an event on the desk: by pair and by collector."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.regulation import HouseRules
from tests.factories import make_event, make_member
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Payment, Role


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=3, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return event


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.earliest("pk")


def send(desk: Client, entry: Entry, act: str, cents: str, key: str = "0" * 16, **more: str) -> Any:
    path = f"/desk/entries/{entry.pk}/payments/"
    return desk.post(path, {"act": act, "cents": cents, "key": key, **more}, follow=True)


def test_the_form_has_the_fee_in_it(desk: Client, entry: Entry) -> None:
    page = html_of(desk.get(f"/desk/entries/{entry.pk}/payments/"))
    assert 'name="cents" value="20"' in page


def test_a_part_is_paid_and_the_rest_is_proposed(desk: Client, entry: Entry) -> None:
    page = send(desk, entry, "take", "7,50")
    assert "7.50 € paid, 12.50 € to pay" in text_of(page)
    assert 'name="cents" value="12.50"' in html_of(page)
    entries = text_of(desk.get(f"/desk/events/{entry.event_id}/entries/"))
    assert "7.50 € of 20 € paid" in entries


def test_a_form_sent_twice_is_one_payment(desk: Client, entry: Entry) -> None:
    for _ in range(2):
        send(desk, entry, "take", "5")
    assert entry.payments.count() == 1


@pytest.mark.parametrize("cents", ["", "0", "-3", "a lot", "99999", "٣", "1٣", "5,٥"])
def test_an_amount_that_nobody_pays_is_refused(desk: Client, entry: Entry, cents: str) -> None:
    assert send(desk, entry, "take", cents).status_code == 422
    assert not entry.payments.exists()


def test_who_withdraws_gets_its_money_back(desk: Client, entry: Entry) -> None:
    send(desk, entry, "take", "20")
    desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "febbre"})
    entries = html_of(desk.get(f"/desk/events/{entry.event_id}/entries/"))
    assert "give back" in entries
    page = send(desk, entry, "back", "20", key="1" * 16, reason="non viene")
    assert "−20 €" in text_of(page)
    assert "non viene" in text_of(page)
    entry.refresh_from_db()
    assert entry.paid_cents == 0


def test_an_amount_in_other_digits_is_not_given_back(desk: Client, entry: Entry) -> None:
    send(desk, entry, "take", "20")
    assert send(desk, entry, "back", "٣", key="1" * 16).status_code == 422
    assert entry.payments.count() == 1


def test_more_than_was_paid_is_not_given_back(desk: Client, entry: Entry) -> None:
    send(desk, entry, "take", "5")
    page = send(desk, entry, "back", "6", key="1" * 16)
    assert page.status_code == 422
    assert "More than was paid cannot be given back" in text_of(page)


def test_each_collector_has_his_sum(desk: Client, club: Club, event: Event) -> None:
    colleague = signed_in(make_member(club))
    first, second, third = event.entries.order_by("pk")
    send(desk, first, "take", "20")
    send(colleague, second, "take", "20")
    send(colleague, third, "take", "10")
    page = text_of(desk.get(f"/desk/events/{event.pk}/cash/"))
    assert "50 € taken in, of 60 €" in page
    assert "30 €" in page
    assert page.index("30 €") < page.index("Payments, the last one first")


def test_a_payment_by_mistake_stays_in_the_list_and_out_of_the_sum(
    desk: Client, entry: Entry
) -> None:
    send(desk, entry, "take", "20")
    page = desk.post(f"/desk/payments/{entry.payments.get().pk}/cancel/", follow=True)
    assert "cancelled at" in text_of(page)
    cash = text_of(desk.get(f"/desk/events/{entry.event_id}/cash/"))
    assert "0 € taken in" in cash
    assert "Nobody has taken any money yet" in cash


def test_a_referee_sees_no_money(club: Club, event: Event, entry: Entry) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.get(f"/desk/events/{event.pk}/cash/").status_code == 403
    assert send(referee, entry, "take", "5").status_code == 403
    assert not Payment.objects.exists()


def test_the_cash_costs_the_same_for_any_number_of_payments(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 40):
        event = make_event(club=club, pairs=pairs, drawn=False)
        for entry in event.entries.all():
            send(desk, entry, "take", "5")
        with django_assert_max_num_queries(16):
            desk.get(f"/desk/events/{event.pk}/cash/")
