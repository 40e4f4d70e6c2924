"""Webhooks on PostgreSQL and Redis: killed senders, and many that claim at once."""

from functools import partial

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.races.threads import all_at_once
from tests.webhooks.killing import *  # noqa: F403
from tests.webhooks.receiver import Receiver
from tests.webhooks.sending import WebhookFixture
from webhooks.delivery import BATCH, LANES, claim_deliveries
from webhooks.services import send_test

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_the_services_are_postgresql_and_redis() -> None:
    assert connection.vendor == "postgresql"
    assert settings.REDIS_URL


def test_senders_that_claim_at_once_share_the_work(
    webhook: WebhookFixture, receiver: Receiver
) -> None:
    now = timezone.now()
    for _ in range(BATCH + 3):
        send_test(endpoint=webhook.endpoint, now=now)
    claims = all_at_once([partial(claim_deliveries, now=now)] * 6)
    errors = [claim for claim in claims if isinstance(claim, Exception)]
    assert not errors, errors
    claimed = [
        delivery.pk
        for claim in claims
        if claim is not None and not isinstance(claim, Exception)
        for delivery in claim.deliveries
    ]
    assert len(claimed) == len(set(claimed))
    assert len([claim for claim in claims if claim is not None]) <= LANES
