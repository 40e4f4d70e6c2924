"""Tickets that open a stream: signed by a face, so live need not know who may see what."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.core import signing

SALT = "live.ticket.2"
"""Tickets of another form have another salt: they are no longer good."""
LIFETIME = 12 * 60 * 60
MOST_TOPICS = 20


class TooManyTopics(ValueError):
    """A stream follows MOST_TOPICS topics at most."""


class Revocation(NamedTuple):
    """A ticket is good until a notice of this topic has a higher version than this one. It is not
    a time: a page that is made while the change is being committed has the version before it."""

    topic: str
    version: int


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a ticket is good for, when the page that carries it was made, and what ends it."""

    topics: tuple[str, ...]
    signed_at: datetime
    revocation: Revocation | None = None


def ticket(topics: Sequence[str], revocation: Revocation | None = None) -> str:
    """A signed ticket for these topics, good for an evening if nothing revokes it. Raises
    TooManyTopics."""
    if len(topics) > MOST_TOPICS:
        raise TooManyTopics(len(topics))
    return signing.dumps([int(time.time()), revocation, *topics], salt=SALT, compress=True)


def read_ticket(text: str) -> Ticket | None:
    """What a ticket says; None if it is forged or too old."""
    try:
        signed_at, revocation, *topics = signing.loads(text, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    moment = datetime.fromtimestamp(signed_at, UTC)
    return Ticket(tuple(topics), moment, Revocation(*revocation) if revocation else None)
