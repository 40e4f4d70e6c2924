"""Deliveries: sent once, tried again, given up, resumed; with a clock that the test sets."""

from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from live.vocabulary import EVENT_CHANGED, FOR_WEBHOOKS
from tests.factories import NOW, owner_of
from tests.webhooks.receiver import Receiver, answer_with, find_matching_signature
from tests.webhooks.sending import WebhookFixture
from tournaments.models import Club
from webhooks.delivery import (
    BATCH,
    LANES,
    LEASE,
    SendRules,
    claim_deliveries,
    send_claim,
    send_next_batch,
    store_attempts,
)
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookMessage
from webhooks.outbox import Change, add_deliveries, make_message
from webhooks.refusals import (
    WebhookLimitReached,
    WebhookNotFound,
    WebhookStateRefused,
    WebhookTypesRefused,
)
from webhooks.schedule import GIVEN_UP_AFTER, find_quiet_time, schedule_next_attempt
from webhooks.services import (
    MOST_ENDPOINTS,
    WebhookPlan,
    change_endpoint,
    create_endpoint,
    delete_old_deliveries,
    pause_endpoint,
    resend,
    resume_endpoint,
    rotate_secret,
    send_test,
)

EVENT = "7c0a26a5-6f0e-4c5e-9a43-2a6a5c4b3c11"
State = WebhookDelivery.State


def add(webhook: WebhookFixture, count: int = 1) -> None:
    """Puts messages into the outbox."""
    now = webhook.clock()
    messages = [
        make_message(Change(EVENT_CHANGED, number), event_id=EVENT, now=now)  # type: ignore[arg-type]
        for number in range(count)
    ]
    rows = [(message, webhook.endpoint.pk) for message in messages]
    add_deliveries(rows, now=now, messages=messages)


def test_a_message_is_signed_and_delivered_once(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    assert webhook.send_all() == 1
    assert webhook.send_all() == 0
    (request,) = receiver.requests
    assert find_matching_signature(webhook.secret, request.headers, request.body)
    assert request.headers["Webhook-Timestamp"] == str(int(NOW.timestamp()))
    assert request.document["id"] == request.headers["Webhook-Id"]
    delivery = webhook.last_delivery()
    assert (delivery.state, delivery.attempts, delivery.status) == (State.DELIVERED, 1, 204)
    assert delivery.attempted_at == NOW


def test_a_failed_message_comes_back_with_the_same_id(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    receiver.answer = answer_with(500, b"broken")
    add(webhook)
    webhook.send_all()
    delivery = webhook.last_delivery()
    assert (delivery.state, delivery.status, delivery.answer) == (State.PENDING, 500, "broken")
    assert delivery.due_at == NOW + timedelta(seconds=5)
    assert webhook.send_all() == 0
    webhook.clock.pass_time(seconds=5)
    receiver.answer = None
    webhook.send_all()
    first, second = receiver.requests
    assert first.headers["Webhook-Id"] == second.headers["Webhook-Id"]
    assert first.body == second.body
    assert first.headers["Webhook-Signature"] != second.headers["Webhook-Signature"]
    delivery = webhook.last_delivery()
    assert (delivery.state, delivery.attempts, delivery.error) == (State.DELIVERED, 2, "")


def test_after_about_a_day_the_endpoint_is_stopped(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    receiver.answer = answer_with(500)
    add(webhook)
    while webhook.endpoint.state == WebhookEndpoint.State.ACTIVE:
        webhook.send_all()
        webhook.clock.now = max(webhook.last_delivery().due_at, webhook.clock.now)
    assert timedelta(hours=17) < webhook.clock.now - NOW <= GIVEN_UP_AFTER
    assert 8 <= len(receiver.requests) <= 12
    assert webhook.endpoint.state == WebhookEndpoint.State.STOPPED
    assert webhook.endpoint.stopped_at == webhook.clock.now
    assert webhook.last_delivery().state == State.FAILED


def test_a_message_that_is_never_accepted_does_not_stop_an_endpoint_that_takes_the_others(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    refused = webhook.last_delivery()
    refused_id = refused.message.header_id

    def answer(handler: BaseHTTPRequestHandler) -> None:
        is_refused = handler.headers["Webhook-Id"] == refused_id
        answer_with(500 if is_refused else 204)(handler)

    receiver.answer = answer
    while refused.state != State.FAILED:
        add(webhook)
        webhook.send_all()
        refused.refresh_from_db()
        webhook.clock.pass_time(hours=1)
    assert webhook.clock.now - NOW > timedelta(hours=17)
    assert (refused.error, refused.status) == ("status_refused", 500)
    assert webhook.endpoint.state == WebhookEndpoint.State.ACTIVE
    others = webhook.endpoint.deliveries.exclude(pk=refused.pk)
    assert set(others.values_list("state", flat=True)) == {State.DELIVERED}


def test_what_was_delivered_before_a_message_does_not_keep_its_endpoint(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    webhook.send_all()
    webhook.clock.pass_time(seconds=1)
    receiver.answer = answer_with(500)
    add(webhook)
    while webhook.last_delivery().state != State.FAILED:
        webhook.send_all()
        webhook.clock.pass_time(hours=1)
    assert webhook.endpoint.state == WebhookEndpoint.State.STOPPED


def test_a_receiver_that_is_gone_stops_its_endpoint_at_once(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    receiver.answer = answer_with(410)
    add(webhook, 3)
    webhook.send_all()
    assert len(receiver.requests) == 1
    assert webhook.endpoint.state == WebhookEndpoint.State.STOPPED
    assert not webhook.endpoint.deliveries.exclude(state=State.FAILED).exists()


@pytest.mark.parametrize(
    ("second_answer", "outcome"),
    [(204, (State.DELIVERED, "", 204)), (500, (State.FAILED, "not_sent", 500))],
)
def test_a_lane_keeps_what_it_has_sent_when_another_one_stops_the_endpoint(
    webhook: WebhookFixture,
    receiver: Receiver,
    second_answer: int,
    outcome: tuple[State, str, int],
) -> None:
    add(webhook, BATCH + 2)
    *_, tried, untried = webhook.endpoint.deliveries.order_by("pk")
    rules = SendRules(True, lambda: 0.5, webhook.clock)
    one = claim_deliveries(now=NOW)
    two = claim_deliveries(now=NOW)
    assert one is not None
    assert two is not None
    receiver.answer = answer_with(second_answer)
    tried_by_two = list(send_claim(two, rules))[:1]
    receiver.answer = answer_with(410)
    store_attempts(one, list(send_claim(one, rules)), now=NOW, draw=lambda: 0.5)
    store_attempts(two, tried_by_two, now=NOW, draw=lambda: 0.5)
    tried.refresh_from_db()
    untried.refresh_from_db()
    assert (tried.state, tried.error, tried.status) == outcome
    assert (untried.state, untried.error) == (State.FAILED, "not_sent")


def test_delays_grow_and_are_spread() -> None:
    def delay(attempts: int, draw: float, at_least: int = 0) -> timedelta | None:
        due_at = schedule_next_attempt(
            created_at=NOW,
            attempts=attempts,
            now=NOW,
            draw=lambda: draw,
            at_least=timedelta(seconds=at_least),
        )
        return None if due_at is None else due_at - NOW

    assert [delay(attempts, 0.5) for attempts in (1, 2, 3, 4)] == [
        timedelta(seconds=seconds) for seconds in (5, 20, 80, 320)
    ]
    assert delay(1000, 0.5) == timedelta(hours=6)
    assert delay(1, 0.0) == timedelta(seconds=4)
    assert delay(1, 0.999) < timedelta(seconds=6)  # type: ignore[operator]
    assert delay(1, 0.5, at_least=60) == timedelta(minutes=1)
    assert find_quiet_time(1) == timedelta(seconds=2)
    assert find_quiet_time(1000) == timedelta(minutes=5)


def test_an_unreachable_endpoint_is_tried_once_and_then_left_alone(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    receiver.answer = answer_with(503)
    add(webhook, 10)
    assert webhook.send_all() == 1
    webhook.clock.pass_time(seconds=2)
    assert webhook.send_all() == 1
    receiver.answer = None
    webhook.clock.pass_time(minutes=10)
    assert webhook.send_all() == 10
    assert len(set(receiver.ids)) == 10
    assert (webhook.endpoint.failures, webhook.endpoint.quiet_until) == (0, None)


def test_one_refused_message_does_not_hold_up_the_others(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    receiver.answer = answer_with(400)
    add(webhook, 5)
    assert webhook.send_all() == 5
    assert webhook.endpoint.quiet_until is None


def test_a_claim_is_a_lease(webhook: WebhookFixture, receiver: Receiver) -> None:
    add(webhook)
    assert claim_deliveries(now=NOW) is not None  # and then the sender is killed
    assert webhook.send_all() == 0
    webhook.clock.now = NOW + LEASE
    assert webhook.send_all() == 1
    assert webhook.last_delivery().state == State.DELIVERED
    assert len(receiver.requests) == 1


def test_a_sender_whose_lease_has_ended_stores_nothing(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    times = [NOW, NOW, NOW, NOW + LEASE]

    def clock_of_slow_sender() -> object:
        if len(times) == 1:
            # Before it stores what came of it, another sender has delivered the message.
            webhook.clock.now = NOW + LEASE
            webhook.send_all()
        return times.pop(0)

    rules = SendRules(True, lambda: 0.5, clock_of_slow_sender)  # type: ignore[arg-type]
    send_next_batch(rules)
    delivery = webhook.last_delivery()
    assert (delivery.state, delivery.attempts) == (State.DELIVERED, 1)
    assert len(receiver.requests) == 2
    assert len(set(receiver.ids)) == 1


def test_an_endpoint_has_few_lanes(webhook: WebhookFixture) -> None:
    add(webhook, (LANES + 1) * BATCH)
    claims = [claim_deliveries(now=NOW) for _ in range(LANES + 1)]
    assert [claim is not None for claim in claims] == [True] * LANES + [False]


def test_a_clock_that_was_set_back_delays_nothing(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    webhook.clock.pass_time(days=3)
    receiver.answer = answer_with(503)
    add(webhook)
    webhook.send_all()
    webhook.clock.now = NOW
    receiver.answer = None
    assert webhook.send_all() == 1


@pytest.mark.parametrize("hours", [1, 24])
def test_a_clock_that_was_set_back_ends_the_lanes_of_killed_senders(
    webhook: WebhookFixture, hours: int
) -> None:
    add(webhook, LANES * BATCH + 1)
    for _ in range(LANES):
        assert claim_deliveries(now=NOW) is not None  # and then the sender is killed
    webhook.clock.now = NOW - timedelta(hours=hours)
    add(webhook)
    # All but the one that is due soon by the clock as it was.
    expected = LANES * BATCH + 1 + (hours > 8)
    assert webhook.send_all() == expected


def test_both_secrets_sign_for_a_day_after_a_rotation(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    _endpoint, new = rotate_secret(endpoint=webhook.endpoint, now=NOW)
    _endpoint, newest = rotate_secret(endpoint=webhook.endpoint, now=NOW)
    add(webhook)
    webhook.send_all()
    webhook.clock.pass_time(days=1)
    add(webhook)
    webhook.send_all()

    def verify(secret: str) -> list[bool]:
        found = [find_matching_signature(secret, r.headers, r.body) for r in receiver.requests]
        return [signature is not None for signature in found]

    assert verify(webhook.secret) == [True, False], "the receiver knows the oldest for sure"
    assert verify(new) == [False, False]
    assert verify(newest) == [True, True]


def test_a_paused_endpoint_gets_nothing_and_what_has_waited_afterwards(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    webhook.clock.pass_time(hours=20)
    add(webhook)
    pause_endpoint(endpoint=webhook.endpoint)
    assert webhook.send_all() == 0
    webhook.clock.pass_time(hours=10)
    resume_endpoint(endpoint=webhook.endpoint, now=webhook.clock())
    assert webhook.send_all() == 1
    states = webhook.endpoint.deliveries.order_by("pk").values_list("state", "error")
    assert list(states) == [(State.FAILED, "not_sent"), (State.DELIVERED, "")]
    assert len(receiver.requests) == 1


def test_what_a_killed_sender_had_claimed_is_not_sent_when_it_is_too_old(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    assert claim_deliveries(now=NOW) is not None  # and then the sender is killed
    pause_endpoint(endpoint=webhook.endpoint)
    webhook.clock.pass_time(hours=25)
    resume_endpoint(endpoint=webhook.endpoint, now=webhook.clock())
    assert webhook.send_all() == 0
    delivery = webhook.last_delivery()
    assert (delivery.state, delivery.error) == (State.FAILED, "not_sent")
    assert receiver.requests == []


def test_a_test_message_names_its_webhook(webhook: WebhookFixture, receiver: Receiver) -> None:
    send_test(endpoint=webhook.endpoint, now=NOW)
    webhook.send_all()
    document = receiver.requests[0].document
    assert document["type"] == "webhook.test"
    assert document["data"] == {"webhook": webhook.endpoint.pk}


def test_a_paused_endpoint_takes_no_test(webhook: WebhookFixture) -> None:
    endpoint = pause_endpoint(endpoint=webhook.endpoint)
    with pytest.raises(WebhookStateRefused):
        send_test(endpoint=endpoint, now=NOW)


def test_what_was_deleted_meanwhile_is_not_found(webhook: WebhookFixture) -> None:
    WebhookEndpoint.objects.filter(pk=webhook.endpoint.pk).delete()
    with pytest.raises(WebhookNotFound):
        pause_endpoint(endpoint=webhook.endpoint)


def test_a_message_that_is_sent_again_has_the_same_id(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    add(webhook)
    webhook.send_all()
    resend(delivery=webhook.last_delivery(), now=NOW)
    webhook.send_all()
    assert len(receiver.requests) == 2
    assert len(set(receiver.ids)) == 1
    assert webhook.endpoint.deliveries.count() == 2


def test_an_address_that_is_not_allowed_any_more_is_not_sent_to(webhook: WebhookFixture) -> None:
    add(webhook)
    send_next_batch(SendRules(False, lambda: 0.5, webhook.clock))
    assert webhook.last_delivery().error == "url_refused"


def test_a_secret_that_cannot_be_read_is_a_failure(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    WebhookEndpoint.objects.update(secret="gAAAA")
    add(webhook)
    webhook.send_all()
    assert webhook.last_delivery().error == "secret_unreadable"
    assert receiver.requests == []


def test_the_log_is_kept_for_thirty_days(webhook: WebhookFixture) -> None:
    add(webhook)
    webhook.clock.pass_time(days=20)
    add(webhook)
    assert delete_old_deliveries(now=NOW + timedelta(days=31)) == 1
    assert (WebhookDelivery.objects.count(), WebhookMessage.objects.count()) == (1, 1)


def test_a_club_has_a_limited_number_of_webhooks(club: Club) -> None:
    plan = WebhookPlan("W", "https://hooks.example.org/", ["match.decided"])

    def create() -> None:
        create_endpoint(
            club_id=club.pk, plan=plan, actor=owner_of(club), now=NOW, allows_loopback=False
        )

    for _ in range(MOST_ENDPOINTS):
        create()
    with pytest.raises(WebhookLimitReached):
        create()


def test_types_are_those_of_the_vocabulary(webhook: WebhookFixture) -> None:
    url = webhook.endpoint.url
    for types in ([], ["match.decided", "match.exploded"], ["match.changed"]):
        with pytest.raises(WebhookTypesRefused):
            change_endpoint(
                endpoint=webhook.endpoint,
                plan=WebhookPlan("W", url, types),
                allows_loopback=True,
            )
    plan = WebhookPlan("W", url, ["match.decided", "draw.published"])
    change_endpoint(endpoint=webhook.endpoint, plan=plan, allows_loopback=True)
    found = webhook.endpoint.subscriptions.order_by("type").values_list("type", flat=True)
    assert list(found) == ["draw.published", "match.decided"]
    assert len(FOR_WEBHOOKS) > 2


def test_a_batch_costs_few_queries(webhook: WebhookFixture) -> None:
    add(webhook, BATCH)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        webhook.send_all()
    # One statement for each delivery, and a fixed number for the batch.
    assert len(queries) <= BATCH + 20
