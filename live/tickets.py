"""Tickets that open a stream: signed by a face, so live need not know who may see what."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core import signing

SALT = "live.ticket"
LIFETIME = 12 * 60 * 60
MOST_TOPICS = 20


class TooManyTopics(ValueError):
    """A stream follows MOST_TOPICS topics at most."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a ticket is good for, and when the page that carries it was made."""

    topics: tuple[str, ...]
    signed_at: datetime


def ticket(topics: Sequence[str]) -> str:
    """A signed ticket for these topics, good for an evening. Raises TooManyTopics."""
    if len(topics) > MOST_TOPICS:
        raise TooManyTopics(len(topics))
    return signing.dumps([int(time.time()), *topics], salt=SALT, compress=True)


def read_ticket(text: str) -> Ticket | None:
    """What a ticket says; None if it is forged or too old."""
    try:
        signed_at, *topics = signing.loads(text, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return Ticket(tuple(topics), datetime.fromtimestamp(signed_at, UTC))
