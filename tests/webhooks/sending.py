"""Sends what is due, by a clock that a test sets."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.factories import NOW
from webhooks.delivery import SendRules, send_next_batch
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.sending import DEADLINE


@dataclass
class FakeClock:
    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def pass_time(self, **duration: float) -> None:
        self.now += timedelta(**duration)


@dataclass
class WebhookFixture:
    """An endpoint with its secret, and the clock of its sender."""

    endpoint: WebhookEndpoint
    secret: str
    clock: FakeClock = field(default_factory=FakeClock)

    def send_all(self, *, deadline: float = DEADLINE) -> int:
        """Sends all that is due now, and returns how many messages were tried."""
        rules = SendRules(
            allows_loopback=True, draw=lambda: 0.5, clock=self.clock, deadline=deadline
        )
        tried = 0
        while (sent := send_next_batch(rules)) is not None:
            tried += sent
        self.endpoint.refresh_from_db()
        return tried

    def last_delivery(self) -> WebhookDelivery:
        return self.endpoint.deliveries.select_related("message").latest("pk")
