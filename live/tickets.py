"""Tickets that open a stream: signed by the web or the API, which know who may see what."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.core import signing

from live.holders import Holder

SALT = "live.ticket.4"
"""Changed with the form of the tickets, so that those of an earlier form are refused."""
LIFETIME = 12 * 60 * 60
"""Seconds; longer than an evening of play."""
MOST_TOPICS = 20


class TooManyTopics(ValueError):
    """A stream follows MOST_TOPICS topics at most."""


class Revocation(NamedTuple):
    """A ticket is valid until a notice of this topic has a higher version than this one. A version
    rather than a time: a page that is made while the change is being committed has read the version
    before it, and its ticket must end as well."""

    topic: str
    version: int


@dataclass(frozen=True, slots=True)
class Ticket:
    """The topics that a ticket opens, when the page with it was made, and what revokes it: a
    notice, or that its ``holder`` loses what let him in.
    ``is_for_play``: it was made for a phone at a table or for somebody who is signed in."""

    topics: tuple[str, ...]
    signed_at: datetime
    revocation: Revocation | None = None
    is_for_play: bool = False
    holder: Holder | None = None


def ticket(
    topics: Sequence[str],
    revocation: Revocation | None = None,
    *,
    holder: Holder | None = None,
    for_play: bool = False,
) -> str:
    """A signed ticket for these topics, valid for LIFETIME unless it is revoked. Raises
    TooManyTopics."""
    if len(topics) > MOST_TOPICS:
        raise TooManyTopics(len(topics))
    return signing.dumps(
        [int(time.time()), revocation, for_play, holder, *topics], salt=SALT, compress=True
    )


def read_ticket(text: str) -> Ticket | None:
    """The content of a ticket; None if it is forged or too old."""
    try:
        signed_at, revocation, is_for_play, held_by, *topics = signing.loads(
            text, salt=SALT, max_age=LIFETIME
        )
    except signing.BadSignature:
        return None
    moment = datetime.fromtimestamp(signed_at, UTC)
    revoked_by = Revocation(*revocation) if revocation else None
    holder = Holder(*held_by) if held_by else None
    return Ticket(tuple(topics), moment, revoked_by, is_for_play, holder)
