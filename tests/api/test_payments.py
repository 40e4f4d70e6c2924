"""Payments, refunds and the cash of an event."""

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club, Entry, Event, Payment


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=2, drawn=False)
    event.rules = {**event.rules, "fee_cents": 2000}
    event.save()
    return event


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.order_by("pk")[0]


def test_what_is_missing_is_paid_once(entry: Entry, organizer: Program) -> None:
    path = f"entries/{entry.pk}/payments/"
    part = organizer.post(path, {"cents": 500})
    assert part.status_code == 201
    assert part["Location"] == f"/api/v1/payments/{part.json()['id']}/"
    assert organizer.read(f"payments/{part.json()['id']}/") == part.json()
    rest = organizer.write(path, {"cents": None})
    assert rest["cents"] == 1500
    assert organizer.post(path, {}).status_code == 204
    assert [row["cents"] for row in organizer.read(path)["results"]] == [500, 1500]
    assert organizer.read(f"entries/{entry.pk}/")["paid"] is True
    cash = organizer.read(f"events/{entry.event_id}/cash/")
    assert (cash["fee_cents"], cash["total_cents"]) == (2000, 2000)
    assert [row["cents"] for row in cash["collectors"]] == [2000]
    assert cash["collectors"][0]["name"]


def test_no_more_is_given_back_than_was_paid(entry: Entry, organizer: Program) -> None:
    organizer.write(f"entries/{entry.pk}/payments/", {"cents": 2000})
    path = f"entries/{entry.pk}/payments/refunds/"
    problem = refused(organizer.post(path, {"cents": 2001}), 422, "refund_too_large")
    assert problem["params"] == {"paid_cents": 2000}
    given = organizer.write(path, {"cents": 500, "reason": "sconto"})
    assert (given["cents"], given["reason"]) == (-500, "sconto")
    assert organizer.read(f"events/{entry.event_id}/cash/")["total_cents"] == 1500
    payments = f"events/{entry.event_id}/payments/"
    assert len(organizer.read(payments)["results"]) == 2
    assert len(organizer.read(f"{payments}?entry={entry.pk}")["results"]) == 2
    other = Entry.objects.exclude(pk=entry.pk).earliest("pk")
    assert organizer.read(f"{payments}?entry={other.pk}")["results"] == []


def test_a_cancelled_payment_stays_on_record_and_counts_no_more(
    entry: Entry, organizer: Program
) -> None:
    made = organizer.write(f"entries/{entry.pk}/payments/", {"cents": 2000})
    cancelled = organizer.write(f"payments/{made['id']}/cancel/")
    assert cancelled["cancelled_at"] is not None
    assert organizer.write(f"payments/{made['id']}/cancel/") == cancelled
    assert organizer.read(f"events/{entry.event_id}/cash/")["total_cents"] == 0
    assert organizer.read(f"entries/{entry.pk}/")["paid"] is False


def test_a_payment_that_is_sent_again_counts_once(entry: Entry, organizer: Program) -> None:
    path = f"entries/{entry.pk}/payments/"
    first, again = (organizer.post(path, {"cents": 700}, idempotency_key="k") for _ in range(2))
    assert first.json() == again.json()
    assert Payment.objects.filter(entry=entry).count() == 1


@pytest.mark.parametrize("body", [{"cents": 0}, {"cents": "5"}, {"cents": 5.5}, {"euro": 5}])
def test_an_amount_is_a_number_of_cents(entry: Entry, organizer: Program, body: object) -> None:
    refused(organizer.post(f"entries/{entry.pk}/payments/", body), 422, "body_refused")


def test_others_do_not_see_the_money(
    entry: Entry, organizer: Program, anybody: Program, stranger: Program
) -> None:
    made = organizer.write(f"entries/{entry.pk}/payments/", {"cents": 2000})
    for path in (
        f"entries/{entry.pk}/payments/",
        f"events/{entry.event_id}/payments/",
        f"events/{entry.event_id}/cash/",
        f"payments/{made['id']}/",
    ):
        assert anybody.get(path).status_code in (401, 403)
        refused(stranger.get(path), 403, "not_allowed")
