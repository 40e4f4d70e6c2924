"""What programs hear in a stream: notices as changes of the vocabulary, in documents that say what
has changed and where it is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from live.listener import Listener
from live.news import find_followed_topic, read_news
from live.selectors import DeliveredNotice
from live.vocabulary import (
    EVENT_CHANGED,
    MATCH_CHANGED,
    NEWS_TYPES,
    STANDINGS_CHANGED,
    ChangeType,
    Id,
    make_links,
)

RESET_TYPE = "reset"
RESET = b'event: reset\ndata: {"type":"reset"}\n\n'
"""What was missed is not known: read anew what is followed."""
STREAMED: tuple[ChangeType, ...] = (EVENT_CHANGED, STANDINGS_CHANGED, MATCH_CHANGED, *NEWS_TYPES)
"""The changes that a stream has. Webhooks have further ones, and none for each hand."""
EVENT, HALL = "event:", "hall:"
_KINDS_OF_SUBJECTS = {"match": MATCH_CHANGED, "stage": STANDINGS_CHANGED}


@dataclass(eq=False, slots=True)
class ProgramListener(Listener):
    """The stream of a program: all changes of its events, also those it has missed."""

    wants_all: ClassVar[bool] = True
    start_again: ClassVar[bytes] = RESET

    revocations: Mapping[str, int] = field(default_factory=dict)
    """Topics that end the stream once they reach a higher version: then it is asked again whether
    the program may read its events."""

    def offer(self, row: DeliveredNotice, event: bytes) -> None:
        """Queue a notice as a change. ``event`` is the notice as pages get it."""
        seen_version = self.revocations.get(row.topic)
        if seen_version is not None and row.version > seen_version:
            self.end()
        elif find_followed_topic(row.topic) in self.topics and row.id not in self.caught_up:
            change = format_change(row)
            if change:
                self._put(change)


@lru_cache(maxsize=512)
def format_change(row: DeliveredNotice) -> bytes:
    """A notice as an event for programs; empty for one that tells them nothing. Kept, because all
    streams of an event send the same bytes."""
    document = describe_change(row)
    if document is None:
        return b""
    data = json.dumps(document, separators=(",", ":"))
    return f"id: {row.id}\nevent: {document['type']}\ndata: {data}\n\n".encode()


def describe_change(row: DeliveredNotice) -> dict[str, Any] | None:
    """The document of a change: type, version, ids, and the addresses to read anew. Its members are
    those of a webhook's message."""
    news = read_news(row.topic)
    version: int | None = row.version
    if news is not None:
        # A pairing has no version of its own (live.vocabulary).
        if news.kind.subject == "pairing":
            version = None
        return {
            "type": news.kind.name,
            "version": version,
            **news.ids,
            "links": make_links(news.kind, news.ids),
            "data": dict(news.data),
        }
    prefix, _, event = row.topic.partition(":")
    ids: dict[str, Id] = {"event": event}
    if prefix == "event":
        kind = EVENT_CHANGED
    elif prefix == "hall":
        # A change of the hall whose match is not certain: the tables and the standings are read.
        subject, _, number = row.subject.partition(":")
        kind = _KINDS_OF_SUBJECTS.get(subject, STANDINGS_CHANGED)
        if number:
            ids[subject] = int(number)
        if not row.subject:
            version = None
    else:
        return None
    return {
        "type": kind.name,
        "version": version,
        **ids,
        "links": make_links(kind, ids),
    }
