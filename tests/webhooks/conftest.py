"""A receiver, and an endpoint that sends to it."""

from collections.abc import Iterator

import pytest

from live.vocabulary import FOR_WEBHOOKS
from tests.factories import NOW, make_club, owner_of
from tests.webhooks.receiver import Receiver, receiving
from tests.webhooks.sending import WebhookFixture
from tournaments.models import Club
from webhooks.services import WebhookPlan, create_endpoint


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as started:
        yield started


@pytest.fixture
def webhook(club: Club, receiver: Receiver) -> WebhookFixture:
    """An endpoint of the club for everything there is."""
    endpoint, secret = create_endpoint(
        club_id=club.pk,
        plan=WebhookPlan("La gazzetta", receiver.url, FOR_WEBHOOKS),
        actor=owner_of(club),
        now=NOW,
        allows_loopback=True,
    )
    return WebhookFixture(endpoint, secret)
