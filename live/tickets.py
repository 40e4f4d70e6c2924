"""Tickets that open a stream: signed by a face, so live need not know who may see what."""

from collections.abc import Sequence

from django.core import signing

SALT = "live.ticket"
LIFETIME = 12 * 60 * 60
MOST_TOPICS = 20


def ticket(topics: Sequence[str]) -> str:
    """A signed ticket for these topics, good for an evening."""
    return signing.dumps(list(topics)[:MOST_TOPICS], salt=SALT, compress=True)


def topics_of(text: str) -> tuple[str, ...] | None:
    """The topics of a ticket; None if it is forged or too old."""
    try:
        topics = signing.loads(text, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return tuple(map(str, topics))
