"""Notices for programs that name their change: its type, its ids and its few numbers, all of them
in the topic. Pages do not follow them; a program needs no second request to learn what they say.

A topic is ``news:<event>:<type>:<values>``, with the values of the type's ids and data in their
order, and numbers in base 36. The longest fits the column of topics with ids up to a million
million.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.http import int_to_base36

from live.vocabulary import TYPES_BY_NAME, ChangeType, Id

NEWS: Final = "news:"
LONGEST_TOPIC: Final = 80
NOTHING: Final = "-"
BASE: Final = 36


@dataclass(frozen=True, slots=True)
class News:
    """A change out of a topic."""

    kind: ChangeType
    ids: Mapping[str, Id]
    """With the event."""
    data: Mapping[str, Any]


def name_news_topic(event_id: UUID) -> str:
    """What a program follows to get the news of an event."""
    return f"{NEWS}{event_id.hex}"


def format_news(
    kind: ChangeType, event_id: UUID, ids: Mapping[str, Id], data: Mapping[str, Any]
) -> str:
    """The topic of a change. An id that is not known (a pairing without a match) is left out."""
    values = [ids.get(name) for name in kind.ids]
    values += [data[member.name] for member in kind.data]
    texts: list[str] = []
    for value in values:
        if value is None:
            texts.append(NOTHING)
        elif isinstance(value, str):
            texts.append(value)
        else:
            texts.append(int_to_base36(value))
    topic = f"{name_news_topic(event_id)}:{kind.name}:{'.'.join(texts)}"
    assert len(topic) <= LONGEST_TOPIC, topic
    return topic


def read_news(topic: str) -> News | None:
    """The change that a topic names; None for another topic, and for a type of a later version of
    the server."""
    if not topic.startswith(NEWS):
        return None
    event, name, text = topic.removeprefix(NEWS).split(":")
    kind = TYPES_BY_NAME.get(name)
    if kind is None:
        return None
    # A type without ids and data has no values.
    values = text.split(".") if text else []
    ids: dict[str, Id] = {"event": str(UUID(event))}
    for id_name, value in zip(kind.ids, values, strict=False):
        if value != NOTHING:
            ids[id_name] = int(value, BASE)
    data: dict[str, int | str | None] = {}
    for member, value in zip(kind.data, values[len(kind.ids) :], strict=True):
        if value == NOTHING:
            data[member.name] = None
        else:
            data[member.name] = value if member.is_text else int(value, BASE)
    return News(kind, ids, data)


def find_followed_topic(topic: str) -> str:
    """The topic by which a notice is followed: all news of an event have one."""
    if not topic.startswith(NEWS):
        return topic
    return NEWS + topic.removeprefix(NEWS).partition(":")[0]
